import { mountPathFault } from '@museum/adapters-http/wire'

/** Where clients see the museum: an origin, and the path below it, which is empty or such as `/museum`. */
export type PublicUrl = Readonly<{ origin: string; path: string }>

/** Parses a URL that `publicUrl.faultOf` accepts. */
export const publicUrl = (text: string): PublicUrl => {
  const { origin, pathname } = new URL(text)
  return { origin, path: pathname.replace(/\/$/, '') }
}

/** What is wrong with a public URL, as the end of a sentence that begins with its name; `undefined` when it is valid. */
publicUrl.faultOf = (text: string): string | undefined =>
  /^https?:\/\/[^/]/i.test(text) && !/[?#@\\\s]/.test(text) && URL.canParse(text)
    ? undefined
    : 'must be a URL such as https://museum.example or https://example.org/museum, without user, query and fragment'

/** What is wrong with its path for an API with this base path, in the same form. */
publicUrl.faultOfPath = ({ path }: PublicUrl, basePath: string): string | undefined => mountPathFault(path, basePath)
