import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Face, type FaceOptions, registerFace } from './face.ts'
import type { Language } from './language-of.ts'

/** A design of letters. Its font files are read when `faces` is first called with a character that they may have. */
export type Typeface = Readonly<{
  /** The faces that may have a glyph for the character; `Face.covers` decides. */
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
export const typefaceOfSubsets = (fontPackage: string, language: Language = 'en'): Typeface => {
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

/** Calls the function once, at first use; an error is not kept. */
const lazy = <T>(create: () => T) => {
  let created: { value: T } | undefined
  return () => (created ??= { value: create() }).value
}
