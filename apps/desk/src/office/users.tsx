import { texts } from '../shell/languages.ts'
import { Show, useLoaded } from '../shell/loaded.tsx'
import { signedIn } from '../shell/session.ts'

/** The users with their roles. They are changed by commands only. */
export const Users = () => {
  const { office: words } = texts.value
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
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.value.shell.user}</th>
                <th scope="col" class="nowrap">
                  {words.role}
                </th>
                <th scope="col" class="nowrap">
                  {words.signIn}
                </th>
              </tr>
            </thead>
            <tbody>
              {users.map(({ username, role, enabled }) => (
                <tr key={username}>
                  <th scope="row">
                    <bdi>{username}</bdi>
                  </th>
                  <td class="nowrap">
                    <bdi dir="ltr">{role}</bdi>
                  </td>
                  <td class="nowrap">
                    <span class={enabled ? 'badge badge-good' : 'badge badge-bad'}>
                      {enabled ? words.enabled : words.disabled}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Show>
    </>
  )
}
