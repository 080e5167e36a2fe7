import type { Refusal } from '@museum/domain'

/** Who asks. */
export type Principal = Readonly<{ username: string }>

export type CredentialRefusal = Refusal<'unauthorized' | 'too-many-requests'>

/** Tells who stands behind a user name and a password. */
export interface CredentialVerifier {
  /**
   * An unknown user and a wrong password are refused alike, and after the same time.
   * `too-many-requests` when more are asked at once than can be checked.
   */
  verify(username: string, password: string): Promise<Principal | CredentialRefusal>
}
