import { office, texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'
import { Table } from '../shell/table.tsx'

/** The users with their roles. They are changed by commands only. */
export const Users = () => {
  const words = office.value
  const { shell } = texts.value
  const loaded = useLoaded((signal) => signedIn().client.listUsers({ signal }), [], { seconds: 15 })
  return (
    <>
      <h1>{words.users}</h1>
      <div class="note">
        <p>{words.usersHint}</p>
        <code>
          <bdi dir="ltr">museum users --help</bdi>
        </code>
      </div>
      <Show loaded={loaded}>
        {(users) => (
          <Table
            columns={[shell.user, words.role, words.signIn]}
            rows={users.map(({ username, role, enabled }) => ({
              key: username,
              cells: [
                username,
                <span key="role" class="nowrap">
                  {role}
                </span>,
                <span key="enabled" class={enabled ? 'badge badge-good' : 'badge badge-bad'}>
                  {enabled ? words.enabled : words.disabled}
                </span>,
              ],
            }))}
          />
        )}
      </Show>
    </>
  )
}
