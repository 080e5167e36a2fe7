const us = `]Q1234567890-qwertyuiopasdfghjklzxcvbnm.QWERTYUIOPASDFGHJKL:ZXCVBNM`
/** A key that types nothing by itself. */
const deadKey = '\0'
/** What computers type when the keys of `us` are pressed, by their keyboard layout. */
const layouts = {
  German: `+Q1234567890ßqwertzuiopasdfghjklyxcvbnm.QWERTZUIOPASDFGHJKLÖYXCVBNM`,
  Spanish: `+Q1234567890'qwertyuiopasdfghjklzxcvbnm.QWERTYUIOPASDFGHJKLÑZXCVBNM`,
  'Swiss German': `${deadKey}Q1234567890'qwertzuiopasdfghjklyxcvbnm.QWERTZUIOPASDFGHJKLéYXCVBNM`,
  French: `$A&é"'(-è_çà)azertyuiopqsdfghjklwxcvbn,:AZERTYUIOPQSDFGHJKLMWXCVBN?`,
  Belgian: `$A&é"'(§è!çà)azertyuiopqsdfghjklwxcvbn,:AZERTYUIOPQSDFGHJKLMWXCVBN?`,
  /** One that nothing reads. */
  Russian: `ъЙ1234567890-йцукенгшщзфывапролдячсмитьюЙЦУКЕНГШЩЗФЫВАПРОЛДЖЯЧСМИТЬ`,
}
export type KeyboardLayout = keyof typeof layouts

/** What a scanner, which types a text as on a US keyboard, types at a computer with another layout. */
export const typeOn = (layout: KeyboardLayout, text: string): string =>
  Array.from(text, (character) => layouts[layout][us.indexOf(character)] ?? character)
    .filter((character) => character !== deadKey)
    .join('')
