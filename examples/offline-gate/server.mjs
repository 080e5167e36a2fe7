/**
 * A response of the museum's server. The status is 0 when there is none: the network is down, the time is over, or something
 * else answered, as the sign-in page of a public network does.
 * @typedef {{ status: number, body: any }} Response
 */

/** The museum's server. */
export const serverAt = (/** @type {string} */ url, /** @type {string} */ credentials) => {
  const headers = {
    Authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    'Content-Type': 'application/json',
  }
  /** @returns {Promise<Response>} */
  const request = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {number} */ milliseconds,
    /** @type {object | undefined} */ content,
  ) => {
    try {
      const signal = AbortSignal.timeout(milliseconds)
      const init = { method, headers, signal, redirect: /** @type {const} */ ('error') }
      const response = await fetch(url + path, content ? { ...init, body: JSON.stringify(content) } : init)
      return { status: response.status, body: await response.json() }
    } catch (error) {
      const { message, cause } = /** @type {Error} */ (error)
      return { status: 0, body: { title: cause instanceof Error ? cause.message || message : message } }
    }
  }
  return {
    url,
    get: (/** @type {string} */ path, milliseconds = 5_000) => request('GET', path, milliseconds, undefined),
    /** Sends a scan. The answer of the server is a decision only if `isDecision` says so. */
    admit: (/** @type {object} */ scan, /** @type {number} */ milliseconds) =>
      request('POST', '/admissions', milliseconds, scan),
  }
}
/** @typedef {ReturnType<typeof serverAt>} Server */

/** Whether the server has decided the scan. */
export const isDecision = (/** @type {Response} */ { status, body }) =>
  status === 200 && typeof body?.admitted === 'boolean'

/** What went wrong, in words. */
export const problemOf = (/** @type {Response} */ { status, body }) =>
  status === 0 ? `no answer (${body.title})` : `${status} ${body?.title ?? ''} ${body?.detail ?? ''}`.trim()
