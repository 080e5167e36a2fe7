import type { OfficeTexts } from './texts.ts'

export const office: OfficeTexts = {
  title: 'Office',
  users: 'Users',
  usersHint: 'Users are added and changed by commands on the server. This one shows how:',
  user: 'User',
  role: 'Role',
  signIn: 'Sign-in',
  enabled: 'Enabled',
  disabled: 'Disabled',
}
