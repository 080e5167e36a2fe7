import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { create } from 'fontkitten'

export type Weight = 400 | 600

/** The languages between which Han characters differ; `en` is any other. */
export type Language = 'en' | 'ja' | 'ko' | 'zh-Hans'

/** Font files that the canvas draws with, under a family name of their own. */
export type Face = Readonly<{
  /** What goes into `context.font`: the weight, where the face has it, the size in px and the family. */
  font: (weight: Weight, size: number) => string
  /** What goes into `context.lang`. */
  language: Language
  /** Whether its letters bring colours of their own. */
  coloured: boolean
  /** Whether it has a glyph for every character of the text, in each of its weights. */
  covers: (text: string) => boolean
}>

/** A design of letters. A large one comes in many small files, of which only those that a text needs are read. */
export type Typeface = Readonly<{ faces: (codePoint: number) => Iterable<Face> }>

const require = createRequire(import.meta.url)

const folderOf = (fontPackage: string) => {
  try {
    return dirname(require.resolve(`${fontPackage}/package.json`))
  } catch (cause) {
    throw new Error(`The font package ${fontPackage} is not installed.`, { cause })
  }
}

const lazily = <T>(make: () => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

type FaceOptions = Pick<Face, 'language' | 'coloured'> & Readonly<{ weights: readonly Weight[] }>

/**
 * Registers font files under a family name and reads which characters all of them have: the weight decides which file
 * the canvas draws with, and it would take another font for a character that this file lacks.
 * Throws an `Error` that names the file when one is missing or is no font: nothing else is drawn in its place.
 */
export const registerFace = (
  family: string,
  files: readonly string[],
  { language = 'en', weights = [400], coloured = false }: Partial<FaceOptions> = {},
): Face => {
  const characters = files
    .map((file) => {
      const charactersOfFile = charactersIn(file)
      if (GlobalFonts.registerFromPath(file, family) === null)
        throw new Error(`The font file ${file} was not accepted by the canvas.`)
      return charactersOfFile
    })
    .reduce((shared, own) => shared.intersection(own))
  return {
    // A weight that a face does not have would be smeared out of the one it has.
    font: (weight, size) => `${weights.includes(weight) ? weight : 400} ${size}px "${family}"`,
    language,
    coloured,
    covers: (text) => Array.from(text).every((character) => characters.has(character.codePointAt(0)!)),
  }
}

const charactersIn = (file: string): ReadonlySet<number> => {
  try {
    const font = create(readFileSync(file))
    if (!('characterSet' in font)) throw new TypeError('it is a collection of fonts')
    return new Set(font.characterSet)
  } catch (cause) {
    throw new Error(`The font file ${file} cannot be read.`, { cause })
  }
}

const whole = (fontPackage: string, files: readonly string[], options: Partial<FaceOptions> = {}): Typeface => {
  const face = lazily(() => {
    const folder = folderOf(fontPackage)
    return registerFace(
      `museum ${fontPackage}`,
      files.map((file) => join(folder, file)),
      options,
    )
  })
  return { faces: () => [face()] }
}

/** A package that says in `unicode.json` which characters to look for in which of its files. */
const sliced = (fontPackage: string, language: Language = 'en'): Typeface => {
  const slices = lazily(() => {
    const folder = folderOf(fontPackage)
    const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
    const facesOf = new Map<number, (() => Face)[]>()
    for (const [key, text] of Object.entries(ranges)) {
      const name = `${fontPackage.split('/')[1]}-${key.replaceAll(/[[\]]/g, '')}`
      const file = join(folder, 'files', `${name}-wght-normal.woff2`)
      const face = lazily(() => registerFace(`museum ${name}`, [file], { language, weights: [400, 600] }))
      for (const codePoint of codePointsOf(text)) facesOf.set(codePoint, [...(facesOf.get(codePoint) ?? []), face])
    }
    return facesOf
  })
  return { faces: (codePoint) => Iterator.from(slices().get(codePoint) ?? []).map((face) => face()) }
}

/** Reads `U+00c0-00ff,U+0131`. */
function* codePointsOf(ranges: string) {
  for (const range of ranges.split(',')) {
    const [first, last = first] = range.trim().slice(2).split('-')
    for (let codePoint = Number.parseInt(first!, 16); codePoint <= Number.parseInt(last!, 16); codePoint += 1)
      yield codePoint
  }
}

const garamond = whole(
  '@expo-google-fonts/eb-garamond',
  ['400Regular/EBGaramond_400Regular.ttf', '600SemiBold/EBGaramond_600SemiBold.ttf'],
  { weights: [400, 600] },
)
const japanese = sliced('@fontsource-variable/noto-serif-jp', 'ja')
const korean = sliced('@fontsource-variable/noto-serif-kr', 'ko')
const chinese = sliced('@fontsource-variable/noto-serif-sc', 'zh-Hans')

const lettersOfAnyLanguage = [
  garamond,
  sliced('@fontsource-variable/noto-serif'),
  sliced('@fontsource-variable/noto-naskh-arabic'),
  sliced('@fontsource-variable/noto-serif-hebrew'),
  sliced('@fontsource-variable/noto-serif-devanagari'),
  sliced('@fontsource-variable/noto-serif-thai'),
]
// For the two dozen characters of GB 2312 that are in no slice of the others.
const rareChinese = whole('@expo-google-fonts/zcool-xiaowei', ['400Regular/ZCOOLXiaoWei_400Regular.ttf'])

const eastAsianLetters: Record<Language, readonly Typeface[]> = {
  en: [japanese, chinese, korean, rareChinese],
  ja: [japanese, chinese, korean, rareChinese],
  ko: [korean, japanese, chinese, rareChinese],
  'zh-Hans': [chinese, japanese, korean, rareChinese],
}

/** The typefaces of a text in a language, the preferred ones first. */
export const lettersFor = (language: Language): readonly Typeface[] => [
  ...lettersOfAnyLanguage,
  ...eastAsianLetters[language],
]

/** The same for the punctuation that Chinese and Japanese share with Latin, but write as wide as their letters. */
export const wideLettersFor = (language: Language): readonly Typeface[] => [
  ...eastAsianLetters[language],
  ...lettersOfAnyLanguage,
]

/** Emoji, in colour. */
export const emoji = whole('@expo-google-fonts/noto-color-emoji', ['400Regular/NotoColorEmoji_400Regular.ttf'], {
  coloured: true,
})

/** Latin letters and digits of one width, for codes. */
export const typewriter = whole('@fontsource/courier-prime', ['files/courier-prime-latin-400-normal.woff2'])
