/**
 * Keyboard layouts of computers for which a scanner, which types as on a US keyboard, types wrong characters: those in `typed`
 * for those in `meant`, in the same order. A text is of a layout if it has one of its `signs`, which no code has.
 */
const layouts = [
  // German, Austrian, Swiss.
  { typed: "yzYZöÖéÉß'+", meant: 'zyZY::::--]', signs: /[öéß']/i },
  // Spanish, Italian, Portuguese. Some texts may be these or Swiss ones.
  { typed: "'+", meant: '-]', signs: /'/ },
  // French, Belgian.
  { typed: `aqzwAQZW,?mM&é"'(-§è_!çà):$`, meant: 'qawzQAWZmM::123456678890-.]', signs: /[&)]/ },
]

/** The signed code on a ticket: `M1:` and the Base32 of its bytes. */
export const signedCode = /^m1:([a-z2-7]{138}|[a-z2-7]{170})$/i

/** Which kind of code it is, as some scanners say before it: an identifier of ISO/IEC 15424 (AIM) such as `]Q1`. */
const symbologyIdentifier = /^\][a-z][\da-z]/i

/**
 * What a scanner may have read when it typed this text: the text itself, and the text as another keyboard layout would have
 * typed it; without white space around it, and without the identifier of the kind of code. The client cannot import that of the
 * domain, since it has no dependencies.
 */
const scannerReadings = (text: string): readonly string[] => {
  const trimmed = text.trim()
  const retyped = layouts
    .filter(({ signs }) => signs.test(trimmed))
    .map(({ typed, meant }) => trimmed.replaceAll(/[^]/g, (character) => meant[typed.indexOf(character)] ?? character))
  return [trimmed, ...retyped].map((reading) => reading.replace(symbologyIdentifier, ''))
}

/**
 * A text as a scanner or a person typed it. `text` is what was meant: without white space around it and the identifier of the kind
 * of code, and as a US keyboard would have typed it if it is a code then.
 *
 * - `signed`: the code on a ticket, which begins with `M1:`. It is not verified.
 * - `unsigned`: the code on tickets from before codes were signed, `ticketId.confirmationCode`. Its confirmation code is as it was
 *   typed if only the server can find out with which keyboard layout.
 * - `confirmation code`: as a person types it.
 * - `garbled`: the length of a code, but characters that no code has. The scanner types with another keyboard layout.
 */
export type ScannedText = Readonly<{
  text: string
  form: 'signed' | 'unsigned' | 'confirmation code' | 'garbled' | 'other'
}>

const confirmationCode = /^ticket-(?:general|event)-[a-hj-km-np-z2-9]{6}-[a-hj-km-np-z2-9]{5}$/
const unsigned = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.ticket-(?:general|event)-[a-z2-9]{6}-[a-z2-9]{5}$/
const codeLengths = [141, 173, 64, 62]
/** That of the identifier before a code, which is not recognized when it is garbled. */
const identifierLength = 3

/**
 * An unsigned code, its confirmation code as it was typed if that may be several ones by the layout of the keyboard: only the
 * server knows which it is.
 */
const unsignedText = (code: string, [typed = '', ...others]: readonly string[]) => {
  const isSure = others.every((other) => !unsigned.test(other.toLowerCase()) || other.toLowerCase() === code)
  return isSure ? code : code.slice(0, code.indexOf('.')) + typed.slice(typed.indexOf('.')).toLowerCase()
}

/** Finds out whether a text is a code, and which. The server reads the same texts. */
export const readScannedText = (typed: string): ScannedText => {
  const readings = scannerReadings(typed)
  for (const text of readings) {
    if (signedCode.test(text)) return { text, form: 'signed' }
    const compared = text
      .replaceAll(/\s/g, '')
      .replaceAll(/\p{Pd}/gu, '-')
      .toLowerCase()
    if (confirmationCode.test(compared)) return { text: compared, form: 'confirmation code' }
    if (unsigned.test(compared)) return { text: unsignedText(compared, readings), form: 'unsigned' }
  }
  const text = readings.find((reading) => /^m1:/i.test(reading)) ?? readings[0]!
  const isGarbled = codeLengths.some((length) => [length, length + identifierLength].includes(text.length))
  return { text, form: isGarbled ? 'garbled' : 'other' }
}
