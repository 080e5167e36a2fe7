/** SQLITE_READONLY_DBMOVED: there is no file, or another one, at the path of a database that is open. */
export const wasMoved = 1032

/** The error of SQLite for a database file that was moved, which SQLite itself finds only in some of its modes. */
export class FileWasMoved extends Error {
  override readonly name = 'FileWasMoved'
  readonly errcode = wasMoved

  constructor() {
    super('the database file was moved, deleted or replaced')
  }
}
