import bidi from 'bidi-js'
import { emoji, fullWidthTypefacesFor, typefacesFor } from './fonts.ts'
import type { HanLanguage } from './language-of.ts'
import type { Face, Typeface } from './typeface.ts'

/** The smallest part of a text that is drawn as a whole: a letter with its marks, an emoji, a space. */
export type Cluster = TextInFace &
  Readonly<{
    /** Its level in the Unicode bidirectional algorithm; at an odd level the text runs from right to left. */
    level: number
    isSpace: boolean
    /**
     * A text that must be drawn before this one so that the canvas shapes it well. It is clipped away; usually empty.
     */
    hiddenPrefix: string
    /** Whether a line may end before it. */
    mayBreakBefore: boolean
  }>

/** A text that the fonts can draw: its clusters in reading order, and the bidirectional level of the paragraph. */
type DrawableText = Readonly<{ clusters: readonly Cluster[]; level: number }>

// The types describe the ES module; Node loads the CommonJS one, whose export is the function.
const { getEmbeddingLevels } = (bidi as unknown as typeof bidi.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Prepares a text for drawing in one line of any length. Invisible characters take effect (direction, joining) and are
 * then removed. A character that no font has becomes U+FFFD. The preferred typeface comes before the others.
 */
export const drawableText = (raw: string, language: HanLanguage, preferred?: Typeface): DrawableText => {
  const text = replaceControls(raw)
  const { levels, paragraphs } = getEmbeddingLevels(text)
  const breaks = breakOpportunities(text, language)
  const typefaces = [...(preferred ? [preferred] : []), ...typefacesFor(language)]
  const fullWidth = fullWidthPunctuation(text, language)

  const clusters: Cluster[] = []
  let mayBreakBefore = false
  for (const { segment, index } of graphemes.segment(text)) {
    mayBreakBefore ||= breaks.has(index)
    for (const part of selectFaces(segment, fullWidth.has(index) ? fullWidthTypefacesFor(language) : typefaces)) {
      const isSpace = /^\s$/u.test(part.text)
      const hiddenPrefix = hiddenPrefixOf(part.text)
      clusters.push({ ...part, level: levels[index]!, isSpace, hiddenPrefix, mayBreakBefore })
      mayBreakBefore = false
    }
  }
  return { clusters, level: paragraphs[0]?.level ?? 0 }
}

/** Splits a cluster that is wider than a line into its characters. */
export const splitIntoCharacters = (cluster: Cluster): Cluster[] =>
  Array.from(cluster.text, (text, index) => ({
    ...cluster,
    text,
    hiddenPrefix: '',
    mayBreakBefore: index > 0 || cluster.mayBreakBefore,
  }))

// An emoji sequence whose first character is a sign that can also be text, such as the rainbow flag or the heart on
// fire: the canvas draws it as separate emoji, unless another emoji stands before it.
const hiddenPrefixOf = (text: string) =>
  /^(?!\p{Emoji_Presentation})\p{Emoji}\ufe0f?\u200d\p{Emoji_Presentation}/u.test(text) ? '😀' : ''

// Embeddings and overrides are removed, since a name that is printed backwards would mislead the staff. Isolates stay.
const replaceControls = (raw: string) =>
  raw
    .toWellFormed()
    .replaceAll(/[\t-\r\u2028\u2029]|[^\P{Zs}\u00a0\u2007\u202f\u3000]/gu, ' ')
    .replaceAll(/[\u2007\u202f]/g, '\u00a0')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/[\u202a-\u202e\ufff9-\ufffb]/g, '')
    .replaceAll(/\p{Cc}/gu, replacementCharacter)
    .trim()

const fullWidthPunctuation = (text: string, language: HanLanguage): ReadonlySet<number> =>
  new Set(
    language === 'ja' || language === 'zh-Hans'
      ? Array.from(
          text.matchAll(/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[‘’“”…—·]+|[‘“](?=\p{sc=Han})/gu),
          ({ 0: { length }, index }) => Array.from({ length }, (_, n) => index + n),
        ).flat()
      : [],
  )

/**
 * The indices of the text before which a line may end: after a space or a hyphen, and between the words of scripts that
 * put no space between them. Punctuation stays with its word.
 */
export const breakOpportunities = (text: string, language: HanLanguage): ReadonlySet<number> => {
  const indices = new Set<number>()
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  for (const { index } of words.segment(text)) {
    // The characters on both sides of the index, with a line feed where the line would end.
    const surroundings = `${text.slice(Math.max(0, index - 4), index)}\n${text.slice(index, index + 4)}`
    if (index > 0 && allowed.test(surroundings) && !prohibited.test(surroundings)) indices.add(index)
  }
  return indices
}

const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]|\p{Extended_Pictographic}\ufe0f?`
const allowed = new RegExp(String.raw`[\s\u200b]\n|[\p{L}\p{N}][\p{Pd}/]\n|(?:${unspaced})\n|\n(?:${unspaced})`, 'u')

const opening = String.raw`[\p{Ps}\p{Pi}\u00a0\u2060]`
const closing = String.raw`[\s\p{Pe}\p{Pf}\p{M}\u2060!?,.:;…%/·・、。，．：；！？％ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]`
const prohibited = new RegExp(String.raw`${opening}\n|\n${closing}|\S\n\p{Pd}`, 'u')

/** A text in the form in which the face has a glyph for each of its characters. */
type TextInFace = Readonly<{ text: string; face: Face }>

/** Drawn in place of a character that no font has. */
export const replacementCharacter = '\ufffd'

/**
 * Selects the face that draws a grapheme cluster: the first of the typefaces that has every character of it, then the
 * emoji font. A cluster that no face covers is drawn character by character. Nothing is returned for a cluster of
 * invisible characters only.
 */
const selectFaces = (cluster: string, typefaces: readonly Typeface[]): TextInFace[] => {
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

// Invisible characters that change the glyphs beside them. The other invisible characters have had their effect
// already: on the direction, the lines or the clusters of the text.
const joiners = /\u200c|\u200d/
const partsOfEmoji = /\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/u
const invisible = /\p{Default_Ignorable_Code_Point}/gu

const removeInvisible = (text: string, except?: RegExp) =>
  text.replaceAll(invisible, (character) => (except?.test(character) ? character : ''))

const firstFaceThatCovers = (text: string, typefaces: readonly Typeface[]): Face | undefined => {
  const visible = removeInvisible(text)
  // Never drawn: in each font, a private or unassigned character has another meaning.
  if (/[\p{Co}\p{Cn}\p{Cc}]/u.test(visible)) return undefined
  for (const typeface of typefaces)
    for (const face of typeface.faces(visible.codePointAt(0)!)) if (face.covers(visible)) return face
  return undefined
}
