import { execFileSync } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { aTemporaryFolder } from '../../test/a-temporary-folder.ts'
import { readGivenPassword } from './new-password.ts'

describe('a password that is given to a command', () => {
  let folder: string
  let remove: () => Promise<void>
  beforeAll(async () => {
    ;({ folder, remove } = await aTemporaryFolder())
  })
  afterAll(() => remove())
  const path = (name: string) => join(folder, name)
  const fromStream = (...chunks: readonly (string | Buffer)[]) =>
    readGivenPassword(undefined, Readable.from(chunks.map((chunk) => Buffer.from(chunk))))
  const fromFile = async (content: string | Buffer) => {
    await writeFile(path('secret'), content)
    return readGivenPassword(path('secret'), Readable.from([]))
  }

  it.each([
    ['correct horse', 'correct horse'],
    ['correct horse\n', 'correct horse'],
    ['correct horse\r\nbattery staple\r\n', 'correct horse'],
    ['\ufeffpä: wörd 🗝️ \n', 'pä: wörd 🗝️ '],
  ])('is the first line of %j', async (content, password) => {
    expect(await fromStream(content)).toBe(password)
    expect(await fromFile(content)).toBe(password)
    // In chunks that end inside characters.
    expect(await fromStream(...[...Buffer.from(content)].map((byte) => Buffer.of(byte)))).toBe(password)
  })

  it('is read without waiting for the end of standard input', async () => {
    const standardInput = new PassThrough()
    standardInput.write('correct horse\nmore')
    expect(await readGivenPassword(undefined, standardInput)).toBe('correct horse')
    expect(standardInput.destroyed).toBe(true)
  })

  it('is read from a named pipe', async () => {
    execFileSync('mkfifo', [path('pipe')])
    const password = readGivenPassword(path('pipe'), Readable.from([]))
    await writeFile(path('pipe'), 'correct horse\n')
    expect(await password).toBe('correct horse')
  })

  it.each([
    ['', /^There is no password in the first line of standard input\. Write it there, or use --password-file\.$/],
    ['\ncorrect horse\n', /^There is no password in the first line of standard input/],
    ['horse\n', /^The password in the first line of standard input must have at least 10 characters\.$/],
    ['x'.repeat(5_000_000), /^The password in the first line of standard input must have at most 1000 characters\.$/],
    ['correct\u0000horse', /^The password in the first line of standard input must not hold control characters/],
    [Buffer.from('correct h\xf6rse', 'latin1'), /^The password in the first line of standard input is not UTF-8\.$/],
  ])('is faulty when standard input is %#', async (content, fault) => {
    expect(await fromStream(content)).toEqual({ fault: expect.stringMatching(fault) })
  })

  it('is faulty, with the name of the file, when it cannot be read from it', async () => {
    expect(await fromFile('')).toEqual({
      fault: `--password-file: there is no password in the first line of "${path('secret')}".`,
    })
    expect(await fromFile('horse\n')).toEqual({
      fault: `The password in the first line of "${path('secret')}" must have at least 10 characters.`,
    })
    const loop = path('loop')
    await symlink(loop, loop)
    for (const [file, sentence] of [
      [path('absent'), `there is no file "${path('absent')}".`],
      [folder, `"${folder}" is a folder.`],
      [loop, `"${loop}" cannot be read (ELOOP).`],
    ] as const)
      expect(await readGivenPassword(file, Readable.from([]))).toEqual({ fault: `--password-file: ${sentence}` })
  })
})
