import { de } from './de.ts'
import { type Dictionary, en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import type { Language } from './language.ts'

/** The texts of each language. */
export const dictionaries: Readonly<Record<Language, Dictionary>> = { en, de, fr, es, ja }
