/**
 * What an error of a database means to the museum.
 * - Nothing was stored, and the statement may be tried again: `contended` (it conflicted with another transaction),
 *   `locked` (the wait for a lock took too long), `read-only` (another server may have become the primary).
 * - Nothing was stored, and the database cannot work at the moment: `unavailable`, `full` (there is no room for what is
 *   written), `too-many-connections` (a limit of connections is reached).
 * - `lost`: the connection broke, or the disk failed, during a statement; it is unknown whether it was executed.
 * - `duplicate`: a row with the same primary or unique key exists. `index-exists`: an index with the name exists;
 *   `index-missing`: none has it.
 */
export type DatabaseErrorKind = RetriedErrorKind | 'duplicate' | 'index-exists' | 'index-missing'

/** Those after which work may be tried again. */
export type RetriedErrorKind = (typeof retriedErrorKinds)[number]

/** Every `RetriedErrorKind`. */
export const retriedErrorKinds = [
  'contended',
  'locked',
  'read-only',
  'unavailable',
  'full',
  'too-many-connections',
  'lost',
] as const
