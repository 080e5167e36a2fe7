import type { CredentialVerifier, UserRepository } from '@museum/application'
import { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
import { throttledCredentialVerifier } from './throttled-credential-verifier.ts'

/** Verifies the passwords of these users, and limits wrong ones, as the server of the museum does. */
export const credentialVerifier = (users: UserRepository): CredentialVerifier =>
  throttledCredentialVerifier(scryptCredentialVerifier(users))
