/** What a request gathers on its way to its operation. */
export type MuseumEnv = {
  Variables: {
    /** A UUID of ours: the `instance` of a problem, and what the log knows the request by. */
    requestId: string
    /** Who asks. */
    username: string
    /** Whom it comes from; empty where that is not known. */
    clientAddress: string
  }
}
