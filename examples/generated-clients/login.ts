declare const process: { env: Record<string, string | undefined> }

/** The URL of the API, such as `http://127.0.0.1:8080/v1.1`. */
export const baseUrl = process.env['MUSEUM_URL']!
/** HTTP Basic authentication, encoded as UTF-8. */
export const headers = {
  Authorization: `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(process.env['MUSEUM_LOGIN'])))}`,
}
