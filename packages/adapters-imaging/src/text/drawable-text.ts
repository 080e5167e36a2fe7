import bidi from 'bidi-js'
import { type Face, type Language, type Typeface, emoji, lettersFor, wideLettersFor } from './fonts.ts'
import { lineBreaks } from './break-opportunities.ts'

/** The smallest part of a text that is drawn as a whole: a letter with its marks, an emoji, a space. */
export type Glyphs = Readonly<{
  text: string
  /** It has every character of the text. */
  face: Face
  /** The level of the Unicode bidirectional algorithm: an odd one runs from right to left. */
  level: number
  isSpace: boolean
  /** What must stand before it for the canvas to draw it right, but must not be seen. */
  lead: string
  /** Whether a line may end before it. */
  mayBreakBefore: boolean
}>

/** A text that the fonts can draw: in the order in which it is read, and the level of the paragraph. */
export type DrawableText = Readonly<{ glyphs: readonly Glyphs[]; level: number }>

/** What a character is drawn as that no font has. */
export const replacementCharacter = '\ufffd'

// Its types describe the module file, but Node takes the CommonJS one, which is the function itself.
const { getEmbeddingLevels } = (bidi as unknown as typeof bidi.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Makes a text drawable in one line of any length. Invisible characters that only direct the reader go after they have
 * done so; a character that no font has becomes U+FFFD.
 * `first` is a typeface to prefer.
 */
export const drawableText = (raw: string, language: Language, first?: Typeface): DrawableText => {
  const text = legible(raw)
  const { levels, paragraphs } = getEmbeddingLevels(text)
  const breaks = lineBreaks(text, language)
  const typefaces = [...(first ? [first] : []), ...lettersFor(language)]
  const wide = widePunctuation(text, language)

  const glyphs: Glyphs[] = []
  let mayBreakBefore = false
  for (const { segment, index } of graphemes.segment(text)) {
    mayBreakBefore ||= breaks.has(index)
    for (const { text: drawn, face } of draw(segment, wide.has(index) ? wideLettersFor(language) : typefaces)) {
      const isSpace = /^\s$/u.test(drawn)
      glyphs.push({ text: drawn, face, level: levels[index]!, isSpace, lead: leadOf(drawn), mayBreakBefore })
      mayBreakBefore = false
    }
  }
  return { glyphs, level: paragraphs[0]?.level ?? 0 }
}

// Rainbow flag, heart on fire and their like begin with a sign that can also be text. The canvas takes them apart, but
// not behind another emoji.
const leadOf = (text: string) =>
  /^(?!\p{Emoji_Presentation})\p{Emoji}\ufe0f?\u200d\p{Emoji_Presentation}/u.test(text) ? '😀' : ''

/** A cluster in pieces of one character each, for the cluster that is wider than a line. */
export const inCharacters = (glyphs: Glyphs): Glyphs[] =>
  Array.from(glyphs.text, (text, place) => ({
    ...glyphs,
    text,
    lead: '',
    mayBreakBefore: place > 0 || glyphs.mayBreakBefore,
  }))

// Embeddings and overrides are left out: a name that reads backwards would mislead at the door. Isolates remain.
const legible = (raw: string) =>
  raw
    .toWellFormed()
    .replaceAll(/[\t-\r\u2028\u2029]|[^\P{Zs}\u00a0\u2007\u202f\u3000]/gu, ' ')
    .replaceAll(/[\u2007\u202f]/g, '\u00a0')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/[\u202a-\u202e\ufff9-\ufffb]/g, '')
    .replaceAll(/\p{Cc}/gu, replacementCharacter)
    .trim()

const widePunctuation = (text: string, language: Language): ReadonlySet<number> =>
  new Set(
    language === 'ja' || language === 'zh-Hans'
      ? Array.from(
          text.matchAll(/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][‘’“”…—·]*)[‘’“”…—·]|[‘“](?=\p{sc=Han})/gu),
          ({ index }) => index,
        )
      : [],
  )

type Drawn = Readonly<{ text: string; face: Face }>

const draw = (cluster: string, typefaces: readonly Typeface[]): Drawn[] => {
  if (emojiStyle.test(cluster)) {
    const text = without(cluster, partsOfEmoji)
    const face = faceOf(text, [emoji])
    if (face) return [{ text, face }]
  }
  const bare = without(cluster, joiners)
  if (visible(bare) === '') return []

  for (const form of formsOf(bare)) {
    const face = faceOf(form, [...typefaces, emoji])
    if (face) return [{ text: form, face }]
  }
  const characters = Array.from(visible(bare))
  if (characters.length > 1) return characters.flatMap((character) => draw(character, typefaces))
  return [{ text: replacementCharacter, face: faceOf(replacementCharacter, typefaces)! }]
}

// A mark without a letter stands on a dotted circle, or on a space in a font that has no circle.
const formsOf = (cluster: string) => {
  const whole = /^\p{M}/u.test(cluster) ? [`\u25cc${cluster}`, `\u00a0${cluster}`] : [cluster]
  return new Set(whole.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]))
}

const emojiStyle = /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator}|[0-9#*]\ufe0f?\u20e3)/u

// Invisible characters that shape what stands beside them; the others of their kind have done their work by now.
const joiners = /\u200c|\u200d/
const partsOfEmoji = /\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/u
const invisible = /\p{Default_Ignorable_Code_Point}/gu

const without = (text: string, kept: RegExp) =>
  text.replaceAll(invisible, (character) => (kept.test(character) ? character : ''))
const visible = (text: string) => text.replaceAll(invisible, '')

const faceOf = (text: string, typefaces: readonly Typeface[]): Face | undefined => {
  const needed = visible(text)
  // What is private or not assigned means something else, or nothing, in every font.
  if (/[\p{Co}\p{Cn}\p{Cc}]/u.test(needed)) return undefined
  for (const typeface of typefaces)
    for (const face of typeface.faces(needed.codePointAt(0)!)) if (face.covers(needed)) return face
  return undefined
}
