import type { Dialect, RawBuilder } from 'kysely'

/**
 * What an error of the engine means to us. `contended`: another transaction, or a change of the primary, was in the way
 * and nothing was stored, so the same may be tried again; `locked`: the same, after waiting in vain for a lock.
 * `away`: the database cannot work just now, and nothing was stored. `lost`: the connection broke under a statement, of
 * which nobody knows whether it was carried out.
 */
export type Complaint = 'contended' | 'locked' | 'away' | 'lost' | 'duplicate' | 'index-exists'

/** The types of columns, by what they hold. A migration that has been released is frozen, and so is what it names here. */
type ColumnTypes = Readonly<{
  uuid: RawBuilder<unknown>
  calendarDate: RawBuilder<unknown>
  integer: RawBuilder<unknown>
  /** At most so many characters (code points). */
  text: (atMost: number) => RawBuilder<unknown>
  longText: RawBuilder<unknown>
  /** At most so many bytes, compared byte by byte. */
  bytes: (atMost: number) => RawBuilder<unknown>
}>

/**
 * The end of a select, and what is 1 in it on a server that knows the clause: another one may take it for a comment, and
 * lock nothing.
 */
export type Lock = Readonly<{ clause: RawBuilder<unknown>; isUnderstood: RawBuilder<number> }>

/** All that differs between the engines. Nothing else asks which engine it is on. */
export type Engine = Readonly<{
  dialect: Dialect
  /** Ends a select: until the transaction ends, nobody changes what was read; others may read it under the same lock. */
  inShareMode: Lock
  /** The same, passing over what somebody else is changing. */
  inShareModeIfFree: Lock
  /** Ends a select: until the transaction ends, nobody else changes what was read or reads it under a lock. */
  forUpdate: RawBuilder<unknown>
  /** Milliseconds: with less time left, another statement is not worth while, or not safe, to begin. */
  shortestStatement: number
  complaintOf: (error: unknown) => Complaint | undefined
  /**
   * What an operator must change, where the error says so: what is wrong, the driver's code in parentheses, and what to
   * do. It holds no statement and no value.
   */
  operatorMessage: (error: unknown) => string | undefined
  /** The seconds since 1970, by the clock of the database. */
  now: RawBuilder<number>
  columns: ColumnTypes
  /** Ends a `create table`. */
  tableOptions: RawBuilder<unknown>
}>

export type EngineOptions = Readonly<{
  /** The certificate of the authority that signed the server's, as PEM text or as the path of such a file. */
  ca?: string | undefined
  /** Called with a sentence for the operator, when the database is opened and other users can read its files. */
  warn?: ((message: string) => void) | undefined
}>
