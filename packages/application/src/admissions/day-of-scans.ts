import { type CalendarDate, type Refusal, refuse } from '@museum/domain'
import type { Principal } from '../access/principal.ts'
import type { MuseumPorts } from '../ports.ts'

/** The scans of a date are not for the role of the principal. */
export type OnlyToday = Refusal<'forbidden'>

/** `forbidden` for a date other than today, unless the principal is an administrator. */
export const checkDayOfScans = (
  { role }: Pick<Principal, 'role'>,
  date: CalendarDate,
  { today }: Pick<MuseumPorts, 'today'>,
): OnlyToday | undefined =>
  role === 'admin' || date === today()
    ? undefined
    : refuse('forbidden', `The role ${role} may read the scans of today only.`)
