import fc from 'fast-check'

// `fc.string({ unit: 'binary' })` and `fc.string({ unit: 'grapheme' })` first make a table of all characters, which
// takes seconds in each test file. These functions need no table.

/** Any code point but surrogates, as text. */
export const codePoint: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((code) => String.fromCodePoint(code))

/**
 * Every code point that a regular expression with the flags `g` and `u` matches, surrogates included, in ascending order. It takes
 * a tenth of a second: call it in `beforeAll`, since the mutation test loads the tests of the domain for each mutant.
 */
export const everyCharacter = (matching: RegExp): readonly string[] =>
  Array.from({ length: 0x1_10 }, (_, block) => {
    const codePoints = Array.from({ length: 0x10_00 }, (__, index) => block * 0x10_00 + index)
    return String.fromCodePoint(...codePoints).match(matching) ?? []
  }).flat()

/**
 * A code point in one of these categories, from the first two planes, which contain the living scripts and the emoji.
 */
const ofCategory = (category: RegExp, min: number, max: number) =>
  fc
    .integer({ min, max })
    .map((code) => String.fromCodePoint(code))
    .filter((character) => category.test(character))
const visible = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
  ofCategory(/^[\p{L}\p{N}\p{P}\p{S}]$/u, 0xa1, 0x1_ff_ff),
)
const mark = ofCategory(/^\p{M}$/u, 0x3_00, 0x20_ff)
const emojiSequence = fc.constantFrom('👩🏽‍🚀', '👩‍❤️‍👨', '🏳️‍🌈', '👍🏽', '🇯🇵', '1️⃣', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿')

/** A visible character: a letter with or without a mark, a digit, a sign, or an emoji of one or several code points. */
export const grapheme: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: visible, weight: 6 },
  { arbitrary: fc.tuple(visible, mark).map((parts) => parts.join('')), weight: 2 },
  { arbitrary: emojiSequence, weight: 1 },
)
