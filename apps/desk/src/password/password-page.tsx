import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, forgetDone, useAction } from '../shell/action.tsx'
import { Field, Form } from '../shell/form.tsx'
import { office, texts } from '../shell/languages.ts'
import { signIn, signedIn } from '../shell/session.ts'

/** The form for a new password of the user. */
const PasswordPage = () => {
  const { changePassword: title, signIn: signInWords } = texts.value.shell
  const { ownPassword: words, userAdministration } = office.value
  const password = useSignal('')
  const newPassword = useSignal('')
  const action = useAction(async (signal) => {
    const { client, credentials, rememberedOn } = signedIn()
    const fields = { password: password.value, newPassword: newPassword.value }
    await client.changeOwnPassword(fields, { signal })
    // The session goes on with the new password.
    await signIn({ ...credentials, password: fields.newPassword }, rememberedOn !== undefined, signal)
    password.value = newPassword.value = ''
  })
  return (
    <div class="card stack">
      <h1>{title}</h1>
      {signedIn().museum.user.passwordIsTemporary && <p>{words.isTemporary}</p>}
      <Form action={action} class="stack" onInput={forgetDone(action)} onSubmit={() => void action.run()}>
        <Field label={signInWords.password} at="#/password" error={action.error.value}>
          <input
            type="password"
            name="present-password"
            autocomplete="current-password"
            value={password.value}
            onInput={({ currentTarget }) => (password.value = currentTarget.value)}
          />
        </Field>
        <Field label={userAdministration.newPassword} at="#/newPassword" error={action.error.value}>
          <input
            type="password"
            name="new-password"
            autocomplete="new-password"
            value={newPassword.value}
            onInput={({ currentTarget }) => (newPassword.value = currentTarget.value)}
          />
        </Field>
        <ActionButton action={action}>{title}</ActionButton>
        <ActionStatus action={action} fields={['#/password', '#/newPassword']} done={words.done} />
      </Form>
    </div>
  )
}

export default PasswordPage
