import type { Email } from '@museum/domain'
import type { Actor } from '../access/principal.ts'
import { recordChange } from '../audit/record-change.ts'
import type { MuseumPorts } from '../ports.ts'
import type { Erasure, ErasureOptions } from './purchaser-data-repository.ts'

/**
 * Erases the e-mail address, compared without regard to case, and the phone number of a purchaser from all tickets; it
 * cannot be undone. The tickets stay as they are otherwise, so that an upcoming one still admits. The audit entry has the
 * number of tickets, and nothing of the address.
 */
export type ErasePurchaserData = (email: Email, actor: Actor, options?: ErasureOptions) => Promise<Erasure>

export const erasePurchaserData =
  ({ purchaserData, now }: Pick<MuseumPorts, 'purchaserData' | 'now'>): ErasePurchaserData =>
  (email, actor, options) =>
    purchaserData.erase(
      { email },
      (tickets) =>
        recordChange({ now }, actor, {
          operation: 'erasePurchaserData',
          subject: { kind: 'purchaser-data', id: 'one-purchaser' },
          before: null,
          after: { tickets },
        }),
      options,
    )
