import type { OfficeTexts } from './texts.ts'

export const office: OfficeTexts = {
  title: 'Oficina',
  users: 'Usuarios',
  usersHint: 'Los usuarios se añaden y se cambian con comandos en el servidor. Este muestra cómo:',
  user: 'Usuario',
  role: 'Rol',
  signIn: 'Inicio de sesión',
  enabled: 'Permitido',
  disabled: 'Bloqueado',
}
