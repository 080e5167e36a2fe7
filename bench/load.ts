/** Requests that are sent in turn over each of the connections, the next one as soon as the last one is answered. */
export type Load = Readonly<{
  url: string
  connections: number
  seconds: number
  headers: Readonly<Record<string, string>>
  requests: readonly Readonly<{ method: 'GET' | 'POST'; path: string; body?: string }>[]
  /** The bodies of the requests instead of theirs, each sent once over any of the connections. */
  bodies?: readonly string[]
  /** The status that every answer must have, or those of which it must have one. */
  status: number | readonly number[]
  /** A text that the body of every answer must contain. */
  bodyIncludes?: string
  /** How many requests each connection sends in a second; without it, each sends its next one when the last is answered. */
  connectionRate?: number
  /** Answers of the first seconds do not count: connections are opened then. */
  warmUpSeconds?: number
  /** Sent beside the load, one each second from half a second on, over connections of their own. */
  interleaved?: Readonly<{ method: string; paths: readonly string[]; status: number }>
}>
