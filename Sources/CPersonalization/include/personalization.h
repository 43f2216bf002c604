/*
 * The personalization engine for programs in other languages.
 *
 *   personalization_engine *engine;
 *   char *report;
 *   if (personalization_open(".", &engine, &report) != PERSONALIZATION_OK) { fputs(report, stderr); }
 *   personalization_free(report);
 *
 *   char *decision;
 *   personalization_decide(engine, user, strlen(user), "2026-11-30T08:00:00Z", 0, &decision);
 *   personalization_free(decision);
 *   personalization_close(engine);
 *
 * An engine is immutable: any number of threads may use one at the same time. Every text is UTF-8. What a function hands
 * out as `char **` is the caller's, to be given to personalization_free; it is set on every path, to NULL at worst.
 */
#ifndef PERSONALIZATION_H
#define PERSONALIZATION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Apache Arrow's C data interface: the two structures that tables come and go in. Other headers declare them too, under
 * the same guard. */
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

/* Grows when a function changes its meaning or goes away. A program compares it with personalization_abi() first. */
#define PERSONALIZATION_ABI 1

/* What a function answers. */
enum {
  PERSONALIZATION_OK = 0,
  /* The configuration has errors; the report lists all of them. */
  PERSONALIZATION_REFUSED = 1,
  /* An argument cannot be used: a user that is no JSON object, a table without a unit, a time that is none. */
  PERSONALIZATION_UNUSABLE = 2
};

/* For personalization_decide: with the whole explanation. */
#define PERSONALIZATION_EXPLAIN 1u

/* For personalization_evaluate: columns of texts stand for attributes of any type, spelt as in a CSV file. */
#define PERSONALIZATION_CELLS 1u

/* A compiled workspace. */
typedef struct personalization_engine personalization_engine;

/* The PERSONALIZATION_ABI that the library was built with. */
uint32_t personalization_abi(void);

/* The version of the library, such as "0.1.0"; it lives as long as the program. */
const char *personalization_version(void);

/* Reads, checks and compiles the workspace in a folder, or reads and compiles the one in a bundle.
 *
 * `report` becomes the diagnostics as `personalize validate --format json` prints them, warnings too, or, with
 * PERSONALIZATION_UNUSABLE, an object whose member `error` says what is wrong. `engine` becomes NULL unless the answer is
 * PERSONALIZATION_OK. */
int personalization_open(const char *path, personalization_engine **engine, char **report);

/* The same for a bundle of `length` bytes in memory. */
int personalization_open_bundle(const void *bytes, size_t length, personalization_engine **engine, char **report);

/* The bundle of an engine's workspace, as `personalize bundle` writes it, of `*length` bytes: another process decides
 * the same by it, whatever becomes of the files. To be given to personalization_free; NULL without an engine, and for a
 * workspace whose bundle would be larger than the 64 MiB that are read. */
char *personalization_bundle(const personalization_engine *engine, size_t *length);

/* Closes an engine that no other call is using; NULL is nothing to close. */
void personalization_close(personalization_engine *engine);

/* Decides for the user that a JSON object of `length` bytes describes.
 *
 * `at` is when schedules and relative dates are measured, as RFC 3339 spells it; NULL: now. `flags` is 0 or
 * PERSONALIZATION_EXPLAIN. `result` becomes the decision as `personalize evaluate --format json` prints it, or, with
 * PERSONALIZATION_UNUSABLE, an object whose member `error` says what is wrong and where. */
int personalization_decide(const personalization_engine *engine, const char *user, size_t length, const char *at,
                           unsigned flags, char **result);

/* Decides for every row of a table: a struct array whose children are columns named like attributes, or like slots after
 * "choice.".
 *
 * A column holds what its attribute is: numbers are not read as names, nor texts as numbers, unless `flags` is
 * PERSONALIZATION_CELLS. A date is a date, a timestamp, an RFC 3339 text, or seconds since 1970.
 *
 * `schema` and `array` are taken over: both are released before the function returns, whatever it answers.
 *
 * `columns` names `column_count` columns to make, in this order; NULL: all. With PERSONALIZATION_OK, `result_schema` and
 * `result` become a struct array with a row for each row and a column for each of them, which is the caller's to release;
 * otherwise both have no release callback, and `error` becomes an object whose member `error` says what is wrong. */
int personalization_evaluate(const personalization_engine *engine, struct ArrowSchema *schema, struct ArrowArray *array,
                             const char *at, unsigned flags, const char *const *columns, size_t column_count,
                             struct ArrowSchema *result_schema, struct ArrowArray *result, char **error);

/* The attributes, segments and experiments of an engine as a JSON object. */
char *personalization_describe(const personalization_engine *engine);

/* Frees a text that was handed out; NULL is nothing to free. */
void personalization_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
