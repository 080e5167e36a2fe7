import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import type { MuseumEnv } from '../museum-env.ts'
import { okWithEtag } from '../operation/conditional.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * The highest quality makes a file a tenth smaller, and takes 0.2 s for 100 kB. The largest file would take 3 s; with the lower
 * quality it takes 0.15 s.
 */
const brotliQuality = (bytes: number) => (bytes <= 100_000 ? 11 : 9)

const encodings = ['br', 'gzip', 'identity'] as const
const maxAcceptEncodingLength = 500
type Encoding = (typeof encodings)[number]
type Variants = Readonly<Record<Encoding, Uint8Array>>

/** The content in each encoding, each in one buffer that all responses share. */
const encode = async (content: string | Uint8Array): Promise<Variants> => {
  const identity = Buffer.from(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality(identity.length),
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, gzipped] = await Promise.all([
    compressBrotli(identity, { params }),
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { br, gzip: gzipped, identity }
}

/**
 * The encoding that `Accept-Encoding` prefers (RFC 9110, section 12.5.3); of several equal ones, the one with the
 * smallest file.
 */
const encodingFor = (c: Context): Encoding => {
  const header = c.req.header('Accept-Encoding') ?? ''
  // A longer list would take long to parse, and no browser sends one.
  if (header.length > maxAcceptEncodingLength) return 'identity'
  const accepted = parseAccept(header)
  const qualityOf = (encoding: string) => {
    const named = accepted.find(({ type }) => type.toLowerCase() === encoding)
    const { q } = named ?? accepted.find(({ type }) => type === '*') ?? {}
    // If the header does not mention `identity`, it is acceptable, but less than any other encoding.
    return q ?? (encoding === 'identity' ? 0.0001 : 0)
  }
  const best = encodings.toSorted((one, other) => qualityOf(other) - qualityOf(one))[0]!
  return qualityOf(best) > 0 ? best : 'identity'
}

/** For a file whose path contains a hash of its content. */
export const immutable = { 'Cache-Control': 'public, max-age=31536000, immutable' }

/**
 * Responds with content that is the same for every client. The first request reads and compresses it; then it stays in
 * memory as brotli, as gzip and uncompressed. Each has a strong ETag, and conditional requests get 304.
 */
export const staticFile = (
  read: () => string | Uint8Array | Promise<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
): ((c: Context<MuseumEnv>) => Promise<Response>) => {
  const respond = fileOf(read, headers)
  return (c) => respond(c)
}

/** The same for content that is made of values: it is made again when one of them is another one than at the request before. */
export const fileOf = <Values extends readonly unknown[]>(
  read: (...values: Values) => string | Uint8Array | Promise<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
): ((c: Context<MuseumEnv>, ...values: Values) => Promise<Response>) => {
  let latest: Readonly<{ values: Values; variants: Promise<Variants> }> | undefined
  const load = async (values: Values) => {
    try {
      return await encode(await read(...values))
    } catch (error) {
      latest = undefined // The next request reads it again.
      throw error
    }
  }
  return async (c, ...values) => {
    const encoding = encodingFor(c)
    if (latest === undefined || latest.values.some((value, n) => value !== values[n]))
      latest = { values, variants: load(values) }
    const content = (await latest.variants)[encoding]
    return okWithEtag(c, content, {
      'Cache-Control': 'no-cache',
      ...headers,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    })
  }
}
