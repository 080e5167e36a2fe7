import type { Instant } from '@museum/domain'

/** A moment in a response: `2030-05-17T17:02:11.250Z`. */
export const toDateTime = (instant: Instant): string => new Date(instant).toISOString()
