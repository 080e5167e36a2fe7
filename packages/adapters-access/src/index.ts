export { isPasswordOf, passwordHash } from './password-hash.ts'
export { scryptCredentialVerifier } from './scrypt-credential-verifier.ts'
export { throttledCredentialVerifier } from './throttled-credential-verifier.ts'
