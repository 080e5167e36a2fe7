import { useSignal } from '@preact/signals'
import { openTickets } from '../box-office/open-sale.ts'
import { Dialog } from './dialog.tsx'
import { texts } from './languages.ts'
import { leavePage } from './router.ts'
import { signOut, signedIn } from './session.ts'

/** Signs out; with an open sale, which a sign-out erases, it asks first. */
export const SignOutButton = () => {
  const { shell } = texts.value
  const { museum } = signedIn()
  const tickets = useSignal(0)
  const ask = () => {
    tickets.value = openTickets(museum.user.username, museum.today)
    if (tickets.value === 0) leavePage(() => void signOut())
  }
  return (
    <>
      <button type="button" class="plain" onClick={ask}>
        {shell.signIn.signOut}
      </button>
      {tickets.value > 0 && (
        <Dialog heading={shell.signIn.signOut} onClose={() => (tickets.value = 0)}>
          <p>{shell.signIn.saleIsOpen(tickets.value)}</p>
          <div class="row">
            <button type="button" onClick={() => void signOut()}>
              {shell.signIn.signOut}
            </button>
            <button type="button" class="plain" onClick={() => (tickets.value = 0)}>
              {shell.close}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
