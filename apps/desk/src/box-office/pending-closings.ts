import type { ClosingFields } from '@museum/client'
import { type PendingRequest, pendingRequests } from './pending-requests.ts'

/** A closing that was sent, and whose response has not arrived. */
export type PendingClosing = PendingRequest & Readonly<{ closing: ClosingFields }>

export const pendingClosings = pendingRequests<PendingClosing>('museum.pending-closing.', ({ closing }) => {
  const { float, counted } = (closing ?? {}) as Partial<Record<string, unknown>>
  return typeof float === 'number' && Array.isArray(counted)
})
