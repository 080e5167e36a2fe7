import { chmod, chown, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Users, createUsers } from '@museum/application'
import { inMemoryPorts } from '@museum/testing'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { CannotStart } from './cannot-start.ts'
import { createFirstAdministrator } from './ensure-administrator.ts'

describe('the first administrator', () => {
  let folder: string
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ folder, remove } = await aTemporaryFolder())
  })
  afterAll(() => remove())

  it('is created only without users, and has its password in a file if one is given', async () => {
    const ports = inMemoryPorts()
    const users = createUsers(ports)
    const file = join(folder, 'new', 'admin-password')
    const created = await createFirstAdministrator(users, file)
    expect(created).toEqual({
      username: 'admin',
      password: expect.stringMatching(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/),
      file,
    })
    expect(await readFile(file, 'utf8')).toBe(`${created!.password}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'new'))).toEqual(['admin-password'])
    expect(await users.listUsers()).toEqual([
      { username: 'admin', role: 'admin', isEnabled: true, passwordIsTemporary: true },
    ])
    const { passwordHash } = (await ports.users.find('admin'))!
    expect(await ports.passwordHasher.verify(passwordHash, created!.password)).toBe(true)
    const { items } = await ports.audit.list({}, { page: 1, limit: 10 })
    expect(items).toMatchObject([
      { actor: 'server', operation: 'addFirstUser', after: { role: 'admin', enabled: true } },
    ])
    expect(JSON.stringify(items)).not.toContain(created!.password)
    expect(await createFirstAdministrator(users, undefined)).toBeUndefined()
    const shown = await createFirstAdministrator(createUsers(inMemoryPorts()), undefined)
    expect(shown).not.toHaveProperty('file')
  })

  it('is not created when another server adds one at the same time, and no file is left', async () => {
    const users = createUsers(inMemoryPorts())
    const late: Users = { ...users, listUsers: async () => [], addFirstUser: async () => false }
    const file = join(folder, 'late', 'admin-password')
    expect(await createFirstAdministrator(late, file)).toBeUndefined()
    expect(await readdir(join(folder, 'late'))).toEqual([])
  })

  it('has its password in a file with a suffix if the name belongs to a folder', async () => {
    const users = createUsers(inMemoryPorts())
    const file = join(folder, 'taken', 'admin-password')
    await mkdir(file, { recursive: true })
    const created = await createFirstAdministrator(users, file)
    expect(created!.file).toMatch(/admin-password\.[0-9a-f]{8}$/)
    expect(await readFile(created!.file!, 'utf8')).toBe(`${created!.password}\n`)
  })

  it('is not created when its password cannot be written', async () => {
    const users = createUsers(inMemoryPorts())
    await writeFile(join(folder, 'a-file'), '')
    const file = join(folder, 'a-file', 'admin-password')
    await expect(createFirstAdministrator(users, file)).rejects.toThrow(
      new CannotStart(
        `The password of the new administrator cannot be written to ${file} (EEXIST). ` +
          'Give the user that runs the server the right to write there, and the disk some free space, or set MUSEUM_ADMIN_PASSWORD.',
      ),
    )
    expect(await users.listUsers()).toEqual([])
  })

  it('has its password in a file of the owner of the folder, and root follows no link of that user', async () => {
    const isRoot = process.getuid?.() === 0
    const nobody = 65_534
    const [service, hidden] = [join(folder, 'service'), join(folder, 'private')]
    await chmod(folder, 0o755)
    await mkdir(service)
    await mkdir(hidden, { mode: 0o700 })
    if (isRoot) await chown(service, nobody, nobody)
    await createFirstAdministrator(createUsers(inMemoryPorts()), join(service, 'admin-password'))
    expect((await stat(join(service, 'admin-password'))).uid).toBe((await stat(service)).uid)
    await symlink(hidden, join(service, 'data'))
    const users = createUsers(inMemoryPorts())
    const created = await createFirstAdministrator(users, join(service, 'data', 'admin-password')).catch(
      (error: unknown) => error,
    )
    // Any other user than root has both folders here.
    const expected = isRoot ? { message: expect.stringContaining('(EACCES)') } : { username: 'admin' }
    expect(created).toMatchObject(expected)
    expect(await readdir(hidden)).toEqual(isRoot ? [] : ['admin-password'])
  })
})
