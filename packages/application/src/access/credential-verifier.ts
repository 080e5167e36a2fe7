import type { Refusal } from '@museum/domain'
import type { Principal } from './principal.ts'

/** Why credentials are not accepted. */
export type CredentialRefusal =
  | Refusal<'unauthorized'>
  /** `retryAfter`: the seconds after which another attempt may succeed. */
  | (Refusal<'too-many-requests'> & Readonly<{ retryAfter: number }>)

/** Verifies a user name and a password. */
export interface CredentialVerifier {
  /**
   * Returns the user with the current role. An unknown user, a disabled user and a wrong password have the same
   * refusal, after the same time. Returns `too-many-requests` when too many passwords wait to be checked, or after too
   * many failures. `address` is the IP address of the client, or `''` if it is not known. A verifier may limit
   * failures, and divide its capacity, by address. Throws `Unavailable` when the users cannot be read.
   */
  verify(username: string, password: string, address: string): Promise<Principal | CredentialRefusal>
}
