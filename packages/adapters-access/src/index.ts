export { hashPassword, verifyPassword } from './password-hash.ts'
export { type ScryptCredentialVerifierOptions, scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
export { throttledCredentialVerifier } from './throttled-credential-verifier.ts'
