import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Users, openUsers } from '@museum/application'
import { inMemoryPorts } from '@museum/application/in-memory'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { CannotStart } from './cannot-start.ts'
import { createFirstAdministrator } from './create-first-administrator.ts'

describe('the first administrator', () => {
  let folder: string
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ folder, remove } = await aTemporaryFolder())
  })
  afterAll(() => remove())

  it('is created only without users, and has its password in a file if one is given', async () => {
    const ports = inMemoryPorts()
    const users = openUsers(ports)
    const file = join(folder, 'new', 'admin-password')
    const created = await createFirstAdministrator(users, file)
    expect(created).toEqual({ username: 'admin', password: expect.stringMatching(/^[\w-]{20}$/), file })
    expect(await readFile(file, 'utf8')).toBe(`${created!.password}\n`)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700)
    expect(await readdir(join(folder, 'new'))).toEqual(['admin-password'])
    expect(await users.listUsers()).toEqual([{ username: 'admin', role: 'admin', isEnabled: true }])
    const { passwordHash } = (await ports.users.find('admin'))!
    expect(await ports.passwordHasher.verify(passwordHash, created!.password)).toBe(true)
    const { items } = await ports.audit.list({}, { page: 1, limit: 10 })
    expect(items).toMatchObject([
      { actor: 'server', operation: 'addFirstUser', after: { role: 'admin', enabled: true } },
    ])
    expect(JSON.stringify(items)).not.toContain(created!.password)
    expect(await createFirstAdministrator(users, undefined)).toBeUndefined()
    const shown = await createFirstAdministrator(openUsers(inMemoryPorts()), undefined)
    expect(shown).not.toHaveProperty('file')
  })

  it('is not created when another server adds one at the same time, and no file is left', async () => {
    const users = openUsers(inMemoryPorts())
    const late: Users = { ...users, listUsers: async () => [], addFirstUser: async () => false }
    const file = join(folder, 'late', 'admin-password')
    expect(await createFirstAdministrator(late, file)).toBeUndefined()
    expect(await readdir(join(folder, 'late'))).toEqual([])
  })

  it('has its password in a file with a suffix if the name belongs to a folder', async () => {
    const users = openUsers(inMemoryPorts())
    const file = join(folder, 'taken', 'admin-password')
    await mkdir(file, { recursive: true })
    const created = await createFirstAdministrator(users, file)
    expect(created!.file).toMatch(/admin-password\.[0-9a-f]{8}$/)
    expect(await readFile(created!.file!, 'utf8')).toBe(`${created!.password}\n`)
  })

  it('is not created when its password cannot be written', async () => {
    const users = openUsers(inMemoryPorts())
    await writeFile(join(folder, 'a-file'), '')
    const file = join(folder, 'a-file', 'admin-password')
    await expect(createFirstAdministrator(users, file)).rejects.toThrow(
      new CannotStart(
        `The password of the new administrator cannot be written to ${file} (EEXIST). ` +
          'Give the user that runs the server the right to write there, or set MUSEUM_ADMIN_PASSWORD.',
      ),
    )
    expect(await users.listUsers()).toEqual([])
  })
})
