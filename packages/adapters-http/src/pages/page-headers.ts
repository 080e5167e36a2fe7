/** The headers of a page that loads only what `policy` allows, is shown in no frame, and sends no `Referer`. */
export const pageHeaders = (policy: string): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ${policy}`,
  'Referrer-Policy': 'no-referrer',
})
