import { drawableText, replacementCharacter } from './drawable-text.ts'
import { languageOf } from './language-of.ts'

/** A script that cannot be drawn, and why. */
export type FontFault = Readonly<{ script: string; reason: string }>

/** The scripts for which a font is missing or cannot be read. `texts` has a sample text for each script. */
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

/** "Night at the museum" in every script that the fonts cover, by script. */
export const sampleTexts: Readonly<Record<string, string>> = {
  Latin: 'Night at the Museum, Łódź',
  Vietnamese: 'Đêm ở bảo tàng',
  Greek: 'Νύχτα στο μουσείο',
  Cyrillic: 'Ночь в музее',
  Arabic: 'ليلة في المتحف',
  Hebrew: 'לילה במוזיאון',
  Devanagari: 'संग्रहालय में रात',
  Thai: 'คืนที่พิพิธภัณฑ์',
  Japanese: '美術館の夜',
  Korean: '박물관의 밤',
  'Simplified Chinese': '博物馆之夜',
  emoji: '🦕🌙🎟️',
}
