import type { SoldTicket } from '@museum/client'
import { useSignal } from '@preact/signals'
import { useAction } from '../shell/action.tsx'
import { DialogForm } from '../shell/dialog-form.tsx'
import { Field } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'
import { EmailInput } from './email-input.tsx'

/** Sends a ticket by e-mail again, or to another address. */
export const MailButton = ({ ticket }: Readonly<{ ticket: SoldTicket }>) => {
  const { boxOffice: words } = texts.value
  const email = useSignal(ticket.email ?? '')
  const action = useAction(async (signal) => {
    const address = email.value.trim()
    // Another address is not the ticket's.
    await signedIn().client.mailTicket(ticket.ticketId, address === ticket.email ? {} : { email: address }, { signal })
    return true as const
  })
  return (
    <DialogForm label={words.sendMail} action={action} fields={['#/email']} done={words.mailWaits}>
      <Field label={words.mailTo} at="#/email" error={action.error.value}>
        <EmailInput email={email} />
      </Field>
    </DialogForm>
  )
}
