/** The limits of the HTTP server. Times are in milliseconds. */
export const httpServerLimits = {
  /** The time in which a whole request, headers and body, must arrive. Shorter than the deadline of a request. */
  requestTimeout: 8_000,
  /** How long an idle connection is kept: longer than proxies keep theirs (60 s), so that the proxy closes first. */
  keepAliveTimeout: 65_000,
  /** A connection on which no byte moves for this time while a response is sent is closed. */
  inactivityTimeout: 30_000,
  /** Connections above this number are answered 503. An idle one takes up to 10 KB of memory. */
  maxConnections: 10_000,
  /** Browsers and proxies send about thirty. Node silently drops those above 2,000. */
  maxHeaders: 100,
  /**
   * How many requests may wait on a connection for the responses to earlier requests. Clients rarely pipeline at all.
   */
  maxPipelined: 32,
  /** How long the request targets and headers of all waiting requests may be in total, in characters. */
  maxPipelinedLength: 16 * 1024 * 1024,
  /** A response of more bytes is large: its connection counts as unread until it is closed. */
  largeResponse: 128 * 1024,
  /**
   * The maximum number of unread bytes of responses in total. Above it, the connections with the oldest responses are reset.
   */
  maxUnreadBytes: 64 * 1024 * 1024,
  /** In bytes a second: a client that reads a large response more slowly is reset. */
  minReadRate: 4 * 1024,
  /** How long a client has to read a rejection and close its connection. */
  closeTimeout: 2_000,
  /**
   * When the server stops, a connection without a request for this time is closed. A client that sends requests more often gets
   * a response with `Connection: close` first.
   */
  stopIdleTimeout: 3_000,
  /**
   * When the server stops, connections that are still open after this time are closed. Longer than `stopIdleTimeout`, in
   * which a request can still arrive, and its deadline together.
   */
  shutdownTimeout: 14_000,
}

/** How many connections the server of the metrics has; further ones are closed at once. */
export const maxMetricsConnections = 20

export type HttpServerLimits = Readonly<typeof httpServerLimits>
