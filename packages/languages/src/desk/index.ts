import type { Language } from '../language.ts'
import type { DeskTexts } from './en.ts'
import type { OfficeTexts } from './office/en.ts'
import type { TillTexts } from './till/en.ts'

export type { DeskTexts } from './en.ts'
export { mirrored } from './mirrored.ts'
export type { OfficeTexts } from './office/en.ts'
export type { TillTexts } from './till/en.ts'

/** Loads the texts of the desk in a language: a page loads one language only. */
export const deskTexts: Readonly<Record<Language, () => Promise<DeskTexts>>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  ja: async () => (await import('./ja.ts')).ja,
}

/** Loads the texts of the office in a language: most users never see them. */
export const officeTexts: Readonly<Record<Language, () => Promise<OfficeTexts>>> = {
  en: async () => (await import('./office/en.ts')).en,
  de: async () => (await import('./office/de.ts')).de,
  fr: async () => (await import('./office/fr.ts')).fr,
  es: async () => (await import('./office/es.ts')).es,
  ja: async () => (await import('./office/ja.ts')).ja,
}

/** Loads the texts of the till and the closing in a language: those who sell no tickets never see them. */
export const tillTexts: Readonly<Record<Language, () => Promise<TillTexts>>> = {
  en: async () => (await import('./till/en.ts')).en,
  de: async () => (await import('./till/de.ts')).de,
  fr: async () => (await import('./till/fr.ts')).fr,
  es: async () => (await import('./till/es.ts')).es,
  ja: async () => (await import('./till/ja.ts')).ja,
}
