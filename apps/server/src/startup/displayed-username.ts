const maxLength = 64

/** A user name for the log, cut to 64 characters. The log escapes control characters. */
export const displayedUsername = (username: string): string => {
  const characters = Array.from(username)
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : username
}
