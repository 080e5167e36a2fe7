const needsNoQuotes = /^[\p{L}\p{N}@%+:,./_-]+$/u

/**
 * A text as a user types it as an argument of a command in a POSIX shell: in quotation marks where the shell would change
 * it, and after `--` where it would be taken for an option.
 */
export const asArgument = (text: string): string => {
  const word = needsNoQuotes.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
  return text.startsWith('-') ? `-- ${word}` : word
}
