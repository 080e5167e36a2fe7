/**
 * A response of the museum's server. The status is 0 when there is no response of the server: the network is down, the
 * time is over, or something else responded, such as the sign-in page of a public network.
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
    /** Sends a scan. The response of the server is a decision only if `isDecision` says so. */
    admit: (/** @type {object} */ scan, /** @type {number} */ milliseconds) =>
      request('POST', '/admissions', milliseconds, scan),
  }
}
/** @typedef {ReturnType<typeof serverAt>} Server */

/** Whether the body of a response is a decision, with the members that the gate reads. */
const isAnswer = (/** @type {any} */ body) => {
  const { admitted, admissionId, reason, detail, ticket, first } = body ?? {}
  const isOfTicket = typeof ticket?.ticketId === 'string'
  if (admitted === true) return isOfTicket && typeof admissionId === 'string'
  const isUse =
    isOfTicket && !Number.isNaN(Date.parse(first?.at)) && (first.gate === null || typeof first.gate === 'string')
  return (
    admitted === false && typeof reason === 'string' && typeof detail === 'string' && (first === undefined || isUse)
  )
}

/** Whether the server has decided the scan. */
export const isDecision = (/** @type {Response} */ { status, body }) => status === 200 && isAnswer(body)

/** What went wrong, in words. */
export const problemOf = (/** @type {Response} */ { status, body }) => {
  if (status === 200) return '200, but not with the members of a response of the museum'
  return status === 0 ? `no answer (${body.title})` : `${status} ${body?.title ?? ''} ${body?.detail ?? ''}`.trim()
}
