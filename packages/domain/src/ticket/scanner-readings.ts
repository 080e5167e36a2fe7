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

/** Which kind of code it is, as some scanners say before it, once or twice: an identifier of ISO/IEC 15424 (AIM) such as `]Q1`. */
const symbologyIdentifiers = /^(?:\][a-z][\da-z]){1,2}/i

/**
 * What a scanner may have read when it typed this text: the text itself, and the text as another keyboard layout would have
 * typed it; without control characters, white space around it, and identifiers of the kind of code. The client does the same
 * (`packages/client`), since it has no dependencies.
 */
export const scannerReadings = (text: string): readonly string[] => {
  const trimmed = text.replaceAll(/\p{Cc}/gu, '').trim()
  const retyped = layouts
    .filter(({ signs }) => signs.test(trimmed))
    .map(({ typed, meant }) => trimmed.replaceAll(/[^]/g, (character) => meant[typed.indexOf(character)] ?? character))
  return [trimmed, ...retyped].map((reading) => reading.replace(symbologyIdentifiers, ''))
}
