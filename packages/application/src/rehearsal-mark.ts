/** The mark of a database of a rehearsal, whose tickets are not valid. It is never removed. */
export interface RehearsalMark {
  /** Whether the database has the mark. */
  isSet(): Promise<boolean>
  /** Sets the mark; does nothing where it is set. */
  set(): Promise<void>
  /** Whether the database has a ticket that was sold by anybody else than these sellers. */
  hasSales(exceptBy: readonly string[]): Promise<boolean>
}
