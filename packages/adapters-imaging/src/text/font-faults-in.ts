import { drawableText } from './drawable-text.ts'
import { languageOf } from './language-of.ts'
import { sampleTexts } from './sample-texts.ts'
import { replacementCharacter } from './select-faces.ts'

/** A script that cannot be drawn, and why. */
export type FontFault = Readonly<{ script: string; reason: string }>

/** The scripts of the texts, which are by script, for which a font is missing or cannot be read. */
export const fontFaultsIn = (texts: Readonly<Record<string, string>> = sampleTexts): readonly FontFault[] =>
  Object.entries(texts).flatMap(([script, text]) => {
    const reason = reasonNotDrawn(text)
    return reason === undefined ? [] : [{ script, reason }]
  })

const reasonNotDrawn = (text: string) => {
  try {
    const { clusters } = drawableText(text, languageOf(text, ''))
    return clusters.some((cluster) => cluster.text === replacementCharacter)
      ? 'No font has all of its characters.'
      : undefined
  } catch (error) {
    return (error as Error).message
  }
}
