/** In bytes of memory. A text of 10,000 rows has 23 MB at most, and usually 3. */
const maxUnreadBytes = 64 * 2 ** 20

/** The text of a long response that its client has not read to the end. */
export type UnreadText = Readonly<{
  username: string
  /** How much memory it takes. */
  bytes: number
  /** Ends the response without its rest. */
  reset: () => void
}>

/** The texts, in the order in which clients last read from them. */
const texts = new Set<UnreadText>()

/**
 * Adds a text. If the memory of all texts would exceed the limit, others are reset first: of the user whose texts take most memory,
 * the one from which its client has not read for the longest time.
 */
export const addUnreadText = (text: UnreadText): void => {
  while (texts.size > 0 && bytesOf(texts) + text.bytes > maxUnreadBytes) {
    const textsByUser = [...Map.groupBy(texts, ({ username }) => username).values()]
    const [longestUnread] = textsByUser.reduce((most, each) => (bytesOf(each) > bytesOf(most) ? each : most))
    removeUnreadText(longestUnread!)
    longestUnread!.reset()
  }
  texts.add(text)
}

/** Must be called when the client reads from a text. */
export const noteReading = (text: UnreadText): void => {
  if (texts.delete(text)) texts.add(text)
}

/** Must be called when a text has been read to the end, or nobody reads it any more. */
export const removeUnreadText = (text: UnreadText): void => {
  texts.delete(text)
}

const bytesOf = (some: Iterable<UnreadText>) => [...some].reduce((sum, { bytes }) => sum + bytes, 0)
