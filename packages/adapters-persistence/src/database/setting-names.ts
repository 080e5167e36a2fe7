/**
 * What the sentences for an operator call the URL of the database, the certificate of its authority, and that of the
 * client.
 */
export type SettingNames = Readonly<{ url: string; ca: string; clientCertificate?: string }>

/** The names for a program without named settings. */
export const defaultSettingNames = {
  url: 'the database URL',
  ca: 'the option `ca`',
  clientCertificate: 'the option `clientCertificate`',
} satisfies SettingNames
