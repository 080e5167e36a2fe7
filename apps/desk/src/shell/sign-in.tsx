import { useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, useAction } from './action.tsx'
import { Dialog } from './dialog.tsx'
import { Field, Form } from './form.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { texts } from './languages.ts'
import { type Credentials, isUnauthorized, session, signIn, signOut } from './session.ts'

/** The form that asks for user and password; `username` is there when the user was signed in before. */
const SignInForm = ({ username = '' }: Readonly<{ username?: string }>) => {
  const { signIn: words } = texts.value.shell
  const credentials = useSignal<Credentials>({ username, password: '' })
  const action = useAction((signal) => signIn(credentials.value, signal))
  const isWrong = isUnauthorized(action.error.value)
  const change = (part: Partial<Credentials>) => {
    credentials.value = { ...credentials.value, ...part }
  }
  return (
    <Form action={action} onSubmit={() => void action.run()} class="sign-in">
      <Field label={words.username}>
        {(attributes) => (
          <input
            {...attributes}
            name="username"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
            value={credentials.value.username}
            onInput={({ currentTarget }) => change({ username: currentTarget.value })}
          />
        )}
      </Field>
      <Field label={words.password}>
        {(attributes) => (
          <input
            {...attributes}
            {...(isWrong && { 'aria-invalid': true })}
            name="password"
            type="password"
            autocomplete="current-password"
            required
            value={credentials.value.password}
            onInput={({ currentTarget }) => change({ password: currentTarget.value })}
          />
        )}
      </Field>
      <ActionButton action={action}>{words.submit}</ActionButton>
      {isWrong ? (
        <div role="alert" class="note note-bad">
          <p>{words.wrong}</p>
        </div>
      ) : (
        <ActionStatus action={action} done="" />
      )}
    </Form>
  )
}

/** The page of a user who is not signed in. */
export const SignIn = () => (
  <main class="sign-in-page" id="content">
    <div class="card">
      <h1>{texts.value.shell.signIn.heading}</h1>
      <SignInForm />
    </div>
    <LanguageChoice />
  </main>
)

/** The sign-in above the page of a user whose credentials are no longer accepted. */
export const SignInAgain = () => {
  const { signIn: words } = texts.value.shell
  return (
    <Dialog heading={words.againHeading}>
      <p>{words.again}</p>
      <SignInForm username={session.value?.credentials.username ?? ''} />
      <button type="button" class="plain" onClick={signOut}>
        {words.signOut}
      </button>
    </Dialog>
  )
}
