import type { Face } from './face.ts'
import { emoji } from './fonts.ts'
import type { Typeface } from './typeface.ts'

/** A text in the form in which the face has a glyph for each of its characters. */
export type TextInFace = Readonly<{ text: string; face: Face }>

/** Drawn in place of a character that no font has. */
export const replacementCharacter = '\ufffd'

/**
 * Selects the face that draws a grapheme cluster: the first of the typefaces that has every character of it, then the
 * emoji font. A cluster that no face covers is drawn character by character. Nothing is returned for a cluster of
 * invisible characters only.
 */
export const selectFaces = (cluster: string, typefaces: readonly Typeface[]): TextInFace[] => {
  if (emojiStyle.test(cluster)) {
    const text = removeInvisible(cluster, partsOfEmoji)
    const face = firstFaceThatCovers(text, [emoji])
    if (face) return [{ text, face }]
  }
  const bare = removeInvisible(cluster, joiners)
  if (removeInvisible(bare) === '') return []

  for (const text of encodingsOf(bare)) {
    const face = firstFaceThatCovers(text, [...typefaces, emoji])
    if (face) return [{ text, face }]
  }
  const characters = Array.from(removeInvisible(bare))
  if (characters.length > 1) return characters.flatMap((character) => selectFaces(character, typefaces))
  return [{ text: replacementCharacter, face: firstFaceThatCovers(replacementCharacter, typefaces)! }]
}

/** The same text in each normalization form. A mark without a letter gets a dotted circle, or a space, to stand on. */
const encodingsOf = (cluster: string) => {
  const texts = /^\p{M}/u.test(cluster) ? [`\u25cc${cluster}`, `\u00a0${cluster}`] : [cluster]
  return new Set(texts.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]))
}

const emojiStyle = /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}|[0-9#*]\ufe0f?\u20e3)/u

// Invisible characters that change the glyphs beside them. The others had their effect before: on the direction of the
// text, on its lines or on its clusters.
const joiners = /\u200c|\u200d/
const partsOfEmoji = /\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/u
const invisible = /\p{Default_Ignorable_Code_Point}/gu

const removeInvisible = (text: string, except?: RegExp) =>
  text.replaceAll(invisible, (character) => (except?.test(character) ? character : ''))

const firstFaceThatCovers = (text: string, typefaces: readonly Typeface[]): Face | undefined => {
  const visible = removeInvisible(text)
  // In a font that has a private or unassigned character, its glyph has a meaning of that font's own.
  if (/[\p{Co}\p{Cn}\p{Cc}]/u.test(visible)) return undefined
  for (const typeface of typefaces)
    for (const face of typeface.faces(visible.codePointAt(0)!)) if (face.covers(visible)) return face
  return undefined
}
