import type { HanLanguage } from './language-of.ts'
import { type Typeface, typefaceOfFiles, typefaceOfSubsets } from './typeface.ts'

const garamond = typefaceOfFiles(
  '@expo-google-fonts/eb-garamond',
  ['400Regular/EBGaramond_400Regular.ttf', '600SemiBold/EBGaramond_600SemiBold.ttf'],
  { weights: [400, 600] },
)
const japanese = typefaceOfSubsets('@fontsource-variable/noto-serif-jp', 'ja')
const korean = typefaceOfSubsets('@fontsource-variable/noto-serif-kr', 'ko')
const chinese = typefaceOfSubsets('@fontsource-variable/noto-serif-sc', 'zh-Hans')
// This font has the two dozen characters of GB 2312 that the other fonts lack.
const rareChinese = typefaceOfFiles('@expo-google-fonts/zcool-xiaowei', ['400Regular/ZCOOLXiaoWei_400Regular.ttf'])

const alphabeticTypefaces = [
  garamond,
  typefaceOfSubsets('@fontsource-variable/noto-serif'),
  typefaceOfSubsets('@fontsource-variable/noto-naskh-arabic'),
  typefaceOfSubsets('@fontsource-variable/noto-serif-hebrew'),
  typefaceOfSubsets('@fontsource-variable/noto-serif-devanagari'),
  typefaceOfSubsets('@fontsource-variable/noto-serif-thai'),
]

const eastAsianTypefaces: Record<HanLanguage, readonly Typeface[]> = {
  en: [japanese, chinese, korean, rareChinese],
  ja: [japanese, chinese, korean, rareChinese],
  ko: [korean, japanese, chinese, rareChinese],
  'zh-Hans': [chinese, japanese, korean, rareChinese],
}

/** The typefaces for a text in the language, in order of preference. */
export const typefacesFor = (language: HanLanguage): readonly Typeface[] => [
  ...alphabeticTypefaces,
  ...eastAsianTypefaces[language],
]

/** The same for full-width punctuation: marks that Chinese and Japanese share with Latin, but write as wide as a letter. */
export const fullWidthTypefacesFor = (language: HanLanguage): readonly Typeface[] => [
  ...eastAsianTypefaces[language],
  ...alphabeticTypefaces,
]

/** Emoji, in colour. */
export const emoji = typefaceOfFiles(
  '@expo-google-fonts/noto-color-emoji',
  ['400Regular/NotoColorEmoji_400Regular.ttf'],
  { coloured: true },
)

/** Latin letters and digits of one width, for codes. */
export const monospace = typefaceOfFiles('@fontsource/courier-prime', ['files/courier-prime-latin-400-normal.woff2'])
