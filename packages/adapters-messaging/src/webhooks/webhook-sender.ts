import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { WebhookOutcome, WebhookRequest, WebhookSender } from '@museum/application'
import { type ResolveHost, checkedLookup, isLoopback, isPublic } from './addresses.ts'
import { sentenceOf } from './request-errors.ts'
import { newSecret, secretTexts, signatureHeaders } from './signatures.ts'
import { faultOfUrl } from './webhook-url.ts'

/** The greatest number of bytes that are read of a response. */
const maxResponseBytes = 64_000
/** The longest pause that a receiver can ask for, in seconds. */
const maxRetryAfter = 86_400

/** How messages are sent to receivers. */
export type WebhookSenderOptions = Readonly<{
  /**
   * `refuse`: only to public addresses, with `https`. `allow`: to all addresses, and to this machine with `http` as well.
   */
  privateAddresses: 'refuse' | 'allow'
  /** The milliseconds that an attempt may take, with the resolution of the host name; 15,000 by default. */
  timeLimit?: number | undefined
  /** Resolves host names; as the operating system does by default. */
  resolve?: ResolveHost | undefined
  /** The certificates (PEM) of the authorities that are trusted; by default the authorities that Node trusts. */
  ca?: string | undefined
  /** The milliseconds since 1970; the clock of the system by default. */
  now?: (() => number) | undefined
}>

/**
 * Sends messages with the headers and signatures of Standard Webhooks 1.0. Connections go to checked addresses only, and are
 * reused for four seconds; no proxy is used, and no redirect is followed.
 */
export const webhookSender = ({
  privateAddresses,
  timeLimit = 15_000,
  resolve = async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  ca,
  now = Date.now,
}: WebhookSenderOptions): WebhookSender => {
  const isPermitted = privateAddresses === 'allow' ? () => true : isPublic
  const agentOptions = {
    keepAlive: true,
    // Less than the five seconds after which many servers close an idle connection.
    timeout: 4_000,
    maxFreeSockets: 16,
    // The addresses of a host are tried in turn, each but the last for this number of milliseconds.
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 2_500,
  }
  // Not the global agents, which may use a proxy. A pooled connection is one to a checked address of its host name.
  const secure = new https.Agent({
    ...agentOptions,
    lookup: checkedLookup(resolve, isPermitted),
    // Not even NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check off.
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
  })
  const plain = new http.Agent({ ...agentOptions, lookup: checkedLookup(resolve, isLoopback) })

  /** Makes one request. Resolves to `undefined` if the receiver had closed the connection while it was idle. */
  const post = (url: URL, message: WebhookRequest, ended: AbortSignal) =>
    new Promise<WebhookOutcome | undefined>((resolvePost) => {
      const options: https.RequestOptions = {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'museum-webhooks',
          ...signatureHeaders(message, Math.floor(now() / 1_000)),
        },
      }
      const request =
        url.protocol === 'https:'
          ? https.request(url, { ...options, agent: secure })
          : http.request(url, { ...options, agent: plain })
      let response: IncomingMessage | undefined
      const end = (outcome: WebhookOutcome | undefined) => {
        ended.removeEventListener('abort', onTimeLimit)
        resolvePost(outcome)
        // An idle connection is kept only if both sides have sent everything.
        if (response?.complete !== true || !request.writableFinished) request.destroy()
      }
      const onTimeLimit = () => {
        const what = response === undefined ? 'did not answer' : 'did not complete its response'
        const advice = 'It should answer first, and process the message later.'
        end(failed(`The receiver ${what} within ${timeLimit / 1_000} s. ${advice}`, response?.statusCode))
      }
      // Node reports the end of a connection by different events: each arrives here, and the first one counts.
      const onEnd = (error: NodeJS.ErrnoException = connectionClosed) => {
        if (response === undefined) {
          const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE'
          end(request.reusedSocket && isClosed ? undefined : failed(sentenceOf(error, url.hostname)))
        } else if (response.complete) end(outcomeOf(response, now()))
        else {
          const because = `The receiver closed the connection in the middle of its response (${response.statusCode}).`
          end(failed(because, response.statusCode))
        }
      }
      ended.addEventListener('abort', onTimeLimit)
      request.on('error', onEnd)
      request.on('close', onEnd)
      request.on('response', (started) => {
        response = started
        let bytes = 0
        started.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > maxResponseBytes) end(outcomeOf(started, now()))
        })
        started.on('end', onEnd)
        started.on('error', onEnd)
      })
      request.end(message.body)
    })

  return {
    async send(message) {
      const fault = faultOfUrl(message.url, privateAddresses)
      if (fault !== undefined) return failed(`The URL ${fault.detail}.`)
      const ended = new AbortController()
      const timer = setTimeout(() => ended.abort(), timeLimit)
      try {
        const url = new URL(message.url)
        for (;;) {
          const outcome = await post(url, message, ended.signal)
          if (outcome !== undefined) return outcome
        }
      } catch (error) {
        return failed(sentenceOf(error, ''))
      } finally {
        clearTimeout(timer)
      }
    },
    newSecret,
    secretTexts,
    faultOfUrl: (url) => faultOfUrl(url, privateAddresses),
  }
}

const failed = (because: string, status?: number, retryAfter?: number): WebhookOutcome => ({
  outcome: 'failed',
  because: because.slice(0, 500),
  ...(status !== undefined && { status }),
  ...(retryAfter !== undefined && { retryAfter }),
})

/** The error of an attempt whose connection was closed without one. */
const connectionClosed = Object.assign(new Error('closed'), { code: 'ECONNRESET' })

/** The outcome of an attempt that got this response. `now` is in milliseconds since 1970. */
const outcomeOf = (response: IncomingMessage, now: number): WebhookOutcome => {
  const status = response.statusCode!
  if (status >= 200 && status < 300) return { outcome: 'delivered', status }
  if (status === 410) return { outcome: 'gone', status }
  if (status >= 300 && status < 400)
    return failed(
      `The receiver redirects (${status}), which is not followed. Enter the URL to which it redirects.`,
      status,
    )
  const seconds = status === 429 || status === 503 ? secondsOf(response.headers['retry-after'], now) : undefined
  return failed(`The receiver answered with the status ${status}.`, status, seconds)
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** The seconds of a `Retry-After`, an integer from 0 to `maxRetryAfter`; `undefined` for any other text. */
const secondsOf = (text: string | undefined, now: number) => {
  if (text === undefined) return undefined
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : Math.ceil(((httpDate.test(text) ? Date.parse(text) : Number.NaN) - now) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxRetryAfter)
}
