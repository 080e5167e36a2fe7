/** The host of a MySQL server; `undefined` for the embedded database. */
export const databaseHost = (url: string): string | undefined =>
  url.startsWith('mysql:') ? URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') : undefined

/** Whether a host name or address is that of this machine. */
export const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
