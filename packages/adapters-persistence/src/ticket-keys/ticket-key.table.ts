/**
 * `public_key` is the member `x` of a JSON Web Key, `private_key` PKCS#8 as PEM text; null for a key that is given to the
 * servers in a file. `created_at` and `revoked_at` are in milliseconds since 1970.
 */
type TicketKeyTable = {
  key_id: number
  public_key: string
  private_key: string | null
  created_at: number
  revoked_at: number | null
}

export type TicketKeyTables = { ticket_key: TicketKeyTable }
