import { expect, it } from '@jest/globals'
import { LanguageTag } from '@museum/domain'
import { stripeLocale } from './stripe-locales.ts'

it.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['en-GB', 'en-GB'],
  ['en-US', 'en'],
  ['fr-CA', 'fr-CA'],
  ['pt-BR', 'pt-BR'],
  ['ja-JP', 'ja'],
  ['no', 'nb'],
  ['nb-NO', 'nb'],
  ['hi', 'hi-IN'],
  ['zh-CN', 'zh'],
  ['zh-Hant', 'zh-TW'],
  ['zh-Hant-HK', 'zh-HK'],
  ['zh-Hant-TW', 'zh-TW'],
  ['rm', 'auto'],
  ['ar-EG', 'auto'],
])('the page of Stripe for %s is in %s', (tag, locale) => expect(stripeLocale(LanguageTag(tag))).toBe(locale))

it('the page of Stripe is in the language of the browser where none is known', () =>
  expect(stripeLocale(undefined)).toBe('auto'))
