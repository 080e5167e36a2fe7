import { isolated } from '@museum/languages'

// JSON escapes only U+0000 to U+001F. Terminals also obey the C1 control characters, and bidirectional formatting
// characters change how a line is displayed.
const control = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Escapes the characters of a log line that control the terminal that displays it. Leaves U+0000 to U+001F as they are:
 * the format of the log escapes those of a value, and adds its own.
 */
export const escapeForLog = (line: string): string => line.replace(control, escapeCharacter)

/** Escapes the control characters of a text, line breaks too. The marks of the writing direction stay: names need them. */
export const escapeControls = (text: string): string => text.replace(/\p{Cc}/gu, escapeCharacter)

/** Escapes all characters of a text that control the terminal, line breaks too. */
export const escapeForTerminal = (text: string): string => escapeForLog(escapeControls(text))

/** A text of the museum or of a user for a place beside other words or numbers of a line for a terminal: escaped and isolated. */
export const textForTerminal = (text: string): string => isolated(escapeForTerminal(text))

/** As `escapeForTerminal`, but for the isolates: of a line with texts of `textForTerminal`. */
export const escapeLine = (line: string): string =>
  line
    .split(/([\u2068\u2069])/)
    .map((part, index) => (index % 2 === 0 ? escapeForTerminal(part) : part))
    .join('')

/** As `escapeLine`, of a text that has several lines. */
export const escapeLines = (text: string): string => text.split('\n').map(escapeLine).join('\n')
