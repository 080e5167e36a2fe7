/**
 * Thrown when the database cannot be used until an operator changes something. The message is for the operator: what is
 * wrong, the driver's code in parentheses, and what to do. It contains no statement and no value.
 */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable'
}
