import type { Refusal } from '@museum/domain'

/** Who asks. */
export type Principal = Readonly<{ username: string }>

export type CredentialRefusal =
  | Refusal<'unauthorized'>
  /** `retryAfter`: in so many seconds it is worth asking again. */
  | (Refusal<'too-many-requests'> & Readonly<{ retryAfter: number }>)

/** Tells who stands behind a user name and a password. */
export interface CredentialVerifier {
  /**
   * An unknown user and a wrong password are refused alike, and after the same time.
   * `too-many-requests` when more are asked at once than can be checked, or more was guessed than is answered.
   * `address` is where the question comes from: an IP address, or nothing (`''`) where it is not known. Who is asked
   * too often may count by it; it never makes a right password of a wrong one.
   */
  verify(username: string, password: string, address: string): Promise<Principal | CredentialRefusal>
}
