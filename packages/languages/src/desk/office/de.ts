import type { OfficeTexts } from './texts.ts'

export const office: OfficeTexts = {
  title: 'Büro',
  users: 'Benutzer',
  usersHint: 'Benutzer werden mit Befehlen auf dem Server angelegt und geändert. Dieser zeigt, wie:',
  user: 'Benutzername',
  role: 'Rolle',
  signIn: 'Anmeldung',
  enabled: 'Erlaubt',
  disabled: 'Gesperrt',
}
