import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter()

/** A text that is displayed in at most `width` columns: cut, with … at its end, if it is longer. */
export const shorten = (text: string, width: number): string => {
  if (stringWidth(text) <= width) return text
  let shortened = ''
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(shortened + segment) >= width) break
    shortened += segment
  }
  return `${shortened}…`
}
