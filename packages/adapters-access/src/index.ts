export { hashPassword, verifyPassword } from './scrypt-password-hasher.ts'
export { type ScryptCredentialVerifierOptions, scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
export { throttledCredentialVerifier } from './throttled-credential-verifier.ts'
