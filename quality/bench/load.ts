/** Requests that are sent in turn over each connection, the next one as soon as the last one is answered. */
export type Load = Readonly<{
  url: string
  connections: number
  seconds: number
  headers: Readonly<Record<string, string>>
  requests: readonly Readonly<{ method: 'GET' | 'POST'; path: string; body?: string }>[]
  /** Bodies that replace the requests' bodies. Each is sent once, over any of the connections. */
  bodies?: readonly string[]
  /** The same for paths. */
  paths?: readonly string[]
  /** Whether each request has an `Idempotency-Key` of its own. */
  isKeyed?: boolean
  /** The status that every response must have, or a list of allowed ones. */
  status: number | readonly number[]
  /** A text that the body of every response must contain. */
  bodyIncludes?: string
  /**
   * The number of requests that each connection sends in a second; without it, each sends the next one when the last is
   * answered.
   */
  connectionRate?: number
  /** The seconds at the beginning whose responses do not count, since connections are opened then. */
  warmUpSeconds?: number
  /** Requests beside the load, one each second from half a second on, over separate connections. */
  interleaved?: Readonly<{ method: string; paths: readonly string[]; status: number }>
}>
