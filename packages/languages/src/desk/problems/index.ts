import type { Language } from '../../language.ts'
import type { ProblemTexts } from './en.ts'

export type { ProblemTexts } from './en.ts'
export { type ProblemSentence, type ProblemValues, type ProblemWords, sayProblem } from './problem-words.ts'

/** Loads the sentences about problems in a language: a page needs them once there is one. */
export const problemTexts: Readonly<Record<Language, () => Promise<ProblemTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  ja: async () => (await import('./ja.ts')).ja,
}
