import { type Fault, type FaultCode, valueObject } from './fault.ts'

// White space, the controls of C1, characters that Unicode lets a program leave out (zero width, joiners, most fillers) and
// other format characters; then the blanks of single scripts: braille, musical notes, hieroglyphs, Khitan.
const onlyBlanks =
  /^[\u{16fe4}\s\u007f-\u009f\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\u{1d159}\u{13441}\u{13442}]*$/u

type Limits = Readonly<{ maxLength: number; blank?: boolean; lines?: boolean }>

// The control characters C0, DELETE and C1, because a terminal executes them; a text of several lines may contain TAB,
// LF and CR.
const [anyControl, controlInLines] = [/\p{Cc}/u, /[^\P{Cc}\t\n\r]/u]

/** What is wrong with a text, if anything. Its length is counted in code points. */
const faultOfText = (text: string, { maxLength, blank = false, lines = false }: Limits): Fault | undefined => {
  if (!text.isWellFormed()) return { code: 'text-not-unicode', detail: 'must not hold half of a surrogate pair' }
  if (!blank && onlyBlanks.test(text)) return { code: 'text-blank', detail: 'must not be blank' }
  if ((lines ? controlInLines : anyControl).test(text))
    return {
      code: 'text-control-character',
      detail: `must not hold control characters${lines ? ' other than TAB, LF and CR' : ''}`,
    }
  if (codePoints(text) > maxLength)
    return { code: 'text-too-long', detail: `must have at most ${maxLength} characters`, values: { maxLength } }
  return undefined
}

/** The function that makes a value of a text within these limits. */
export const textValue = <Value>(limits: Limits) => valueObject<string, Value>((text) => faultOfText(text, limits))

/**
 * The function that makes a value of a name: 1 to 100 characters, not blank, one line. It is in Unicode normalization form C, so that
 * two names that look alike are one.
 */
export const nameValue = <Value>() =>
  valueObject<string, Value>(
    (text) => faultOfText(text.normalize('NFC'), { maxLength: 100 }),
    (text) => text.normalize('NFC') as Value,
  )

/** The function that makes a value of a word such as `example`; any other text has the fault `code`. */
export const wordValue = <Value>(code: FaultCode, example: string) =>
  valueObject<string, Value>((text) =>
    /^[a-z][a-z0-9-]{0,29}$/.test(text)
      ? undefined
      : {
          code,
          detail: `must be 1 to 30 lower-case letters, digits and hyphens, the first a letter, such as ${example}`,
        },
  )

/** The number of code points: an emoji outside the Basic Multilingual Plane counts as one. */
export const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * The form in which texts are compared that a reader would take for the same; it is never shown: in lower case, by full case folding
 * except that of `ß` and `ı`, with the usual one of several compatible characters, and without those that are not shown.
 */
export const comparableText = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase() : comparableUnicode(text)

// Most texts, for which the mapping would take longer than all other checks of an address.
const isAscii = /^\p{ASCII}*$/u

const comparableUnicode = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\P{ASCII}/gu, fullyFolded)
    .toLowerCase()
    .normalize('NFKC')

const fullyFolded = (letter: string): string => (/[ßı]/.test(letter) ? letter : letter.toUpperCase().toLowerCase())
