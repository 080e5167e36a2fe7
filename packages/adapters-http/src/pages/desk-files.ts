import { readFileSync, readdirSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { Hono } from 'hono'
import type { MuseumEnv } from '../museum-env.ts'
import { respond } from '../operation/response.ts'
import { pageHeaders } from './page.ts'
import { immutable, staticFile } from './static-file.ts'

const mediaTypes: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    '.css': 'text/css; charset=utf-8',
    '.html': 'text/html; charset=UTF-8',
    '.js': 'text/javascript; charset=utf-8',
    '.json': 'application/json',
    '.md': 'text/markdown; charset=utf-8',
    '.png': 'image/png',
    '.svg': 'image/svg+xml',
    '.wasm': 'application/wasm',
    '.woff2': 'font/woff2',
    '.webmanifest': 'application/manifest+json',
  }),
)

/** Ticket images are fetched, and shown from blob URLs. A camera is shown as media of the page itself. */
const headersOfEachFile = {
  ...pageHeaders(
    "script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; " +
      "connect-src 'self'; manifest-src 'self'; worker-src 'self'",
  ),
  'Permissions-Policy': 'camera=(self), geolocation=(), microphone=()',
}

/** The base path of the API in the page, relative to the page: as `apps/desk/index.html` has it. */
const basePathInPage = 'content="../v1.1"'

/**
 * The files of the desk below `/desk/`, as `apps/desk` built them into the folder. Those in its folder `assets` have a hash
 * in their names. They are read when the server starts, so that a build beside a running server does not mix two versions.
 */
export const deskFiles = (folder: string, basePath: string): Hono<MuseumEnv> => {
  const routes = new Hono<MuseumEnv>({ strict: false })
  const read = (file: string) => {
    const content = readFileSync(join(folder, file))
    return file === 'index.html' ? content.toString().replace(basePathInPage, `content="..${basePath}"`) : content
  }
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const mediaType = mediaTypes.get(extname(path))
    if (mediaType === undefined) continue
    const content = read(path)
    const respondWithFile = staticFile(() => content, {
      ...headersOfEachFile,
      'Content-Type': mediaType,
      ...(path.startsWith(`assets${sep}`) && immutable),
    })
    if (path !== 'index.html') routes.get(`/desk/${path.replaceAll(sep, '/')}`, respondWithFile)
    else
      routes.get('/desk', async (c) =>
        // The links of the page are relative to /desk/; the API ignores a slash at the end of a path.
        new URL(c.req.url).pathname.endsWith('/')
          ? respondWithFile(c)
          : respond(c, null, 308, { Location: 'desk/', 'Cache-Control': 'no-cache' }),
      )
  }
  return routes
}
