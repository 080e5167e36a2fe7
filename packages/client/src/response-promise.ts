/** The body of a response as a value, and the response with its headers; its body was read. */
export type DataAndResponse<Data> = Readonly<{ data: Data; response: Response }>

/** A promise of the body of a response; `withResponse` gives the headers too, such as `ETag`. */
export class ResponsePromise<Data> extends Promise<Data> {
  readonly #received: Promise<DataAndResponse<Data>>

  /** The promises that `then` returns are ordinary ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  constructor(received: Promise<DataAndResponse<Data>>) {
    // This value is never used: `then` is overridden below, and `catch` and `finally` call it.
    super((resolve) => resolve(undefined as never))
    this.#received = received
  }

  // oxlint-disable-next-line unicorn/no-thenable
  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#received.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  /** The body together with the response. */
  withResponse(): Promise<DataAndResponse<Data>> {
    return this.#received
  }
}
