import type { Brand } from '../brand.ts'
import { valueObject } from '../fault.ts'

const maxLength = 35

/** The language of a visitor: a BCP 47 tag such as `de` or `pt-BR`, of at most 35 characters. */
export type LanguageTag = Brand<string, 'LanguageTag'>
/** Makes a `LanguageTag` from a BCP 47 tag, in its canonical form. Throws a `TypeError` for any other text. */
export const LanguageTag = valueObject<string, LanguageTag>(
  (text) =>
    // The canonical form may be longer: that of `sh` is `sr-Latn`.
    text.length <= maxLength && (canonicalForm(text)?.length ?? Number.POSITIVE_INFINITY) <= maxLength
      ? undefined
      : {
          code: 'not-a-language',
          detail: `must be a BCP 47 language tag such as de or pt-BR, of at most ${maxLength} characters`,
        },
  (text) => canonicalForm(text) as LanguageTag,
)

const canonicalForm = (text: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}
