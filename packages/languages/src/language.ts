/** The languages in which the museum writes to visitors, by their BCP 47 tags. */
export const languages = ['en', 'de', 'fr', 'es', 'ja'] as const
/** A language in which the museum writes to visitors. */
export type Language = (typeof languages)[number]
