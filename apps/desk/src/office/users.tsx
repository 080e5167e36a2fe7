import type { User, UserWithPassword } from '@museum/client'
import { type Signal, useSignal } from '@preact/signals'
import { ActionButton, ActionStatus, RunButton, useAction } from '../shell/action.tsx'
import { useDialog } from '../shell/dialog-form.tsx'
import { Field, Form } from '../shell/form.tsx'
import { office } from '../shell/languages.ts'
import { List } from '../shell/list.tsx'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { QuestionDialog } from '../shell/question-dialog.tsx'
import { type Role, signedIn } from '../shell/session.ts'

const roles: readonly Role[] = ['box-office', 'gate', 'reader', 'shop', 'admin']

type Made = Signal<UserWithPassword | undefined>

/** The users with their roles: added, changed and deleted. */
export const Users = () => {
  const words = office.value
  const loaded = useLoaded((signal) => signedIn().client.listUsers({ signal }), [], { seconds: 15 })
  const made: Made = useSignal(undefined)
  return (
    <>
      <h1>{words.users}</h1>
      <NewUser made={made} onDone={loaded.reload} />
      <MadePassword made={made} />
      <Show loaded={loaded}>
        {(users) => (
          <List items={users} empty="">
            {(user) => <UserRow key={user.username} user={user} made={made} onChange={loaded.reload} />}
          </List>
        )}
      </Show>
    </>
  )
}

const NewUser = ({ made, onDone }: Readonly<{ made: Made; onDone: () => void }>) => {
  const { role: roleWord, userAdministration: words } = office.value
  const draft = useSignal<{ username: string; role: Role }>({ username: '', role: 'box-office' })
  const action = useAction(async (signal) => {
    // The keyboards of phones add a space to a word that they complete.
    const { username, role } = draft.value
    made.value = await signedIn().client.addUser({ username: username.trim(), role }, { signal })
    draft.value = { username: '', role }
    onDone()
  })
  return (
    <Form action={action} class="row filters" onSubmit={() => void action.run()}>
      <Field label={words.newUser} at="#/username" error={action.error.value}>
        <input
          name="new-user"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={draft.value.username}
          onInput={({ currentTarget }) => (draft.value = { ...draft.value, username: currentTarget.value })}
        />
      </Field>
      <Field label={roleWord} at="#/role" error={action.error.value}>
        <RoleChoice role={draft.value.role} onRole={(role) => (draft.value = { ...draft.value, role })} />
      </Field>
      <ActionButton action={action}>{words.add}</ActionButton>
      <ActionStatus action={action} fields={['#/username', '#/role']} />
    </Form>
  )
}

const RoleChoice = ({
  role,
  onRole,
  ...attributes
}: Readonly<{ role: Role; onRole: (role: Role) => void; 'aria-label'?: string }>) => (
  <select {...attributes} value={role} onChange={({ currentTarget }) => onRole(currentTarget.value as Role)}>
    {roles.map((each) => (
      <option key={each} value={each}>
        {each}
      </option>
    ))}
  </select>
)

/** A password that was made, until another one is, or the page is left. */
const MadePassword = ({ made }: Readonly<{ made: Made }>) => {
  const { userAdministration: words } = office.value
  if (made.value?.password === undefined) return null
  const { username, password } = made.value
  return (
    <div class="note note-good stack" role="status" key={password}>
      <p>
        <strong>
          <bdi>{username}</bdi>
        </strong>{' '}
        {words.madePassword}
      </p>
      <code>
        <bdi dir="ltr">{password}</bdi>
      </code>
      {/* Only a page that came over HTTPS, or from this machine, has a clipboard. */}
      {isSecureContext && (
        <RunButton work={() => navigator.clipboard.writeText(password)} done={words.copied}>
          {words.copy}
        </RunButton>
      )}
    </div>
  )
}

const UserRow = ({ user, made, onChange }: Readonly<{ user: User; made: Made; onChange: () => void }>) => {
  const words = office.value
  const { username, role, enabled, passwordIsTemporary } = user
  const change = useAction(
    async (signal, changes: Parameters<ReturnType<typeof signedIn>['client']['updateUser']>[1]) => {
      await signedIn().client.updateUser(username, changes, { signal }).finally(onChange)
    },
  )
  return (
    <li>
      <div>
        <strong>
          <bdi>{username}</bdi>
        </strong>{' '}
        {!enabled && <span class="badge badge-bad">{words.disabled}</span>}{' '}
        {passwordIsTemporary && <span class="badge badge-warning">{words.userAdministration.isTemporary}</span>}
        <ActionStatus action={change} />
      </div>
      <div class="row">
        <RoleChoice
          aria-label={`${words.role}: ${username}`}
          role={role}
          onRole={(chosen) => void change.run({ role: chosen })}
        />
        <button type="button" onClick={() => void change.run({ enabled: !enabled })}>
          {enabled ? words.disable : words.enable}
        </button>
        <Asked
          heading={words.userAdministration.newPassword}
          question={words.userAdministration.newPasswordMeans}
          username={username}
          work={async (signal) => {
            made.value = await signedIn().client.updateUser(username, { password: null }, { signal })
          }}
          onDone={onChange}
        />
        <Asked
          heading={words.userAdministration.remove}
          question={words.userAdministration.removeMeans}
          username={username}
          work={(signal) => signedIn().client.removeUser(username, { signal })}
          onDone={onChange}
        />
      </div>
    </li>
  )
}

/** A button whose action is asked about first. */
const Asked = ({
  heading,
  question,
  username,
  work,
  onDone,
}: Readonly<{
  heading: string
  question: string
  username: string
  work: (signal: AbortSignal) => PromiseLike<unknown>
  onDone: () => void
}>) => {
  const action = useAction(async (signal) => {
    await work(signal)
    return true as const
  })
  const { isOpen, close, submit } = useDialog(action, onDone)
  return (
    <>
      <button type="button" onClick={() => (isOpen.value = true)}>
        {heading}
      </button>
      {isOpen.value && (
        <QuestionDialog
          heading={`${heading}: ${username}`}
          label={heading}
          question={<p>{question}</p>}
          action={action}
          onConfirm={() => void submit()}
          onClose={close}
        />
      )}
    </>
  )
}
