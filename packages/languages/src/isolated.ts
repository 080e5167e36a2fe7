/**
 * A character that is written from right to left, or a control character of the Unicode bidirectional algorithm: only these change the
 * order of what stands beside them.
 */
const changesOrder =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A text of the museum or of a visitor, to be put beside numbers and other words: each of its lines is between U+2068 and U+2069 if
 * it could change their order, as an Arabic name that moves the day of a date to its other side. Isolates that the text itself does
 * not close are closed, and what would close ours is left out.
 */
export const isolated = (text: string): string =>
  changesOrder.test(text) ? text.replaceAll(/[^\n\r\u2028\u2029]+/g, (line) => `\u2068${balanced(line)}\u2069`) : text

const balanced = (line: string) => {
  let open = 0
  const closed = line.replaceAll(/[\u2066-\u2069]/g, (control) => {
    if (control !== '\u2069') open += 1
    else if (open === 0) return ''
    else open -= 1
    return control
  })
  return closed + '\u2069'.repeat(open)
}
