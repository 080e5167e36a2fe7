import { dictionaries } from './dictionaries.ts'
import { formatMoney } from './formats.ts'
import type { Language } from './language.ts'

/** What a visitor gets back for cancelled tickets, in minor units, and how: a sentence for each amount. */
export const givenBackTexts = (
  language: Language,
  { online, atMuseum }: Readonly<{ online: number; atMuseum: number }>,
  currency: string,
): readonly string[] => {
  const { amountGoesBack } = dictionaries[language].ownCancellation
  return [
    ...(online > 0 ? [amountGoesBack.online(formatMoney(language, online, currency))] : []),
    ...(atMuseum > 0 ? [amountGoesBack.atMuseum(formatMoney(language, atMuseum, currency))] : []),
  ]
}
