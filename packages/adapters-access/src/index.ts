export { credentialVerifier } from './credential-verifier.ts'
export { type ScryptCredentialVerifierOptions, scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
export { scryptPasswordHasher } from './scrypt-password-hasher.ts'
export { throttledCredentialVerifier } from './throttled-credential-verifier.ts'
