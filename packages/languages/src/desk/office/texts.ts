export type OfficeTexts = Readonly<{
  title: string
  users: string
  /** Comes before the command that lists the commands for users. */
  usersHint: string
  user: string
  role: string
  signIn: string
  enabled: string
  disabled: string
}>
