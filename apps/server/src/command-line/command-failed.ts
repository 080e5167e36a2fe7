/** Thrown when a command cannot do what it was asked to. The message is for its user: why, and what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}
