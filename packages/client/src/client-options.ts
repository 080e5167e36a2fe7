/** How the requests of a client are sent. */
export type ClientOptions = Readonly<{
  /** The URL of the API with its base path, such as `https://museum.example/v1.1`. In a browser it may be a path. */
  baseUrl: string
  /** The user of the museum who sends the requests. Without it, requests have no `Authorization` header. */
  credentials?: Readonly<{ username: string; password: string }> | undefined
  /** How requests are sent: by default, the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** How many times a request is repeated at most: by default 3. */
  retries?: number | undefined
  /**
   * The milliseconds that one attempt may take, with its body: by default 15,000. The server responds within 10
   * seconds.
   */
  timeout?: number | undefined
  /**
   * The longest `Retry-After` that the client waits for, in milliseconds: by default 10,000. If a response asks for
   * more, its error is thrown at once.
   */
  maxRetryDelay?: number | undefined
}>

/** The options of one request. `retries` and `timeout` replace the client's. */
export type RequestOptions = Readonly<{
  /** Ends the request and the wait for its repetition: it rejects with the reason of the signal. */
  signal?: AbortSignal | undefined
  retries?: number | undefined
  timeout?: number | undefined
}>

/** The options of a request that takes effect once, however often it is sent. */
export type KeyedOptions = RequestOptions &
  Readonly<{
    /**
     * The `Idempotency-Key`: by default a new UUID for each call. With one of your own, you can send the request again after
     * a restart of your program, for at least 24 hours.
     */
    idempotencyKey?: string | undefined
  }>

/** The options of a read that the client may have done before. */
export type ConditionalOptions = RequestOptions &
  Readonly<{
    /** The `ETag` of the earlier response: when nothing has changed, the body is `undefined`. */
    ifNoneMatch: string | null
  }>

/** The options of a change of something that was read before. */
export type PreconditionOptions = RequestOptions &
  Readonly<{
    /** The `ETag` of the state that the change is meant for. In another state it fails with `precondition-failed`. */
    ifMatch?: string | null | undefined
  }>
