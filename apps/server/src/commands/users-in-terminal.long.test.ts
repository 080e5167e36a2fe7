import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import stringWidth from 'string-width'
import { newDatabase } from '../../test/databases.ts'
import { program } from '../../test/programs.ts'
import { inTerminal, startProgram } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

const password = 'correct horse'

describe('the users command in a terminal', () => {
  const { databaseUrl, folder, run, runWithInput, startInTerminal } = useServers(newDatabase)
  /** Starts a command and types these keys, one after the other, each when the question is displayed. */
  const runAndType = async (name: string, ...answers: readonly (readonly [question: RegExp, keys: string])[]) => {
    const { child, output, exited, closed, waitForOutput } = startInTerminal(80, name)
    for (const [question, keys] of answers) {
      await waitForOutput(question)
      child.stdin!.write(keys)
    }
    const { code } = await exited
    await closed
    return { code, text: output.text }
  }
  const [first, again] = [/New password for curator: $/, /The same password again: $/] as const

  it('asks for the password twice and does not display it', async () => {
    const { code, text } = await runAndType(
      'users add curator --role admin',
      [first, 'short\r'],
      [/at least 10 characters\.\r\nNew password for curator: $/, `${password}X\u007f\r`],
      [again, `${password}\r`],
    )
    expect(code).toBe(0)
    expect(text).toMatch(
      /^New password for curator: \r\nThe password must have at least 10 characters\.\r\nNew password for curator: \r\nThe same password again: \r\ncurator is added with the role admin, and can log in\.\r\n/,
    )
    // `users password` reports that this is the stored password.
    expect((await runWithInput(`${password}\n`, 'users password curator')).stdout).toBe(
      'curator has this password, as before.\n',
    )
  })

  it('never asks on standard output: without a terminal on standard error, the password is read from standard input', async () => {
    const command = [
      process.execPath,
      '--conditions=@museum/source',
      program,
      ...'users add curator --role admin'.split(' '),
    ]
    const words = inTerminal(80, ['/bin/sh', '-c', '"$@" 2> errors', 'sh', ...command])
    const { exited, closed, stdout } = startProgram(words, folder(), {
      environment: { MUSEUM_DATABASE_URL: databaseUrl() },
      input: `${password}\r`,
    })
    const { code } = await exited
    await closed
    expect(stdout.text).not.toContain('New password')
    expect(await readFile(join(folder(), 'errors'), 'utf8')).toBe('')
    expect(stdout.text).toContain('curator is added with the role admin, and can log in.')
    expect(code).toBe(0)
  })

  it('ends at Ctrl-C with the exit code 130, leaves the users unchanged, and the terminal displays typed keys again', async () => {
    await runWithInput(`${password}\n`, 'users add curator --role admin')
    for (const answers of [
      [[first, 'batt\u0003']],
      [
        [first, 'battery staple\r'],
        [again, '\u0003'],
      ],
    ] as const) {
      const { code, text } = await runAndType('users password curator', ...answers)
      expect(code).toBe(130)
      // The settings of the terminal, at the end of the output.
      expect(text).toMatch(/[^-]icanon/)
      expect(text).toMatch(/[^-]echo[\s;]/)
    }
    expect((await runWithInput(`${password}\n`, 'users password curator')).stdout).toBe(
      'curator has this password, as before.\n',
    )
  })

  it('asks for no password when the input is faulty, there is no such user, or the name is taken', async () => {
    await runWithInput(`${password}\n`, 'users add curator --role admin')
    for (const [command, code] of [
      ['users add a:b --role gate', 2],
      ['users add curator --role gate', 1],
      ['users password nobody', 1],
    ] as const) {
      const failed = await runAndType(command)
      expect(failed.code).toBe(code)
      expect(failed.text).not.toContain('New password')
    }
  })

  it('lists the users in a narrow terminal, with long names shortened', async () => {
    for (const name of ['curator', 'a very long name of a colleague', '浮世絵の夜と東洋館の人'])
      await runWithInput(`${password}\n`, 'users', {}, 'add', name, '--role', 'admin')
    const { output, exited, closed } = startInTerminal(40, 'users list')
    await exited
    await closed
    const lines = output.text.split('\r\n').slice(0, 4)
    expect(lines).toEqual([
      expect.stringMatching(/^NAME +ROLE +ENABLED$/),
      expect.stringMatching(/^a very long name .*… +admin +yes$/),
      expect.stringMatching(/^curator +admin +yes$/),
      expect.stringMatching(/^浮世絵の夜と東洋館の人 +admin +yes$/),
    ])
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(40)
    expect((await run('users list')).stdout).toContain('a very long name of a colleague')
  })
})
