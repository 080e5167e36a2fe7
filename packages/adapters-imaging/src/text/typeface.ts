import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { GlobalFonts } from '@napi-rs/canvas'
import { create } from 'fontkitten'
import type { HanLanguage } from './language-of.ts'

/**
 * A typeface of one or more font files. A file is read when `faces` is first called with a character that it may have.
 */
export type Typeface = Readonly<{
  /** The faces that may have a glyph for the character; `Face.covers` says whether they do. */
  faces: (codePoint: number) => Iterable<Face>
}>

/** A typeface whose font files, one for each weight, hold all of its characters. */
export const typefaceOfFiles = (
  fontPackage: string,
  files: readonly string[],
  options: Partial<FaceOptions> = {},
): Typeface => {
  const face = lazy(() => {
    const folder = folderOf(fontPackage)
    return registerFace(
      `museum ${fontPackage}`,
      files.map((file) => join(folder, file)),
      options,
    )
  })
  return { faces: () => [face()] }
}

/** A typeface whose characters are spread over many files; the package's `unicode.json` maps ranges of them to files. */
export const typefaceOfSubsets = (fontPackage: string, language: HanLanguage = 'en'): Typeface => {
  const facesByCodePoint = lazy(() => {
    const folder = folderOf(fontPackage)
    const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
    const faces = new Map<number, (() => Face)[]>()
    for (const [subset, rangesOfSubset] of Object.entries(ranges)) {
      const name = `${fontPackage.split('/')[1]}-${subset.replaceAll(/[[\]]/g, '')}`
      const file = join(folder, 'files', `${name}-wght-normal.woff2`)
      const face = lazy(() => registerFace(`museum ${name}`, [file], { language, weights: [400, 600] }))
      for (const codePoint of codePointsIn(rangesOfSubset))
        faces.set(codePoint, [...(faces.get(codePoint) ?? []), face])
    }
    return faces
  })
  return { faces: (codePoint) => Iterator.from(facesByCodePoint().get(codePoint) ?? []).map((face) => face()) }
}

/** Parses the syntax of CSS, such as `U+00c0-00ff,U+0131`. */
function* codePointsIn(ranges: string) {
  for (const range of ranges.split(',')) {
    const [first, last = first] = range.trim().slice(2).split('-')
    for (let codePoint = Number.parseInt(first!, 16); codePoint <= Number.parseInt(last!, 16); codePoint += 1)
      yield codePoint
  }
}

const require = createRequire(import.meta.url)

const folderOf = (fontPackage: string) => {
  try {
    return dirname(require.resolve(`${fontPackage}/package.json`))
  } catch (cause) {
    throw new Error(`The font package ${fontPackage} is not installed.`, { cause })
  }
}

/** Calls the function once, at the first use, and caches the result, but not an error. */
const lazy = <T>(create: () => T) => {
  let created: { value: T } | undefined
  return () => (created ??= { value: create() }).value
}

export type Weight = 400 | 600

/** Font files that are registered with the canvas under one family name: one for each weight, or one for all. */
export type Face = Readonly<{
  /** The value for `context.font`: the weight (400 where the face lacks it), the size in pixels and the family. */
  font: (weight: Weight, size: number) => string
  /** The value for `context.lang`. */
  language: HanLanguage
  /** Whether its glyphs have colours of their own, as emoji do. */
  coloured: boolean
  /** Whether it has a glyph for every character of the text, in each of its weights. */
  covers: (text: string) => boolean
}>

type FaceOptions = Pick<Face, 'language' | 'coloured'> & Readonly<{ weights: readonly Weight[] }>

/**
 * Registers font files with the canvas under a family name. The face covers the characters that all of its files have:
 * the weight decides which file the canvas draws with, and for a character that this file lacks it would take a font of
 * another family.
 * Throws an `Error` that names the file when a file is missing or is not a font.
 */
export const registerFace = (
  family: string,
  files: readonly string[],
  { language = 'en', weights = [400], coloured = false }: Partial<FaceOptions> = {},
): Face => {
  const characters = files
    .map((file) => {
      const charactersOfFile = readCharacterSet(file)
      if (GlobalFonts.registerFromPath(file, family) === null)
        throw new Error(`The canvas did not accept the font file ${file}.`)
      return charactersOfFile
    })
    .reduce((common, charactersOfFile) => common.intersection(charactersOfFile))
  return {
    // For a weight that the face lacks, the canvas would thicken the glyphs of another weight.
    font: (weight, size) => `${weights.includes(weight) ? weight : 400} ${size}px "${family}"`,
    language,
    coloured,
    covers: (text) => Array.from(text).every((character) => characters.has(character.codePointAt(0)!)),
  }
}

const readCharacterSet = (file: string): ReadonlySet<number> => {
  try {
    const font = create(readFileSync(file))
    if (!('characterSet' in font)) throw new TypeError('The file is a collection of fonts.')
    return new Set(font.characterSet)
  } catch (cause) {
    throw new Error(`The font file ${file} cannot be read.`, { cause })
  }
}
