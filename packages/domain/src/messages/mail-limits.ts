import { type Refusal, refuse } from '../refusal.ts'

const [toAddress, byUser, forVisitor] = [10, 200, 3]

/**
 * How many e-mails may be requested within `seconds`: to one address by all users together, and by one user. E-mails about sales and
 * cancellations are neither counted nor refused. `forVisitor`: how many requests of visitors for the tickets of one address are answered.
 */
export const MailLimits = {
  seconds: 3_600,
  toAddress,
  byUser,
  forVisitor,

  /** The refusal of an e-mail beyond a limit, with the seconds after which it may be requested again. */
  exceeded(limit: 'toAddress' | 'byUser', retryAfter: number): Refusal<'too-many-mails'> {
    const minutes = Math.ceil(retryAfter / 60)
    const sent =
      limit === 'toAddress'
        ? `${toAddress} e-mails were sent to this address within an hour`
        : `You have sent ${byUser} e-mails within an hour`
    const next = `Send the next one in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
    const values = { limit: MailLimits[limit], per: limit === 'toAddress' ? 'address' : 'user', minutes }
    return { ...refuse('too-many-mails', `${sent}. ${next}, or print the ticket.`), values, retryAfter }
  },
}
