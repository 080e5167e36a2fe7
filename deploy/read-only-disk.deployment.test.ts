import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../apps/server/test/a-temporary-folder.ts'
import { program } from '../apps/server/test/programs.ts'
import { startProgram } from '../apps/server/test/start-server.ts'
import { findProgram } from './find-program.ts'

describe('when the disk with the embedded database is mounted read-only', () => {
  let made: Awaited<ReturnType<typeof aTemporaryFolder>>
  beforeEach(async () => {
    made = await aTemporaryFolder()
    await mkdir(join(made.folder, 'backups'))
    expect(await museum('--dev-bind / /', 'migrate')).toMatchObject({ code: 0 })
  })
  afterEach(() => made.remove())

  /** Runs a command where the paths are mounted so. */
  const museum = async (mounts: string, ...command: readonly string[]) => {
    const bubblewrap = [findProgram('bwrap', 'bubblewrap'), '--unshare-user', ...mounts.split(' '), '--']
    const words = [...bubblewrap, process.execPath, '--conditions=@museum/source', program, ...command]
    const started = startProgram(words, made.folder)
    const { code } = await started.exited
    await started.closed
    return { code, stderr: started.stderr.text }
  }

  it.each([
    ['serve', []],
    ['users', ['list']],
    ['backup', ['backups/today.sqlite']],
  ])('%s names the database, and that its disk may be mounted read-only', async (name, args) => {
    const data = join(made.folder, 'data')
    expect(await museum(`--dev-bind / / --ro-bind ${data} ${data}`, name, ...args)).toEqual({
      code: 1,
      stderr:
        `The museum may not read and write the database file ${data}/museum.sqlite (SQLITE_CANTOPEN, 14). ` +
        'Give its user the right to do so, and to create files in that folder; mount the disk for writing if it is ' +
        'mounted read-only.\n',
    })
  })
})
