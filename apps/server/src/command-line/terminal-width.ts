/** The number of columns of the terminal that displays the output, or `undefined` when it goes elsewhere. */
export const terminalWidth = (): number | undefined =>
  // Some terminals report no width.
  process.stdout.isTTY ? process.stdout.columns || 80 : undefined
