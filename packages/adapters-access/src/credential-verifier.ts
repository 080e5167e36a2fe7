import type { CredentialVerifier, UserRepository } from '@museum/application'
import type { CredentialObserver } from './credential-observer.ts'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
import { throttledCredentialVerifier } from './throttled-credential-verifier.ts'

/** Verifies the passwords of these users, and limits wrong ones, as the server of the museum does. */
export const credentialVerifier = (users: UserRepository, observer: CredentialObserver = {}): CredentialVerifier =>
  throttledCredentialVerifier(scryptCredentialVerifier(users, { observer }), undefined, observer)
