/**
 * What the rules of the domain say about texts, as patterns for the OpenAPI document. They use only what the regular
 * expressions of all languages have, without flags, so that a few values match which the domain refuses, such as a name of
 * invisible characters alone.
 */
export const patterns = {
  /** A date of the years 1970 to 9999. Whether its month has that day says `format: date`. */
  date: '^(19[7-9][0-9]|[2-9][0-9]{3})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  /** Without control characters, and not only of white space. */
  line: String.raw`^[^\x00-\x1f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f]*$`,
  /** Without control characters, except TAB, LF and CR. */
  lines: String.raw`^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$`,
  /** One @ between two parts without white space. */
  email: String.raw`^[^@\s\x00-\x1f\x7f-\x9f]+@[^@\s\x00-\x1f\x7f-\x9f]+$`,
  /** At least three digits, with punctuation. */
  phone: String.raw`^([+()\-./x# ]*[0-9]){3}[0-9+()\-./x# ]*$`,
  /** `*`, or a list of entity tags; empty elements of a list are allowed. */
  entityTags: String.raw`^(\*|[ \t,]*(W/)?"[^\x00-\x20\x22\x7f]*"([ \t]*,[ \t,]*(W/)?"[^\x00-\x20\x22\x7f]*")*[ \t,]*)$`,
} as const
