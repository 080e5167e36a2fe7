/** What the sentences for an operator call the URL of the database and its certificate. */
export type SettingNames = Readonly<{ url: string; ca: string }>

/** The names for a program without named settings. */
export const defaultSettingNames: SettingNames = { url: 'the database URL', ca: 'the option `ca`' }
