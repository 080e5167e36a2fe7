/**
 * Keyboard layouts of computers for which a scanner, which types as on a US keyboard, types wrong characters: those in `typed`
 * for those in `meant`, in the same order. A text is of a layout if it has one of its `signs`, which no code has. Phones type `’` for
 * the apostrophe.
 */
const layouts = [
  // German, Austrian, Swiss.
  { typed: "yzYZöÖéÉß'’+", meant: 'zyZY::::---]', signs: /[öéß'’]/i },
  // Spanish, Italian, Portuguese. Some texts may be these or Swiss ones.
  { typed: "'’+", meant: '--]', signs: /['’]/ },
  // French, Belgian.
  { typed: `aqzwAQZW,?mM&é"'’(-§è_!çà):$`, meant: 'qawzQAWZmM::1234456678890-.]', signs: /[&)]/ },
]

/** The signed code on a ticket: `M1:` and the Base32 of its bytes. */
export const signedCode = /^m1:([a-z2-7]{138}|[a-z2-7]{141}|[a-z2-7]{170}|[a-z2-7]{173})$/i

/** Which kind of code it is, as some scanners say before it, once or twice: an identifier of ISO/IEC 15424 (AIM) such as `]Q1`. */
const symbologyIdentifiers = /^(?:\][a-z][\da-z]){1,2}/i

/**
 * What a scanner may have read when it typed this text: the text itself, and the text as another keyboard layout would have
 * typed it; without control characters, white space around it, and identifiers of the kind of code. The client cannot import that of the
 * domain, since it has no dependencies.
 */
const scannerReadings = (text: string): readonly string[] => {
  const trimmed = text.replaceAll(/\p{Cc}/gu, '').trim()
  const retyped = layouts
    .filter(({ signs }) => signs.test(trimmed))
    .map(({ typed, meant }) => trimmed.replaceAll(/[^]/g, (character) => meant[typed.indexOf(character)] ?? character))
  return [trimmed, ...retyped].map((reading) => reading.replace(symbologyIdentifiers, ''))
}

/**
 * A text as a scanner or a person typed it. `text` is what was meant: without control characters, white space around it and identifiers of the kind
 * of code, and as a US keyboard would have typed it if it is a code then.
 *
 * - `signed`: the code on a ticket, which begins with `M1:`. It is not verified.
 * - `unsigned`: the code on tickets from before codes were signed, `ticketId.confirmationCode`.
 * - `confirmation code`: as a person types it, here and in an unsigned code. It is as it was typed if only the server can find out with
 *   which keyboard layout.
 * - `garbled`: the length of a code, but characters that no code has. The scanner may type with another keyboard layout.
 */
export type ScannedText = Readonly<{
  text: string
  form: 'signed' | 'unsigned' | 'confirmation code' | 'garbled' | 'other'
}>

/** The forms of the codes that only the server can read, in lower case. */
const lookedUpForms = [
  ['confirmation code', /^ticket-(?:general|event)-[a-hj-km-np-z2-9]{6}-[a-hj-km-np-z2-9]{5}$/],
  ['unsigned', /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.ticket-(?:general|event)-[a-z2-9]{6}-[a-z2-9]{5}$/],
] as const
const codeLengths = new Set([141, 173, 144, 176, 64, 62])
/** The length of zero, one or two identifiers before a code. Garbled identifiers are not recognized. */
const identifierLengths = [0, 3, 6]

/**
 * The codes that a text may be, if only the server can read them: several if the layout of the keyboard decides which. `text` is the
 * code, or what was typed in the place of a confirmation code that is one of several.
 */
const lookedUpCodes = (readings: readonly string[]) => {
  const compared = readings.map((reading) =>
    reading
      .replaceAll(/\s/g, '')
      .replaceAll(/\p{Pd}/gu, '-')
      .toLowerCase(),
  )
  for (const [form, pattern] of lookedUpForms) {
    const [code, ...others] = new Set(compared.filter((each) => pattern.test(each)))
    if (code === undefined) continue
    const typed = compared[0]!
    const text = others.length === 0 ? code : code.slice(0, afterTicketId(code)) + typed.slice(afterTicketId(typed))
    return { text, form, codes: [code, ...others] }
  }
  return undefined
}
const afterTicketId = (code: string) => code.indexOf('.') + 1

/** The confirmation codes that a text may be, or with which it may end if it is an unsigned code. */
export const confirmationCodesIn = (typed: string): readonly string[] =>
  lookedUpCodes(scannerReadings(typed))?.codes.map((code) => code.slice(afterTicketId(code))) ?? []

/** Finds out whether a text is a code, and which. The server reads the same texts. */
export const readScannedText = (typed: string): ScannedText => {
  const readings = scannerReadings(typed)
  const signed = readings.find((reading) => signedCode.test(reading))
  if (signed !== undefined) return { text: signed, form: 'signed' }
  const lookedUp = lookedUpCodes(readings)
  if (lookedUp !== undefined) return { text: lookedUp.text, form: lookedUp.form }
  const text = readings.find((reading) => /^m1:/i.test(reading)) ?? readings[0]!
  const isGarbled = identifierLengths.some((length) => codeLengths.has(text.length - length))
  return { text, form: isGarbled ? 'garbled' : 'other' }
}
