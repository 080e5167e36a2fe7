import bidi from 'bidi-js'
import { breakOpportunities } from './break-opportunities.ts'
import { fullWidthTypefacesFor, typefacesFor } from './fonts.ts'
import type { Language } from './language-of.ts'
import { type TextInFace, replacementCharacter, selectFaces } from './select-faces.ts'
import type { Typeface } from './typeface.ts'

/** The smallest part of a text that is drawn as a whole: a letter with its marks, an emoji, a space. */
export type Cluster = TextInFace &
  Readonly<{
    /** Its level in the Unicode bidirectional algorithm; at an odd level the text runs from right to left. */
    level: number
    isSpace: boolean
    /** A text that must be drawn before it for the canvas to shape it, and is clipped away; mostly empty. */
    hiddenPrefix: string
    /** Whether a line may end before it. */
    mayBreakBefore: boolean
  }>

/** A text that the fonts can draw: its clusters in reading order, and the bidirectional level of the paragraph. */
export type DrawableText = Readonly<{ clusters: readonly Cluster[]; level: number }>

// The types describe the ES module; Node loads the CommonJS one, whose export is the function.
const { getEmbeddingLevels } = (bidi as unknown as typeof bidi.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Prepares a text for drawing in one line of any length. Characters that are invisible take effect (direction, joining)
 * and are removed; a character that no font has becomes U+FFFD. The preferred typeface comes before the others.
 */
export const drawableText = (raw: string, language: Language, preferred?: Typeface): DrawableText => {
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

// Embeddings and overrides are removed: a name that is printed backwards would mislead the staff. Isolates stay.
const replaceControls = (raw: string) =>
  raw
    .toWellFormed()
    .replaceAll(/[\t-\r\u2028\u2029]|[^\P{Zs}\u00a0\u2007\u202f\u3000]/gu, ' ')
    .replaceAll(/[\u2007\u202f]/g, '\u00a0')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/[\u202a-\u202e\ufff9-\ufffb]/g, '')
    .replaceAll(/\p{Cc}/gu, replacementCharacter)
    .trim()

const fullWidthPunctuation = (text: string, language: Language): ReadonlySet<number> =>
  new Set(
    language === 'ja' || language === 'zh-Hans'
      ? Array.from(
          text.matchAll(/(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}][‘’“”…—·]*)[‘’“”…—·]|[‘“](?=\p{sc=Han})/gu),
          ({ index }) => index,
        )
      : [],
  )
