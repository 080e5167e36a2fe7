/** The response is not one of the API, such as the error page of a proxy. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  /** The status of the response. */
  readonly status: number
  /** The response. Its body was read; `text` has it. */
  readonly response: Response
  /** The body of the response. */
  readonly text: string

  constructor(request: string, response: Response, text: string) {
    const type = response.headers.get('Content-Type') ?? 'no media type'
    super(`${request} got a response that is not of the API: ${response.status}, ${type}`)
    this.status = response.status
    this.response = response
    this.text = text
  }
}
