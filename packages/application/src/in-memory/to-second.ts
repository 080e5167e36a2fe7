import { Instant } from '@museum/domain'

/** The beginning of the second of a moment, as a database stores it that stores seconds. */
export const toSecond = (instant: Instant): Instant => Instant(Math.floor(instant / 1_000) * 1_000)
