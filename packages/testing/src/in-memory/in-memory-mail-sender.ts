import type { Mail, MailOutcome, MailSender } from '@museum/application'

/**
 * A sender whose mail server is a function: by default one that accepts every e-mail. `mails` has what was sent, also what was not
 * accepted. For tests only.
 */
export const inMemoryMailSender = (
  receive: (mail: Mail) => MailOutcome | Promise<MailOutcome> = () => ({ outcome: 'accepted' }),
): MailSender & Readonly<{ mails: readonly Mail[] }> => {
  const mails: Mail[] = []
  return {
    mails,
    async send(mail) {
      mails.push(mail)
      return receive(mail)
    },
    async close() {},
  }
}
