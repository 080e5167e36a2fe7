export {
  type CredentialObserver,
  type PasswordRefusalReason,
  type ScryptCredentialVerifierOptions,
  passwordRefusalReasons,
  scryptCredentialVerifier,
} from './scrypt-credential-verifier.ts'
export { scryptPasswordHasher } from './scrypt-password-hasher.ts'
export { credentialVerifier, throttledCredentialVerifier } from './throttled-credential-verifier.ts'
