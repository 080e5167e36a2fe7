/** The licences that may ship, by SPDX identifier, with what each requires of those who redistribute the code. */
export const allowedLicences = new Map([
  ['MIT', 'keep the notice'],
  ['MIT-0', 'nothing is asked'],
  ['ISC', 'keep the notice'],
  ['BSD-2-Clause', 'keep the notice'],
  ['BSD-3-Clause', 'keep the notice, do not advertise with the authors'],
  ['Apache-2.0', 'keep the notices, say what was changed'],
  ['BlueOak-1.0.0', 'pass the licence on'],
  ['OFL-1.1', 'fonts: keep the notice, do not sell them by themselves; images drawn with them are free of it'],
  ['Zlib', 'do not claim to have written it'],
  ['libpng-2.0', 'do not claim to have written it'],
  ['IJG', 'say that the work of the Independent JPEG Group is used'],
  ['FTL', 'say that FreeType is used'],
  ['ICU', 'keep the notice'],
  ['Unicode-3.0', 'keep the notice'],
  ['MPL-2.0', 'publish changes to its files; none is changed here'],
])

/**
 * Whether an SPDX expression can be satisfied with allowed licences. Brackets are ignored, and OR binds tighter than
 * AND. So it rejects some expressions that could be satisfied, but accepts none that cannot.
 */
export const isAllowed = (expression: string): boolean =>
  expression
    .split(' AND ')
    .every((part) => part.split(/ OR | ?\/ ?/).some((licence) => allowedLicences.has(licence.replaceAll(/[()]/g, ''))))
