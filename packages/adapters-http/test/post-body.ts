import { aMuseumApi } from './a-museum-api.ts'

/** Sends a body to the purchase of tickets of a new museum. */
export const postBody = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) => aMuseumApi().request('POST', '/tickets', { body, headers, duplex: 'half' })
