/**
 * The beginning of a text, at most about `length` UTF-16 units, and its rest. It ends at a space where there is one in the last
 * third, otherwise between two characters as a reader sees them.
 */
export const excerptOf = (text: string, length: number): Readonly<{ text: string; rest: string }> => {
  if (text.length <= length) return { text, rest: '' }
  const space = text.slice(0, length).search(/\s(?=\S*$)/)
  const end = space > (length * 2) / 3 ? space : (graphemes.segment(text).containing(length)?.index ?? length)
  return { text: text.slice(0, end).trimEnd(), rest: text.slice(end).trimStart() }
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
