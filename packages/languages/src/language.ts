/** The languages in which the museum writes to visitors, by their BCP 47 tags. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const
/** A language in which the museum writes to visitors. */
export type Language = (typeof languages)[number]

/** The language that a BCP 47 tag such as `de-CH` names, if the museum writes in it. */
export const closestLanguage = (tag: string | undefined): Language | undefined =>
  languages.find((language) => language === tag?.split('-')[0])
