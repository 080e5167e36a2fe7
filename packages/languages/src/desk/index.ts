import type { Language } from '../language.ts'
import type { DeskTexts } from './en.ts'

export type { DeskTexts } from './en.ts'
export { mirrored } from './mirrored.ts'

/** Loads the texts of the desk in a language: a page loads one language only. */
export const deskTexts: Readonly<Record<Language, () => Promise<DeskTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  ja: async () => (await import('./ja.ts')).ja,
}
