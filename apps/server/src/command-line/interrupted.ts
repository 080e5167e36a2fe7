/** Thrown when the user ends a command with Ctrl-C while it asks for something. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}
