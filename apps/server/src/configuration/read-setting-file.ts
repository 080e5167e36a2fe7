import { readFileSync } from 'node:fs'

// Ignores a byte order mark.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of a file without its last line end, or what is wrong with the file. */
export const readSettingFile = (path: string): Readonly<{ content: string } | { fault: string }> => {
  try {
    const content = utf8.decode(readFileSync(path)).replace(/\r?\n$/, '')
    return content === '' ? { fault: 'is empty' } : { content }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      fault: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'is not UTF-8' : `cannot be read (${code})`,
    }
  }
}
