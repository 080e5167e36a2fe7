/**
 * Why a request got `too-many-requests`. `throttled`: too many passwords were wrong. `busy`: too many password checks
 * waited, or this one waited for too long.
 */
export type PasswordRefusalReason = (typeof passwordRefusalReasons)[number]

/** Every `PasswordRefusalReason`. */
export const passwordRefusalReasons = ['throttled', 'busy'] as const

/** Called with what happens to the passwords of requests, for metrics. The functions must not throw. */
export type CredentialObserver = Readonly<{
  /** A password is hashed, which takes a core for 0.2 s. */
  onHash?: () => void
  /** A request got `too-many-requests`. */
  onRefused?: (reason: PasswordRefusalReason) => void
}>
