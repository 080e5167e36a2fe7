import type { LanguageTag } from '@museum/domain'

/** The languages of Stripe's payment page. */
const locales: ReadonlySet<string> = new Set(
  (
    'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th ' +
    'tr vi zh zh-HK zh-TW'
  ).split(' '),
)

/** Tags whose locale has another name. */
const others: ReadonlyMap<string, string> = new Map([
  ['no', 'nb'],
  ['hi', 'hi-IN'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-HK', 'zh-HK'],
])

/** The locale of Stripe's page that is closest to a language; `auto`, the language of the browser, where there is none. */
export const stripeLocale = (tag: LanguageTag | undefined): string => {
  for (let text: string = tag ?? ''; text !== ''; text = text.slice(0, Math.max(0, text.lastIndexOf('-')))) {
    const locale = others.get(text) ?? text
    if (locales.has(locale)) return locale
  }
  return 'auto'
}
