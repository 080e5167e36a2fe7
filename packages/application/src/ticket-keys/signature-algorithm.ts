/** `privateKey` is PKCS#8 as PEM text; `publicKey` the member `x` of a JSON Web Key (RFC 8037): 32 bytes in base64url. */
export type TicketKeyPair = Readonly<{ privateKey: string; publicKey: string }>

/** Ed25519 (RFC 8032). A signature has 64 bytes, and is the same each time for a key and bytes. */
export interface SignatureAlgorithm {
  /** A new random key pair. */
  generateKeyPair(): Promise<TicketKeyPair>
  /** The signature of the bytes, 64 bytes, by the private key. */
  sign(privateKey: string, bytes: Uint8Array): Promise<Uint8Array>
  /** Whether this key made the signature of these bytes. False for a signature of any length but 64. */
  verify(publicKey: string, bytes: Uint8Array, signature: Uint8Array): Promise<boolean>
}
