import type { SoldTicket } from '@museum/client'
import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, useAction } from '../shell/action.tsx'
import { Dialog } from '../shell/dialog.tsx'
import { Field, Form } from '../shell/form.tsx'
import { texts } from '../shell/languages.ts'
import { signedIn } from '../shell/session.ts'

/** Sends a ticket by e-mail again, or to another address. */
export const MailButton = ({ ticket }: Readonly<{ ticket: SoldTicket }>) => {
  const { boxOffice: words, shell } = texts.value
  const isOpen = useSignal(false)
  const email = useSignal(ticket.email ?? '')
  const action = useAction(async (signal) => {
    const address = email.value.trim()
    // Another address is not that of the ticket.
    await signedIn().client.mailTicket(ticket.ticketId, address === ticket.email ? {} : { email: address }, { signal })
    return true
  })
  const close = () => {
    action.reset()
    isOpen.value = false
  }
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {words.sendMail}
      </button>
      {isOpen.value && (
        <Dialog heading={words.sendMail} onClose={close}>
          <Form action={action} class="stack" onSubmit={() => void action.run()}>
            <Field label={words.mailTo} at="#/email" error={action.error.value}>
              {(attributes) => (
                <input
                  {...attributes}
                  type="email"
                  autocomplete="off"
                  value={email.value}
                  onInput={({ currentTarget }) => (email.value = currentTarget.value)}
                />
              )}
            </Field>
            <ActionStatus action={action} fields={['#/email']} done={words.mailWaits} />
            <div class="row">
              <ActionButton action={action}>{words.sendMail}</ActionButton>
              <button type="button" class="plain" onClick={close}>
                {shell.close}
              </button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  )
}
