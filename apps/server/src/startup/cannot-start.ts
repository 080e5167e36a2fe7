/** Thrown when the server or a command cannot start. The message is for the operator: what is wrong and what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}
