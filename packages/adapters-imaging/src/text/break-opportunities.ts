import type { Language } from './language-of.ts'

/**
 * The indices of the text before which a line may end: after a space or a hyphen, and between the words of scripts that
 * put no space between them. Punctuation stays with its word.
 */
export const breakOpportunities = (text: string, language: Language): ReadonlySet<number> => {
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
