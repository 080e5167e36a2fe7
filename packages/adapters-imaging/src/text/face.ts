import { readFileSync } from 'node:fs'
import { GlobalFonts } from '@napi-rs/canvas'
import { create } from 'fontkitten'
import type { Language } from './language-of.ts'

export type Weight = 400 | 600

/** Font files, one for each weight or one for all, that are registered with the canvas under one family name. */
export type Face = Readonly<{
  /** The value for `context.font`: the weight (400 where the face lacks it), the size in pixels and the family. */
  font: (weight: Weight, size: number) => string
  /** The value for `context.lang`. */
  language: Language
  /** Whether its glyphs have colours of their own, as emoji do. */
  coloured: boolean
  /** Whether it has a glyph for every character of the text, in each of its weights. */
  covers: (text: string) => boolean
}>

export type FaceOptions = Pick<Face, 'language' | 'coloured'> & Readonly<{ weights: readonly Weight[] }>

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
