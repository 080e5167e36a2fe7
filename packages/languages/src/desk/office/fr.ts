import type { OfficeTexts } from './texts.ts'

export const office: OfficeTexts = {
  title: 'Bureau',
  users: 'Utilisateurs',
  usersHint: 'Les utilisateurs sont ajoutés et modifiés par des commandes sur le serveur. Celle-ci montre comment :',
  user: 'Utilisateur',
  role: 'Rôle',
  signIn: 'Connexion',
  enabled: 'Autorisée',
  disabled: 'Bloquée',
}
