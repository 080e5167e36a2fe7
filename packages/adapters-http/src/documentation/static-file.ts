import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import type { MuseumEnv } from '../museum-env.ts'
import { fresh } from '../operation/response.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

// The best quality that takes 0.15 s for the largest file. The highest saves a tenth more and takes 3 s.
const brotliQuality = 9

const encodings = ['br', 'gzip', 'identity'] as const
const longestAcceptEncoding = 500
type Encoding = (typeof encodings)[number]

/** The content in each encoding: one buffer each, shared by all responses. */
const encoded = async (content: string | Uint8Array): Promise<Record<Encoding, Uint8Array>> => {
  const identity = Buffer.from(content)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, zipped] = await Promise.all([
    compressBrotli(identity, { params }),
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
  ])
  return { br, gzip: zipped, identity }
}

/** The encoding that `Accept-Encoding` prefers (RFC 9110, section 12.5.3); the smallest one of several. */
const encodingFor = (c: Context): Encoding => {
  // A list that no client sends would take long to read.
  if ((c.req.header('Accept-Encoding') ?? '').length > longestAcceptEncoding) return 'identity'
  return accepts(c, {
    header: 'Accept-Encoding',
    supports: [...encodings],
    default: 'identity',
    match: (accepted, { default: none }) => {
      const qualityOf = (encoding: string) => {
        const named = accepted.find(({ type }) => type.toLowerCase() === encoding)
        const { q } = named ?? accepted.find(({ type }) => type === '*') ?? {}
        // An identity that is not mentioned is acceptable, below everything that is.
        return q ?? (encoding === 'identity' ? 0.0001 : 0)
      }
      const best = encodings.toSorted((one, other) => qualityOf(other) - qualityOf(one))[0]!
      return qualityOf(best) > 0 ? best : none
    },
  }) as Encoding
}

/**
 * Answers with a content that is the same for every client. It is read and compressed at the first request, and kept in
 * memory as brotli, gzip and as it is. Each has a strong ETag; a client that has it already gets 304.
 */
export const staticFile = (
  read: () => string | Uint8Array | Promise<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
): ((c: Context<MuseumEnv>) => Promise<Response>) => {
  let variants: ReturnType<typeof encoded> | undefined
  const load = async () => {
    try {
      return await encoded(await read())
    } catch (error) {
      variants = undefined // The next request tries again.
      throw error
    }
  }
  return async (c) => {
    const encoding = encodingFor(c)
    const content = (await (variants ??= load()))[encoding]
    return fresh(c, content, {
      'Cache-Control': 'no-cache',
      ...headers,
      Vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    })
  }
}
