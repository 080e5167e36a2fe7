/** The result of `read`; `undefined` if it throws, for example because a file is missing or must not be read. */
export const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}
