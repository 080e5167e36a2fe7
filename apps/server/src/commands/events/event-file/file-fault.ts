/** A fault of a file after which it cannot be read on. The message is a predicate for the line. */
export class FileFault extends Error {
  override readonly name = 'FileFault'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}
