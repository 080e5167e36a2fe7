import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { ActionButton, ActionStatus, useAction } from './action.tsx'
import { isCovered } from './covered.ts'
import { Dialog } from './dialog.tsx'
import { Field, Form } from './form.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { texts } from './languages.ts'
import type { Page } from './page.ts'
import { type Credentials, canRemember } from './remembered.ts'
import { hrefOf } from './router.ts'
import { isUnauthorized, session, signIn, signOut } from './session.ts'

const noCredentials: Credentials = { username: '', password: '' }

/** What the user enters to sign in, and the request. Credentials with a password are sent at once. */
export const useSignIn = (given: Credentials = noCredentials, isRemembered = false) => {
  const credentials = useSignal(given)
  const remembers = useSignal(isRemembered)
  const action = useAction(
    (signal) => {
      const { username, password } = credentials.value
      // The keyboards of phones add a space to a word that they complete. No name of a user has one at its ends.
      return signIn({ username: username.trim(), password }, remembers.value, signal)
    },
    { repeats: true, isSignIn: true },
  )
  useEffect(() => {
    if (given.password !== '') void action.run()
    // After a sign-out, a request that was started before does not sign in.
    return () => action.reset()
  }, [])
  return { credentials, remembers, action }
}
type SignInRequest = ReturnType<typeof useSignIn>

const SignInForm = ({ request: { credentials, remembers, action } }: Readonly<{ request: SignInRequest }>) => {
  const { signIn: words } = texts.value.shell
  const form = useRef<HTMLDivElement>(null)
  const isUserKnown = useRef(credentials.value.username !== '').current
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>(isUserKnown ? '[name=password]' : '[name=username]')?.focus()
  }, [])
  const isWrong = isUnauthorized(action.error.value)
  const change = (part: Partial<Credentials>) => {
    credentials.value = { ...credentials.value, ...part }
  }
  return (
    <div ref={form}>
      <Form action={action} onSubmit={() => void action.run()} class="stack sign-in">
        <Field label={texts.value.shell.user}>
          <input
            name="username"
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            required
            value={credentials.value.username}
            onInput={({ currentTarget }) => change({ username: currentTarget.value })}
          />
        </Field>
        <Field label={words.password}>
          <input
            {...(isWrong && { 'aria-invalid': true })}
            name="password"
            type="password"
            // The dialog focuses it when it opens.
            autofocus={isUserKnown}
            autocomplete="current-password"
            required
            value={credentials.value.password}
            onInput={({ currentTarget }) => change({ password: currentTarget.value })}
          />
        </Field>
        <Remember remembers={remembers} />
        <ActionButton action={action}>{words.submit}</ActionButton>
        {isWrong ? (
          <div role="alert" class="note note-bad">
            <p>{words.wrong}</p>
          </div>
        ) : (
          <ActionStatus action={action} />
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

/** The page of a user who is not signed in. */
export const SignIn = ({ request }: Readonly<{ request: SignInRequest }>) => (
  <main class="sign-in-page" id="content">
    <div class="card stack">
      <h1>{texts.value.shell.signIn.submit}</h1>
      <SignInForm request={request} />
    </div>
    <LanguageChoice />
  </main>
)

/**
 * Asks a user whose credentials are no longer accepted to sign in again: above the page, with a link to a page that goes on without
 * it, or in a note of such a page.
 */
export const SignInAgain = ({ page, pages }: Readonly<{ page: Page | undefined; pages: readonly Page[] }>) => {
  const isOpen = useSignal(false)
  const note = page?.withoutSignIn?.(texts.value)
  const other = pages.find(({ withoutSignIn }) => withoutSignIn !== undefined)
  if (note === undefined)
    return (
      <SignInDialog>
        {other && (
          <a class="button" href={hrefOf([other.path])}>
            {other.title(texts.value)}
          </a>
        )}
      </SignInDialog>
    )
  const { shell } = texts.value
  const close = () => (isOpen.value = false)
  return (
    <>
      <div class="sign-in-note note note-warning apart" role="alert" inert={isCovered.value}>
        <p>{note}</p>
        <button type="button" onClick={() => (isOpen.value = true)}>
          {shell.signIn.submit}
        </button>
      </div>
      {isOpen.value && (
        <SignInDialog onClose={close}>
          <button type="button" onClick={close}>
            {shell.close}
          </button>
        </SignInDialog>
      )}
    </>
  )
}

/** The sign-in in a dialog; the children are further ways out of it. */
const SignInDialog = ({ onClose, children }: Readonly<{ onClose?: () => void; children: ComponentChildren }>) => {
  const { signIn: words } = texts.value.shell
  const request = useSignIn({ username: session.value?.credentials.username ?? '', password: '' })
  return (
    <Dialog heading={words.againHeading} {...(onClose && { onClose })}>
      <p>{words.again}</p>
      <SignInForm request={request} />
      <div class="row">
        {children}
        <button type="button" class="plain" onClick={() => void signOut()}>
          {words.signOut}
        </button>
      </div>
    </Dialog>
  )
}
