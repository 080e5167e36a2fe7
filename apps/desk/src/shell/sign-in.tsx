import { type Signal, useSignal } from '@preact/signals'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, useAction } from './action.tsx'
import { Dialog } from './dialog.tsx'
import { Field, Form } from './form.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { texts } from './languages.ts'
import { type Credentials, canRemember } from './remembered.ts'
import { isUnauthorized, session, signIn, signOut } from './session.ts'

/**
 * The form that asks for user and password. `given` are those that are known: of a user who was signed in before, or whom this
 * device remembers; with a password, they are sent at once.
 */
const SignInForm = ({ given, isRemembered }: Readonly<{ given: Credentials; isRemembered: boolean }>) => {
  const { signIn: words } = texts.value.shell
  const credentials = useSignal(given)
  const remembers = useSignal(isRemembered)
  const form = useRef<HTMLDivElement>(null)
  const action = useAction((signal) => signIn(credentials.value, remembers.value, signal), { repeats: true })
  useLayoutEffect(() => {
    if (given.password !== '') void action.run()
    form.current?.querySelector<HTMLElement>(given.username === '' ? '[name=username]' : '[name=password]')?.focus()
  }, [])
  const isWrong = isUnauthorized(action.error.value)
  const change = (part: Partial<Credentials>) => {
    credentials.value = { ...credentials.value, ...part }
  }
  return (
    <div ref={form}>
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
              // The dialog focuses it when it opens.
              autofocus={given.username !== ''}
              autocomplete="current-password"
              required
              value={credentials.value.password}
              onInput={({ currentTarget }) => change({ password: currentTarget.value })}
            />
          )}
        </Field>
        <Remember remembers={remembers} />
        <ActionButton action={action}>{words.submit}</ActionButton>
        {isWrong ? (
          <div role="alert" class="note note-bad">
            <p>{words.wrong}</p>
          </div>
        ) : (
          <ActionStatus action={action} done="" />
        )}
      </Form>
    </div>
  )
}

/** The choice that the device remembers the user, where it can. */
const Remember = ({ remembers }: Readonly<{ remembers: Signal<boolean> }>) => {
  const { signIn: words } = texts.value.shell
  const id = useId()
  if (!canRemember()) return <p class="hint">{words.rememberNeedsHttps}</p>
  return (
    <div>
      <label class="choice">
        <input
          type="checkbox"
          name="remember"
          aria-describedby={id}
          checked={remembers.value}
          onChange={({ currentTarget }) => (remembers.value = currentTarget.checked)}
        />
        {words.remember}
      </label>
      <p id={id} class="hint">
        {words.rememberHint}
      </p>
    </div>
  )
}

const noCredentials: Credentials = { username: '', password: '' }

/** The page of a user who is not signed in; `remembered` are the credentials that the device has kept. */
export const SignIn = ({ remembered }: Readonly<{ remembered: Credentials | undefined }>) => (
  <main class="sign-in-page" id="content">
    <div class="card">
      <h1>{texts.value.shell.signIn.heading}</h1>
      <SignInForm given={remembered ?? noCredentials} isRemembered={remembered !== undefined} />
    </div>
    <LanguageChoice />
  </main>
)

/** The sign-in above the page of a user whose credentials are no longer accepted. */
export const SignInAgain = () => {
  const { signIn: words } = texts.value.shell
  const username = session.value?.credentials.username ?? ''
  return (
    <Dialog heading={words.againHeading}>
      <p>{words.again}</p>
      <SignInForm given={{ username, password: '' }} isRemembered={false} />
      <button type="button" class="plain" onClick={() => void signOut()}>
        {words.signOut}
      </button>
    </Dialog>
  )
}
