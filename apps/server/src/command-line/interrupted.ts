/** Thrown when the user ends a command with Ctrl-C while it asks for something, or a signal ends it while it works. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals = 'SIGINT') {
    super(`interrupted by ${signal}`)
    this.signal = signal
  }
}
