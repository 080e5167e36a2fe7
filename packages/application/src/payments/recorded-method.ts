import { type PaymentMethod, type Refusal, onlineMethod, refuseFaults } from '@museum/domain'
import type { MuseumPorts } from '../ports.ts'

/** While visitors pay at the payment provider, the word for that is not recorded by a person. `member` is where it stands. */
export const refuseOnlineMethod = (
  { paymentProvider }: Pick<MuseumPorts, 'paymentProvider'>,
  method: PaymentMethod | undefined,
  member: string,
): Refusal<'validation-failed'> | undefined =>
  paymentProvider !== undefined && method === onlineMethod
    ? refuseFaults({
        member,
        code: 'online-method',
        detail: `must be another word: ${onlineMethod} is what visitors pay at the payment provider`,
      })
    : undefined
