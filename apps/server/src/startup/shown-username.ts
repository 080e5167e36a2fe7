const maxLength = 64

/** A user name for the log, cut to a bounded length; the log escapes its characters. */
export const shownUsername = (username: string): string => {
  const characters = Array.from(username)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : username
}
