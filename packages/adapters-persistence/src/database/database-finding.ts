/**
 * What an inspection of a database found. `serious`: the museum does not work, stops working soon, or its data are wrong;
 * `warning`: a risk, or probably a mistake. `message` says what is so, `advice` what the operator must do. Neither contains
 * a password or anything of a purchaser.
 */
export type DatabaseFinding = Readonly<{
  check: 'database' | 'disk-space' | 'file-permissions'
  level: 'ok' | 'warning' | 'serious'
  message: string
  advice?: string
}>
