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
   * Returns the user with the role that it has now. An unknown user, a disabled user and a wrong password have the same
   * refusal, after the same time.
   * `too-many-requests` when more passwords wait to be checked than there is room for, or after too many failures.
   * `address` is the IP address of the client, or `''` where it is not known. A verifier may limit failures, and divide its
   * capacity, by address.
   * Throws `Unavailable` when the users cannot be read.
   */
  verify(username: string, password: string, address: string): Promise<Principal | CredentialRefusal>
}
