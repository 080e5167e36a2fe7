/** The settings that the messages of `DatabaseUnusable` name. */
export const databaseSettingNames = {
  url: 'MUSEUM_DATABASE_URL',
  ca: 'MUSEUM_DATABASE_CA_FILE',
  clientCertificate: 'MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE',
}
