import { describe, expect, it } from '@jest/globals'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

const [horse, staple] = ['correct horse', 'battery staple']

describe('the users command', () => {
  const { folder, run, runWithInput } = useServers(newDatabase)
  const users = (...args: readonly string[]) => run('users', {}, ...args)
  const withPassword = (password: string, ...args: readonly string[]) =>
    runWithInput(`${password}\n`, 'users', {}, ...args)
  const add = (name: string, role: string) => withPassword(horse, 'add', name, '--role', role)

  it('adds users, lists them, and changes them; each sentence tells the new state of the user', async () => {
    const said: string[] = []
    const say = async (running: ReturnType<typeof users>) => {
      const { code, stdout, stderr } = await running
      expect([code, stderr]).toEqual([0, ''])
      said.push(stdout.trimEnd())
    }
    await say(add('director', 'admin'))
    await say(add('box-office-1', 'box-office'))
    await say(users('role', 'box-office-1', 'gate'))
    await say(users('role', 'box-office-1', 'gate'))
    await say(withPassword(staple, 'password', 'box-office-1'))
    await say(users('disable', 'box-office-1'))
    await say(users('disable', 'box-office-1'))
    await writeFile(join(folder(), 'new-password'), `${staple}\nnot this line\n`)
    await say(users('password', 'box-office-1', '--password-file', 'new-password'))
    await say(users('list'))
    await say(users('enable', 'box-office-1'))
    await say(users('enable', 'box-office-1'))
    await say(users('remove', 'box-office-1'))
    expect(said).toEqual([
      'director is added with the role admin, and can log in.',
      'box-office-1 is added with the role box-office, and can log in.',
      'box-office-1 has the role gate. It counts on running servers within 5 seconds.',
      'box-office-1 has the role gate, as before.',
      'box-office-1 has the new password. Running servers refuse the former one within 5 seconds.',
      'box-office-1 is disabled. Running servers refuse it within 5 seconds.',
      'box-office-1 is disabled, as before.',
      'box-office-1 has this password, as before. box-office-1 is disabled, and cannot log in.',
      'NAME          ROLE   ENABLED\nbox-office-1  gate   no\ndirector      admin  yes',
      'box-office-1 is enabled with the role gate, and can log in.',
      'box-office-1 is enabled, as before.',
      'box-office-1 is removed. Running servers refuse it within 5 seconds.',
    ])
    const entries = JSON.parse((await run('audit', {}, '--about', 'user:box-office-1', '--json')).stdout) as {
      operation: string
      actor: string
    }[]
    // Commands that changed nothing are not in the audit log.
    expect(entries.map(({ operation }) => operation)).toEqual([
      'removeUser',
      'enableUser',
      'disableUser',
      'changeUserPassword',
      'changeUserRole',
      'addUser',
    ])
    for (const { actor } of entries) expect(actor).toMatch(/^cli:./)
  })

  it('prints JSON with --json', async () => {
    expect((await users('list')).text).toBe('There are no users.\n')
    expect(JSON.parse((await users('list', '--json')).stdout)).toEqual([])
    const json = async (running: ReturnType<typeof users>) => JSON.parse((await running).stdout) as unknown
    const director = { username: 'director', role: 'admin', enabled: true }
    expect(await json(withPassword(horse, 'add', 'director', '--role', 'admin', '--json'))).toEqual(director)
    expect(await json(users('enable', 'director', '--json'))).toEqual({ ...director, isChanged: false })
    expect(await json(users('list', '--json'))).toEqual([director])
  })

  it('refuses a name that is taken, a name that does not exist, and a change of the last administrator, and says what to do', async () => {
    await add('director', 'admin')
    await add('box-office-1', 'box-office')
    const before = await users('list')
    const failures: [Promise<{ code: number | null; text: string }>, RegExp][] = [
      [
        add('box-office-1', 'gate'),
        /^There is a user box-office-1 already\. To change it:\n {2}\S.* users role box-off/,
      ],
      [
        users('disable', 'box-ofice-1'),
        /^There is no user box-ofice-1\. The nearest is box-office-1\. To see all users:\n {2}\S.* users list\n$/,
      ],
      [users('enable', 'a very different name'), /^There is no user a very different name\. To see all users:\n/],
      [withPassword(staple, 'password', 'nobody'), /^There is no user nobody\./],
      ...[users('disable', 'director'), users('remove', 'director'), users('role', 'director', 'reader')].map(
        (running) =>
          [running, /^director is the last enabled administrator.*\n {2}\S.* users role NAME admin\n$/] as [
            typeof running,
            RegExp,
          ],
      ),
    ]
    for (const [running, sentence] of failures)
      expect(await running).toMatchObject({ code: 1, stdout: '', text: expect.stringMatching(sentence) })
    expect(await users('list')).toEqual(before)
  })

  it('says when no administrator is enabled, since servers add none while there are users', async () => {
    const { code, stdout, stderr } = await add('seller', 'box-office')
    expect([code, stdout]).toEqual([0, 'seller is added with the role box-office, and can log in.\n'])
    expect(stderr).toMatch(/^No administrator is enabled, .*\n {2}\S.* users add NAME --role admin\n$/)
  })

  it('says that a start sets the password of the administrator of the environment again, and adds it again', async () => {
    await add('director', 'admin')
    await add('deputy', 'admin')
    const settings = { MUSEUM_ADMIN_USERNAME: 'deputy', MUSEUM_ADMIN_PASSWORD: horse }
    const asDeputy = (password: string, ...args: readonly string[]) =>
      runWithInput(`${password}\n`, 'users', settings, ...args)
    const ofEnvironment = /^deputy is the administrator of the environment: when a server starts, /
    expect((await asDeputy(staple, 'password', 'deputy')).stderr).toMatch(ofEnvironment)
    expect((await asDeputy(horse, 'password', 'deputy')).stderr).toBe('')
    expect((await asDeputy(staple, 'password', 'director')).stderr).toBe('')
    expect((await asDeputy('', 'remove', 'deputy')).stderr).toMatch(ofEnvironment)
  })

  it('takes names with spaces, quotation marks, a leading hyphen and other scripts, and does not print control characters', async () => {
    const names = ["O'Brien the 2nd", '-f', 'ليلى', '\u202etxt.exe']
    await add('director', 'admin')
    for (const name of names) {
      const { code, stdout } = await withPassword(horse, 'add', '--role', 'reader', '--', name)
      expect([name, code]).toEqual([name, 0])
      expect(stdout).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/)
    }
    const listed = JSON.parse((await users('list', '--json')).stdout) as { username: string }[]
    expect(listed.map(({ username }) => username).toSorted()).toEqual([...names, 'director'].toSorted())
    const table = (await users('list')).stdout
    expect(table).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/)
    expect(table).toContain('\\u202etxt.exe')
    for (const name of ['-f', "O'Brien the 2nd"]) expect((await users('remove', '--', name)).code).toBe(0)
  })

  it.each([
    [
      'add clerk --role boss',
      /^--role: "boss" is not a role\. The roles are admin, box-office, shop, gate, reader\.\n/,
    ],
    ['add clerk --role admn', /^--role: "admn" is not a role; the nearest is admin\. /],
    ['add clerk --role admin --force', /^Unknown option '--force'\.\n/],
    ['add a:b --role admin', /^name: "a:b" must not hold a colon or a control character, such as a line end\.\n/],
    ['add server --role gate', /^name: "server" must not be "server", /],
    ['add clerk --role gate', /^The password in the first line of standard input must have at least 10 characters\.\n/],
    ['add clerk --role gate --password-file absent', /^--password-file: there is no file "absent"\.\n/],
    ['add', /^Required option '--role <role>' not specified\.\n/],
    ['role curator', /^Missing required argument 'role'\.\n/],
  ])('prints what is wrong with its input, exits with 2, and adds nobody: users %s', async (args, fault) => {
    await run('migrate')
    const { code, stdout, stderr } = await runWithInput('short\n', `users ${args}`)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(fault)
    expect(stderr).toMatch(/\nSee: .* museum users (add|role) --help\n$/)
    expect((await run('users list')).text).toBe('There are no users.\n')
  })

  it('does not accept a password as an argument, and does not print it', async () => {
    for (const args of [
      ['add', 'curator', horse, '--role', 'gate'],
      ['add', 'curator', '--role', 'gate', '--password', horse],
      ['add', 'curator', '--role', 'gate', `--password=${horse}`],
      ['add', 'curator', '--role', 'gate', `-p${horse}`],
    ]) {
      const { code, text } = await runWithInput(`${staple}\n`, 'users', {}, ...args)
      expect(code).toBe(2)
      expect(text).not.toContain(horse)
    }
    expect((await run('users list')).text).toBe('There are no users.\n')
  })

  it('reads the password from standard input with --password-file -', async () => {
    expect((await withPassword(horse, 'add', 'director', '--role', 'admin', '--password-file', '-')).code).toBe(0)
    expect((await withPassword(horse, 'password', 'director', '--password-file=-')).stdout).toContain('as before')
  })

  it('needs a password in the first line of standard input when that is no terminal', async () => {
    for (const running of [
      run('users add curator --role reader'),
      runWithInput('\n', 'users add curator --role reader'),
    ])
      expect(await running).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /^There is no password in the first line of standard input\. Write it there, or use --password-file\.\n/,
        ),
      })
  })
})
