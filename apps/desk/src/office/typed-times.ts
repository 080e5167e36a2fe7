import { plainText } from '@museum/languages'

/** The times of a text with one on each line, as the museum takes them: `9:30` as `09:30`. */
export const typedTimes = (text: string): readonly string[] =>
  plainText(text)
    .split(/[\s,;、]+/)
    .filter((time) => time !== '')
    .map((time) => time.padStart(5, '0'))
