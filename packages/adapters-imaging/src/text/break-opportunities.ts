import type { Language } from './fonts.ts'

/**
 * The places, as indices of the text, before which a line may end: after a space or a hyphen, and between the words of
 * scripts that put no space between them. Punctuation stays with its word.
 */
export const lineBreaks = (text: string, language: Language): ReadonlySet<number> => {
  const places = new Set<number>()
  const words = new Intl.Segmenter(language, { granularity: 'word' })
  for (const { index } of words.segment(text)) {
    // The characters on both sides of the place, and the end of the line between them.
    const turn = `${text.slice(Math.max(0, index - 4), index)}\n${text.slice(index, index + 4)}`
    if (index > 0 && parts.test(turn) && !joins.test(turn)) places.add(index)
  }
  return places
}

const unspaced = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u3000-\u303f\uff00-\uffef]|\p{Extended_Pictographic}\ufe0f?`
const parts = new RegExp(String.raw`[\s\u200b]\n|[\p{L}\p{N}][\p{Pd}/]\n|(?:${unspaced})\n|\n(?:${unspaced})`, 'u')

const opening = String.raw`[\p{Ps}\p{Pi}\u00a0\u2060]`
const closing = String.raw`[\s\p{Pe}\p{Pf}\p{M}\u2060!?,.:;…%/·・、。，．：；！？％ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]`
const joins = new RegExp(String.raw`${opening}\n|\n${closing}|\S\n\p{Pd}`, 'u')
