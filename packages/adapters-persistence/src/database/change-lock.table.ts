/** One row for each kind of things that are changed one after the other. `changes` is the number of such changes. */
type ChangeLockTable = { kind: string; changes: number }

export type ChangeLockTables = { change_lock: ChangeLockTable }
