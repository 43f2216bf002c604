/* The C interface as a C program uses it.
 *
 *   interface check WORKSPACE           runs the checks; the workspace is Tests/Workspaces/types
 *   interface decide WORKSPACE TIME     answers each line of standard input, a user, with a line: the decision
 */
#include "tables.h"

#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static _Atomic int failures = 0;
static const char *const AT = "2026-11-30T08:00:00Z";

#define CHECK(sentence, condition) \
  do { \
    if (!(condition)) { \
      failures++; \
      fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, sentence); \
    } \
  } while (0)

static personalization_engine *opened(const char *path) {
  personalization_engine *engine = NULL;
  char *report = NULL;
  int code = personalization_open(path, &engine, &report);
  if (code != PERSONALIZATION_OK) {
    fprintf(stderr, "%s\n", report);
    exit(2);
  }
  personalization_free(report);
  return engine;
}

/* Evaluates a table of these columns, which must be answered with this code. */
static void evaluate(
    const personalization_engine *engine, const struct column *columns, int count, int64_t rows, int code,
    struct ArrowSchema *result_schema, struct ArrowArray *result, const char *expected_error) {
  struct column table = {.format = "+s", .length = rows, .n_buffers = 1, .n_children = count, .children = columns};
  struct ArrowSchema schema;
  struct ArrowArray array;
  make(&table, &schema, &array);
  char *error = NULL;
  int answer = personalization_evaluate(engine, &schema, &array, AT, 0, NULL, 0, result_schema, result, &error);
  CHECK("a table is answered with the code that is expected", answer == code);
  CHECK("the table is released", schema.release == NULL && array.release == NULL && alive == 0);
  if (code == PERSONALIZATION_OK) {
    CHECK("no error goes with an answer", error == NULL);
  } else {
    CHECK("no decisions go with an error", result_schema->release == NULL && result->release == NULL);
    int says = error != NULL && strstr(error, expected_error) != NULL;
    if (!says) fprintf(stderr, "the error is %s; expected %s\n", error, expected_error);
    CHECK("the error says what is wrong", says);
  }
  personalization_free(error);
}

static void refuse(const personalization_engine *engine, const struct column *columns, int count, int64_t rows,
                   const char *error) {
  struct ArrowSchema schema;
  struct ArrowArray array;
  evaluate(engine, columns, count, rows, PERSONALIZATION_UNUSABLE, &schema, &array, error);
}

static int find(const struct ArrowSchema *schema, const char *name) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (strcmp(schema->children[i]->name, name) == 0) return i;
  }
  fprintf(stderr, "there is no column %s\n", name);
  exit(2);
}

/* The user's column: u0, u1, u2, u3. */
static const int32_t USER_OFFSETS[] = {0, 2, 4, 6, 8};
#define USERS {.format = "u", .name = "user_id", .length = 4, .n_buffers = 3, .buffers = {NULL, USER_OFFSETS, "u0u1u2u3"}}

static void check_versions(void) {
  CHECK("the interface is the header's", personalization_abi() == PERSONALIZATION_ABI);
  CHECK("the version is a text", strchr(personalization_version(), '.') != NULL);
}

static void check_opening(const char *workspace) {
  personalization_engine *engine = (personalization_engine *)1;
  char *report = NULL;
  CHECK("a folder without a workspace is refused",
        personalization_open("no such folder", &engine, &report) == PERSONALIZATION_REFUSED);
  CHECK("a refused workspace is no engine, and its errors are told", engine == NULL && strstr(report, "\"error\""));
  personalization_free(report);
  CHECK("a null path is unusable", personalization_open(NULL, &engine, &report) == PERSONALIZATION_UNUSABLE);
  personalization_free(report);
  CHECK("a path that is no UTF-8 is unusable",
        personalization_open("\xff", &engine, &report) == PERSONALIZATION_UNUSABLE);
  personalization_free(report);
  CHECK("no place for the engine is unusable",
        personalization_open(workspace, NULL, &report) == PERSONALIZATION_UNUSABLE);
  personalization_free(report);
  CHECK("a report that nobody wants is no error", personalization_open(workspace, &engine, NULL) == PERSONALIZATION_OK);

  size_t length = 0;
  char *bundle = personalization_bundle(engine, &length), *again = NULL;
  personalization_engine *copy = NULL;
  CHECK("an engine is opened from another one's bundle",
        personalization_open_bundle(bundle, length, &copy, &report) == PERSONALIZATION_OK && copy);
  personalization_free(report);
  size_t same = 0;
  again = personalization_bundle(copy, &same);
  CHECK("and has the same bundle", same == length && memcmp(bundle, again, length) == 0);
  personalization_close(copy);
  personalization_free(again);
  for (size_t cut = 0; cut < length; cut += 1 + length / 50) {
    CHECK("a bundle that was cut off is unusable",
          personalization_open_bundle(bundle, cut, &copy, &report) == PERSONALIZATION_UNUSABLE && !copy && report);
    personalization_free(report);
  }
  CHECK("a bundle that is none is unusable",
        personalization_open_bundle(NULL, 0, &copy, &report) == PERSONALIZATION_UNUSABLE);
  personalization_free(report);
  personalization_free(bundle);
  personalization_close(engine);
  CHECK("nothing has no bundle", personalization_bundle(NULL, &length) == NULL);
  CHECK("a file that is no bundle is unusable",
        personalization_open("/dev/null", &engine, &report) == PERSONALIZATION_UNUSABLE && strstr(report, "/dev/null"));
  personalization_free(report);
  personalization_open(workspace, &engine, NULL);
  char *description = personalization_describe(engine);
  CHECK("an engine tells its columns", strstr(description, "\"home_layout\"") != NULL);
  personalization_free(description);
  personalization_close(engine);
  personalization_close(NULL);
  personalization_free(NULL);
  CHECK("nothing is described as nothing", personalization_describe(NULL) == NULL);
}

static void check_decisions(const personalization_engine *engine) {
  static const struct {
    const char *user, *at;
    unsigned flags;
    int code;
    const char *part;
  } CASES[] = {
      {"{\"user_id\": \"u0\", \"score\": 12}", NULL, 0, PERSONALIZATION_OK, "score-large"},
      {"{\"user_id\": \"u0\", \"score\": 12}", "2026-11-30", PERSONALIZATION_EXPLAIN, PERSONALIZATION_OK, "score-large"},
      {"{\"user_id\": \"u0\", \"score\": \"twelve\"}", NULL, 0, PERSONALIZATION_OK, "\"issues\":[\"score: "},
      {"{}", NULL, 0, PERSONALIZATION_OK, "noUnit"},
      {"{\"user_id\": ", NULL, 0, PERSONALIZATION_UNUSABLE, "\"line\":1"},
      {"[]", NULL, 0, PERSONALIZATION_UNUSABLE, "\"message\""},
      {"", NULL, 0, PERSONALIZATION_UNUSABLE, "\"message\""},
      {"{}", "tomorrow", 0, PERSONALIZATION_UNUSABLE, "2026-03-29"},
      {"{}", "\xff", 0, PERSONALIZATION_UNUSABLE, "2026-03-29"},
      {"{}", NULL, 64, PERSONALIZATION_UNUSABLE, "flags 64"},
      {NULL, NULL, 0, PERSONALIZATION_UNUSABLE, "\"message\""},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    char *result = NULL;
    size_t length = CASES[i].user ? strlen(CASES[i].user) : 0;
    int code = personalization_decide(engine, CASES[i].user, length, CASES[i].at, CASES[i].flags, &result);
    int is_right = code == CASES[i].code && result && strstr(result, CASES[i].part);
    if (!is_right) fprintf(stderr, "user %s: code %d, %s\n", CASES[i].user, code, result);
    CHECK("a user is answered as expected", is_right);
    personalization_free(result);
  }
  CHECK("a result that nobody wants is no error", personalization_decide(engine, "{}", 2, NULL, 0, NULL) == 0);
  CHECK("bytes after the length are not read", personalization_decide(engine, "{}?", 2, NULL, 0, NULL) == 0);
}

/* A column of every type that the interface has, against segments that tell its values. */
static void check_types(const personalization_engine *engine) {
  static const int64_t LARGE_OFFSETS[] = {0, 0, 4, 4, 36};
  static const uint8_t ALL_BUT_FIRST[] = {0xE}, ALL_BUT_LAST[] = {0x7};
  // A view: the length, then up to twelve bytes, or four of them, the buffer and the place there.
  static const struct { int32_t length; char bytes[12]; } SHORT_VIEWS[] = {{4, "Zo\xc3\xab"}, {0, ""}};
  static const struct view LONG_VIEW = {32, {'a', ' ', 'n', 'a'}, 0, 3};
  char views[64];
  memcpy(views, SHORT_VIEWS, 32);
  memcpy(views + 32, &LONG_VIEW, 16);
  memcpy(views + 48, &SHORT_VIEWS[1], 16);
  static const int64_t VIEWED_LENGTHS[] = {35};
  static const char *const LONG = "...a name of more than twelve bytes";
  static const int8_t BYTES[] = {99, -1, 5, 12, 0};
  static const uint64_t HUGE[] = {UINT64_MAX, 5, 0, 1};
  static const double DOUBLES[] = {0.5, -2, 9.99, 10};
  static const uint8_t FLAGS[] = {0x5};
  static const int32_t DAYS[] = {20605, -1, 0, 20606};
  static const int64_t MILLISECONDS[] = {1780317000500, 1780317000499, -1, 0};
  static const int32_t TAG_LISTS[] = {0, 1, 1, 4, 4}, TAG_OFFSETS[] = {0, 3, 7, 8, 9};
  static const int64_t MARK_LISTS[] = {0, 1, 2, 2, 4};
  static const float MARKS[] = {7, 101, -0.25f, 100};
  static const int32_t CITY_OFFSETS[] = {0, 4, 8, 14};
  static const int16_t CITY_INDICES[] = {2, 0, 1, 0, 2};

  struct column tag_elements = {.format = "u", .length = 4, .n_buffers = 3, .buffers = {NULL, TAG_OFFSETS, "redrosebc"}};
  struct column mark_elements = {.format = "f", .length = 4, .n_buffers = 2, .buffers = {NULL, MARKS}};
  struct column cities = {
      .format = "u", .length = 3, .n_buffers = 3, .buffers = {NULL, CITY_OFFSETS, "Wien\x52omaM\xc3\xbcnch"}};
  struct column city = {.format = "s", .name = "city", .length = 4, .offset = 1, .n_buffers = 2,
                        .buffers = {NULL, CITY_INDICES}, .dictionary = &cities};
  struct column plain_city = {.format = "u", .name = "city", .length = 3, .n_buffers = 3,
                              .buffers = {NULL, CITY_OFFSETS, "Wien\x52omaM\xc3\xbcnch"}};
  struct column places = {.format = "+s", .length = 3, .n_buffers = 1, .n_children = 1, .children = &plain_city};
  const struct {
    struct column column;
    const char *segments[4];
  } cases[] = {
      {{.format = "U", .name = "name", .length = 4, .null_count = 1, .n_buffers = 3,
        .buffers = {ALL_BUT_FIRST, LARGE_OFFSETS, "Zo\xc3\xab" "a name of more than twelve bytes"}},
       {"name-none", "name-any,name-short", "name-any", "name-any,name-long"}},
      {{.format = "vu", .name = "name", .length = 4, .n_buffers = 4, .buffers = {NULL, views, LONG, VIEWED_LENGTHS}},
       {"name-any,name-short", "name-any", "name-any,name-long", "name-any"}},
      {{.format = "c", .name = "score", .length = 4, .offset = 1, .null_count = 1, .n_buffers = 2,
        .buffers = {(uint8_t[]){0xF}, BYTES}},
       {"score-negative", "score-small", "score-large", "score-missing"}},
      {{.format = "L", .name = "score", .length = 4, .n_buffers = 2, .buffers = {NULL, HUGE}},
       {"score-missing", "score-small", "", "score-small"}},
      {{.format = "g", .name = "score", .length = 4, .null_count = -1, .n_buffers = 2,
        .buffers = {ALL_BUT_LAST, DOUBLES}},
       {"score-half", "score-negative", "score-small", "score-missing"}},
      {{.format = "b", .name = "member", .length = 4, .null_count = -1, .n_buffers = 2,
        .buffers = {ALL_BUT_LAST, FLAGS}},
       {"member", "no-member", "member", ""}},
      {{.format = "tdD", .name = "seen", .length = 4, .n_buffers = 2, .buffers = {NULL, DAYS}},
       {"seen-after-1970", "", "seen-after-1970", "seen-after-1970,seen-recently"}},
      {{.format = "tsm:Europe/Vienna", .name = "seen", .length = 4, .n_buffers = 2, .buffers = {NULL, MILLISECONDS}},
       {"seen-after-1970,seen-recently", "seen-after-1970", "", "seen-after-1970"}},
      {{.format = "+l", .name = "tags", .length = 4, .null_count = 1, .n_buffers = 2,
        .buffers = {ALL_BUT_LAST, TAG_LISTS}, .n_children = 1, .children = &tag_elements},
       {"tags-red", "", "tags-three", "tags-none"}},
      {{.format = "+L", .name = "marks", .length = 4, .n_buffers = 2, .buffers = {NULL, MARK_LISTS}, .n_children = 1,
        .children = &mark_elements},
       {"marks-seven", "marks-high", "", "marks-seven"}},
      {{.format = "+s", .name = "place", .length = 4, .n_buffers = 1, .n_children = 1, .children = &city},
       {"city", "", "city", ""}},
      {{.format = "s", .name = "place", .length = 4, .offset = 1, .n_buffers = 2, .buffers = {NULL, CITY_INDICES},
        .dictionary = &places},
       {"city", "", "city", ""}},
  };
  static const char *const ABSENT[] = {"name-none", "score-missing", "seen-missing", "tags-none"};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct column columns[] = {USERS, cases[i].column};
    struct ArrowSchema schema;
    struct ArrowArray result;
    evaluate(engine, columns, 2, 4, PERSONALIZATION_OK, &schema, &result, NULL);
    int place = find(&schema, "segments");
    for (int64_t row = 0; row < 4; row++) {
      // What the columns that are not there make of a user is no concern of this one's.
      char *all = joined(result.children[place], row);
      char own[256] = "";
      for (char *rest = all, *key; (key = strsep(&rest, ",")) != NULL;) {
        int is_absent = 0;
        for (size_t k = 0; k < 4; k++) {
          is_absent |= strcmp(key, ABSENT[k]) == 0 && strncmp(key, cases[i].column.name, strlen(cases[i].column.name)) != 0;
        }
        if (is_absent || !*key) continue;
        if (*own) strcat(own, ",");
        strcat(own, key);
      }
      free(all);
      int is_right = strcmp(own, cases[i].segments[row]) == 0;
      if (!is_right) {
        fprintf(stderr, "format %s, row %d: %s; expected %s\n", cases[i].column.format, (int)row, own,
                cases[i].segments[row]);
      }
      CHECK("the values of a column are read as its format says", is_right);
    }
    schema.release(&schema);
    result.release(&result);
    CHECK("a release callback marks the structure", schema.release == NULL && result.release == NULL);
  }
}

static void check_refusals(const personalization_engine *engine) {
  static const int32_t BACKWARDS[] = {0, 2, 1, 6, 8};
  static const int32_t NEGATIVE[] = {-4, 2, 4, 6, 8};
  static const int32_t OUTSIDE[] = {0, 1, 9, 0};
  static const int32_t LISTS[] = {0, 1, 2, 3, 99};
  static const double DOUBLES[] = {1, 2, 3, 4};
  static const struct view FAR[] = {{13, "abc", 0, 30}, {13, "abc", 7, 0}, {-1, "", 0, 0}, {0, "", 0, 0}};
  static const int64_t LENGTHS[] = {32};
  struct column numbers = {.format = "g", .length = 4, .n_buffers = 2, .buffers = {NULL, DOUBLES}};
  const struct {
    struct column column;
    const char *error;
  } cases[] = {
      {{.format = "l", .name = "user_id", .length = 4, .n_buffers = 2, .buffers = {NULL, DOUBLES}}, "int64"},
      {{.format = "u", .name = "userid", .length = 4, .n_buffers = 3, .buffers = {NULL, USER_OFFSETS, "u0u1u2u3"}},
       "no column user_id"},
      {{.format = "u", .name = "user_id", .length = 4, .n_buffers = 3, .buffers = {NULL, BACKWARDS, "u0u1u2u3"}},
       "backwards"},
      {{.format = "u", .name = "user_id", .length = 4, .n_buffers = 3, .buffers = {NULL, NEGATIVE, "u0u1u2u3"}},
       "backwards"},
      {{.format = "u", .name = "user_id", .length = 4, .n_buffers = 1, .buffers = {NULL}}, "buffers"},
      {{.format = "u", .name = "user_id", .length = 4, .n_buffers = 3}, "missing"},
      {{.format = "u", .name = "user_id", .length = 3, .n_buffers = 3, .buffers = {NULL, USER_OFFSETS, "u0u1u2u3"}},
       "shorter"},
      {{.format = "u", .name = "user_id", .length = -4, .n_buffers = 3, .buffers = {NULL, USER_OFFSETS, "u0u1u2u3"}},
       "negative"},
      {{.format = "u", .name = "user_id", .length = 4, .offset = INT64_MAX, .n_buffers = 3,
        .buffers = {NULL, USER_OFFSETS, "u0u1u2u3"}},
       "too large"},
      {{.format = "vu", .name = "user_id", .length = 4, .n_buffers = 4, .buffers = {NULL, FAR, "0123", LENGTHS}},
       "outside its buffer"},
      {{.format = NULL, .name = "user_id", .length = 4}, "no format"},
      {{.format = "i", .name = "user_id", .length = 4, .n_buffers = 2, .buffers = {NULL, OUTSIDE},
        .dictionary = &(struct column){.format = "u", .length = 2, .n_buffers = 3,
                                       .buffers = {NULL, USER_OFFSETS, "u0u1u2u3"}}},
       "outside its dictionary"},
      {{.format = "g", .name = "user_id", .length = 4, .n_buffers = 2, .buffers = {NULL, DOUBLES},
        .dictionary = &numbers},
       "no integers"},
      {{.format = "+l", .name = "marks", .length = 4, .n_buffers = 2, .buffers = {NULL, LISTS}, .n_children = 1,
        .children = &numbers},
       "outside its elements"},
      {{.format = "+w:3", .name = "marks", .length = 4, .n_buffers = 1, .n_children = 1, .children = &numbers},
       "too few elements"},
      {{.format = "+l", .name = "marks", .length = 4, .n_buffers = 2, .buffers = {NULL, LISTS}}, "one child"},
      {{.format = "tDs", .name = "score", .length = 4, .n_buffers = 2, .buffers = {NULL, DOUBLES}}, "duration"},
      {{.format = "+s", .name = "score", .length = 4, .n_buffers = 1, .n_children = 1,
        .children = &(struct column){.format = "g", .name = "left", .length = 4, .n_buffers = 2,
                                     .buffers = {NULL, DOUBLES}}},
       "struct"},
      {{.format = "i", .name = "score", .length = 4, .n_buffers = 2, .buffers = {NULL, LISTS},
        .dictionary = &(struct column){.format = "+s", .length = 4, .n_buffers = 1}},
       "struct"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct column columns[] = {cases[i].column, USERS};
    int is_unit = strncmp(cases[i].column.name, "user", 4) == 0;
    refuse(engine, columns, is_unit ? 1 : 2, 4, cases[i].error);
  }
  static const int64_t LENGTHS_TOO_LARGE[] = {
      INT64_MAX, INT64_MAX - 7, INT64_MAX / 2 - 7, 1000000000000, 2147483647};
  for (size_t i = 0; i < sizeof LENGTHS_TOO_LARGE / sizeof *LENGTHS_TOO_LARGE; i++) {
    struct column nulls = {.format = "n", .name = "user_id", .length = LENGTHS_TOO_LARGE[i]};
    refuse(engine, &nulls, 1, LENGTHS_TOO_LARGE[i], "rows: expected fewer");
    struct column users = USERS;
    users.length = LENGTHS_TOO_LARGE[i];
    refuse(engine, &users, 1, LENGTHS_TOO_LARGE[i], "rows: expected fewer");
  }
  // Each level that is looked at takes some stack.
  for (int is_dictionary = 0; is_dictionary < 2; is_dictionary++) {
    static struct column levels[4000];
    size_t depth = sizeof levels / sizeof *levels;
    for (size_t i = 0; i < depth; i++) {
      const struct column *inner = i + 1 < depth ? &levels[i + 1] : NULL;
      levels[i] = (struct column){.format = is_dictionary ? "i" : "+l", .name = "marks", .length = 4, .n_buffers = 2,
                                  .buffers = {NULL, OUTSIDE}, .n_children = inner && !is_dictionary,
                                  .children = inner, .dictionary = is_dictionary ? inner : NULL};
    }
    struct column columns[] = {levels[0], USERS};
    refuse(engine, columns, 2, 4, "inside each other");
  }
  struct column twice[] = {USERS, USERS};
  refuse(engine, twice, 2, 4, "two columns are named user_id");

  struct ArrowSchema schema, result_schema;
  struct ArrowArray array, result;
  struct column users = USERS;
  make(&(struct column){.format = "+s", .length = 4, .n_buffers = 1, .n_children = 1, .children = &users}, &schema,
       &array);
  struct ArrowArray moved = *array.children[0];
  array.children[0]->release = NULL;
  char *problem = NULL;
  CHECK("a table whose column was moved out is unusable",
        personalization_evaluate(engine, &schema, &array, AT, 0, NULL, 0, &result_schema, &result, &problem) ==
                PERSONALIZATION_UNUSABLE &&
            strstr(problem, "released before"));
  personalization_free(problem);
  moved.release(&moved);

  make(&(struct column){.format = "i", .length = 4, .n_buffers = 2, .buffers = {NULL, OUTSIDE}}, &schema, &array);
  char *error = NULL;
  int code = personalization_evaluate(engine, &schema, &array, AT, 0, NULL, 0, &result_schema, &result, &error);
  CHECK("what is no table is unusable, and released", code == PERSONALIZATION_UNUSABLE && alive == 0);
  personalization_free(error);
  code = personalization_evaluate(engine, &schema, &array, AT, 0, NULL, 0, &result_schema, &result, &error);
  CHECK("a table that was released is unusable", code == PERSONALIZATION_UNUSABLE && strstr(error, "released"));
  personalization_free(error);
}

/* Arguments besides the table. */
static void check_arguments(const personalization_engine *engine) {
  const struct {
    const char *at;
    const char *const *columns;
    size_t count;
    unsigned flags;
    int without_engine, without_result;
    int code;
    const char *error;
  } cases[] = {
      {NULL, NULL, 0, 0, 0, 0, PERSONALIZATION_OK, NULL},
      {"2026-11-30", (const char *[]){"entry", "issues"}, 2, 0, 0, 0, PERSONALIZATION_OK, NULL},
      {"2026-11-30", (const char *[]){"entry"}, 0, 0, 0, 0, PERSONALIZATION_OK, NULL},
      {"2026-11-30", (const char *[]){"entri"}, 1, 0, 0, 0, PERSONALIZATION_UNUSABLE, "entri"},
      {"2026-11-30", (const char *[]){NULL}, 1, 0, 0, 0, PERSONALIZATION_UNUSABLE, "column 1"},
      {NULL, NULL, 0, PERSONALIZATION_CELLS, 0, 0, PERSONALIZATION_OK, NULL},
      {NULL, NULL, 0, 64, 0, 0, PERSONALIZATION_UNUSABLE, "flags 64"},
      {"soon", NULL, 0, 0, 0, 0, PERSONALIZATION_UNUSABLE, "2026-03-29"},
      {NULL, NULL, 0, 0, 1, 0, PERSONALIZATION_UNUSABLE, "engine"},
      {NULL, NULL, 0, 0, 0, 1, PERSONALIZATION_UNUSABLE, "places"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct column users = USERS;
    struct column table = {.format = "+s", .length = 4, .n_buffers = 1, .n_children = 1, .children = &users};
    struct ArrowSchema schema, result_schema;
    struct ArrowArray array, result;
    make(&table, &schema, &array);
    char *error = NULL;
    int code = personalization_evaluate(
        cases[i].without_engine ? NULL : engine, &schema, &array, cases[i].at, cases[i].flags, cases[i].columns, cases[i].count,
        &result_schema, cases[i].without_result ? NULL : &result, &error);
    int is_right = code == cases[i].code && (!cases[i].error || (error && strstr(error, cases[i].error)));
    if (!is_right) fprintf(stderr, "case %d: code %d, %s\n", (int)i, code, error);
    CHECK("arguments are answered as expected", is_right);
    CHECK("the table is released on every path", alive == 0);
    personalization_free(error);
    if (code == PERSONALIZATION_OK) {
      if (cases[i].columns) {
        CHECK("only the columns that were asked for are made", (size_t)result.n_children == cases[i].count);
      }
      result_schema.release(&result_schema);
      result.release(&result);
    }
  }
}

/* A consumer may keep one column and give back the rest. */
static void check_moving(const personalization_engine *engine) {
  struct column columns[] = {USERS};
  struct ArrowSchema schema;
  struct ArrowArray result;
  evaluate(engine, columns, 1, 4, PERSONALIZATION_OK, &schema, &result, NULL);
  int place = find(&schema, "entry");
  struct ArrowArray moved = *result.children[place];
  result.children[place]->release = NULL;
  schema.release(&schema);
  result.release(&result);
  for (int64_t row = 0; row < 4; row++) CHECK("a column that was moved out stays", is_text(&moved, row, "home"));
  moved.release(&moved);
  CHECK("a column that was moved out is released by itself", moved.release == NULL);

  evaluate(engine, NULL, 0, 0, PERSONALIZATION_UNUSABLE, &schema, &result, "no column user_id");
  struct column none = {.format = "u", .name = "user_id", .n_buffers = 3};
  evaluate(engine, &none, 1, 0, PERSONALIZATION_OK, &schema, &result, NULL);
  CHECK("a table without rows has decisions without rows", result.length == 0 && result.n_children > 5);
  schema.release(&schema);
  result.release(&result);
}

static void check_rows_without_unit(const personalization_engine *engine) {
  static const int32_t OFFSETS[] = {0, 2, 2, 4, 6};
  struct column users = {.format = "u", .name = "user_id", .length = 4, .null_count = -1, .n_buffers = 3,
                         .buffers = {(uint8_t[]){0xB}, OFFSETS, "u0u2\xff\xfe"}};
  struct ArrowSchema schema;
  struct ArrowArray result;
  evaluate(engine, &users, 1, 4, PERSONALIZATION_OK, &schema, &result, NULL);
  const struct ArrowArray *issues = result.children[find(&schema, "issues")];
  const struct ArrowArray *variation = result.children[find(&schema, "experiment.even")];
  CHECK("a row with a unit has no issues", has_list(issues, 0, "") && !is_text(variation, 0, NULL));
  CHECK("an empty unit is an issue, and no variation is given",
        has_list(issues, 1, "user_id is empty") && is_text(variation, 1, NULL));
  CHECK("no unit is an issue", has_list(issues, 2, "user_id is empty") && is_text(variation, 2, NULL));
  CHECK("a unit that is no UTF-8 is an issue", !has_list(issues, 3, "") && is_text(variation, 3, NULL));
  schema.release(&schema);
  result.release(&result);
}

static void *work(void *engine) {
  for (int i = 0; i < 200; i++) {
    char *result = NULL;
    CHECK("threads decide at the same time",
          personalization_decide(engine, "{\"user_id\": \"u0\"}", 17, AT, 0, &result) == PERSONALIZATION_OK);
    personalization_free(result);
    struct column users = USERS;
    struct column table = {.format = "+s", .length = 4, .n_buffers = 1, .n_children = 1, .children = &users};
    struct ArrowSchema schema, result_schema;
    struct ArrowArray array, decisions;
    make(&table, &schema, &array);
    int code = personalization_evaluate(engine, &schema, &array, AT, 0, NULL, 0, &result_schema, &decisions, NULL);
    CHECK("threads evaluate at the same time", code == PERSONALIZATION_OK);
    CHECK("each gets its own decisions", decisions.length == 4 &&
          has_list(decisions.children[0], 0, "name-none,score-missing,seen-missing,tags-none"));
    result_schema.release(&result_schema);
    decisions.release(&decisions);
  }
  return NULL;
}

static void check_threads(personalization_engine *engine) {
  pthread_t threads[8];
  for (int i = 0; i < 8; i++) pthread_create(&threads[i], NULL, work, engine);
  for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
  CHECK("all tables of all threads are released", alive == 0);
}

static int check(const char *workspace) {
  check_versions();
  check_opening(workspace);
  personalization_engine *engine = opened(workspace);
  check_decisions(engine);
  check_types(engine);
  check_refusals(engine);
  check_arguments(engine);
  check_moving(engine);
  check_rows_without_unit(engine);
  check_threads(engine);
  personalization_close(engine);
  if (failures == 0) puts("the C interface holds what its header promises");
  return failures > 0;
}

static int decide(const char *workspace, const char *at) {
  personalization_engine *engine = opened(workspace);
  char *line = NULL;
  size_t capacity = 0;
  ssize_t length;
  while ((length = getline(&line, &capacity, stdin)) > 0) {
    char *result = NULL;
    personalization_decide(engine, line, length, at, 0, &result);
    puts(result);
    personalization_free(result);
  }
  free(line);
  personalization_close(engine);
  return 0;
}

int main(int count, char **arguments) {
  if (count == 3 && strcmp(arguments[1], "check") == 0) return check(arguments[2]);
  if (count == 4 && strcmp(arguments[1], "decide") == 0) return decide(arguments[2], arguments[3]);
  fputs("usage: interface check WORKSPACE | interface decide WORKSPACE TIME\n", stderr);
  return 64;
}
