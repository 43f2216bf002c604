/* Tables in Arrow's C data interface, written down by hand, that count what of them was released. */
#ifndef TABLES_H
#define TABLES_H

#include <personalization.h>
#include <stdlib.h>
#include <string.h>

/* A column as a test spells it; zeros: nothing. */
struct column {
  const char *format;
  const char *name;
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int n_buffers;
  const void *buffers[4];
  int n_children;
  const struct column *children;
  const struct column *dictionary;
};

/* How a long text is spelt in a column of views. */
struct view {
  int32_t length;
  char prefix[4];
  int32_t buffer;
  int32_t offset;
};

/* Structures that are not released yet. */
static _Atomic int alive = 0;

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  free(schema->children);
  if (schema->dictionary) {
    if (schema->dictionary->release) schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
  }
  free((void *)schema->format);
  free((void *)schema->name);
  schema->release = NULL;
  alive--;
}

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  free(array->children);
  if (array->dictionary) {
    if (array->dictionary->release) array->dictionary->release(array->dictionary);
    free(array->dictionary);
  }
  free(array->buffers);
  array->release = NULL;
  alive--;
}

static char *copied(const char *text) { return text ? strdup(text) : NULL; }

static void make(const struct column *column, struct ArrowSchema *schema, struct ArrowArray *array) {
  *schema = (struct ArrowSchema){
      .format = copied(column->format), .name = copied(column->name), .flags = ARROW_FLAG_NULLABLE,
      .n_children = column->n_children, .release = release_schema};
  *array = (struct ArrowArray){
      .length = column->length, .null_count = column->null_count, .offset = column->offset,
      .n_buffers = column->n_buffers, .n_children = column->n_children, .release = release_array};
  alive += 2;
  array->buffers = calloc(column->n_buffers + 1, sizeof(void *));
  memcpy(array->buffers, column->buffers, column->n_buffers * sizeof(void *));
  schema->children = calloc(column->n_children + 1, sizeof(void *));
  array->children = calloc(column->n_children + 1, sizeof(void *));
  for (int i = 0; i < column->n_children; i++) {
    schema->children[i] = malloc(sizeof(struct ArrowSchema));
    array->children[i] = malloc(sizeof(struct ArrowArray));
    make(&column->children[i], schema->children[i], array->children[i]);
  }
  if (column->dictionary) {
    schema->dictionary = malloc(sizeof(struct ArrowSchema));
    array->dictionary = malloc(sizeof(struct ArrowArray));
    make(column->dictionary, schema->dictionary, array->dictionary);
  }
}

/* Whether a row of a column of numbered texts is this text; NULL: no value. */
static int is_text(const struct ArrowArray *column, int64_t row, const char *text) {
  const uint8_t *validity = column->buffers[0];
  int is_valid = !validity || validity[row / 8] >> row % 8 & 1;
  if (!is_valid || !text) return !is_valid && !text;
  int32_t index = ((const int32_t *)column->buffers[1])[row];
  const int32_t *offsets = column->dictionary->buffers[1];
  const char *bytes = column->dictionary->buffers[2];
  size_t length = offsets[index + 1] - offsets[index];
  return length == strlen(text) && memcmp(bytes + offsets[index], text, length) == 0;
}

/* The texts of a row of a column of lists, with commas between, as a text of the caller's. */
static char *joined(const struct ArrowArray *column, int64_t row) {
  const int32_t *lists = column->buffers[1];
  const int32_t *offsets = column->children[0]->buffers[1];
  const char *bytes = column->children[0]->buffers[2];
  char *text = calloc(offsets[lists[row + 1]] - offsets[lists[row]] + lists[row + 1] - lists[row] + 1, 1);
  for (int32_t i = lists[row]; i < lists[row + 1]; i++) {
    if (i > lists[row]) strcat(text, ",");
    strncat(text, bytes + offsets[i], offsets[i + 1] - offsets[i]);
  }
  return text;
}

static int has_list(const struct ArrowArray *column, int64_t row, const char *expected) {
  char *text = joined(column, row);
  int is_equal = strcmp(text, expected) == 0;
  free(text);
  return is_equal;
}

#endif
