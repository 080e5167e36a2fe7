import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { commands } from '../../test/commands.ts'
import { startCommand } from '../../test/start-server.ts'
import { useServers } from '../../test/use-servers.ts'

describe('the help of each command', () => {
  it.each(commands)('has at least one example of its own: museum %s', (names, command) => {
    expect(command.examples.filter((example) => `${example} `.startsWith(names))).not.toEqual([])
  })

  it.each(commands)('names only options that exist, in its text and its examples: museum %s', (_names, command) => {
    const named = `${command.description()} ${command.examples.join(' ')}`.match(/(?<!\S)--?[a-z][A-Za-z-]*/g) ?? []
    const known = new Set(['--help', ...commands.flatMap(([, { options }]) => options.map(({ long }) => long))])
    expect(named.filter((option) => !known.has(option))).toEqual([])
  })

  it.each(commands)(
    'describes the command, its arguments and its options in sentences: museum %s',
    (_names, command) => {
      expect(command.description()).toMatch(/^[A-Z].*\.$/s)
      expect(command.options.map(({ description }) => description)).toEqual(
        command.options.map(() => expect.stringMatching(/^[A-Z].*\.$/)),
      )
      expect(command.registeredArguments.map(({ description }) => description)).not.toContain('')
    },
  )
})

describe('the program museum', () => {
  const { folder, run } = useServers()
  const museum = async (name: string, ...args: string[]) => {
    // A faulty configuration: help and usage errors do not read it.
    const { code, stdout, stderr } = await run(name, { MUSEUM_PORT: 'none' }, ...args)
    return { code, stdout, stderr }
  }

  it.each([
    ['--help', []],
    ['help', []],
    ['users', ['--help']],
    ['users', ['role', 'curator', 'no-role', '--help']],
    ['help', ['users', 'role']],
    ['--version', []],
  ])('prints what was asked for to standard output, without a configuration: museum %s %j', async (name, args) => {
    expect(await museum(name, ...args)).toEqual({ code: 0, stdout: expect.stringMatching(/\S/), stderr: '' })
  })

  it.each([
    ['a command', 'usrs', [], "Unknown command 'usrs'. Did you mean users?"],
    ['a command of a group', 'users', ['rol', 'curator', 'gate'], "Unknown command 'rol'. Did you mean role?"],
    ['a command whose help is asked for', 'help', ['users', 'rol'], "Unknown command 'rol'. Did you mean role?"],
    ['an option', 'demo', ['--evnts', '5'], "Unknown option '--evnts'. Did you mean --events?"],
    [
      'a role',
      'users',
      ['role', 'curator', 'gat'],
      'role: "gat" is not a role; the nearest is gate. The roles are admin, box-office, shop, gate, reader.',
    ],
  ])('names the nearest to an unknown name, and exits with 2: %s', async (_what, name, args, sentence) => {
    const { code, stdout, stderr } = await museum(name, ...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.split('\n')).toEqual([sentence, expect.stringMatching(/^See: .*museum.* --help$/), ''])
  })

  it.each([
    ['a missing argument', 'users', ['role'], "Missing required argument 'name'."],
    ['too many arguments', 'users', ['list', 'now'], "Too many arguments for 'list'. Expected 0 arguments but got 1."],
    ['a faulty value', 'demo', ['--events', 'many'], '--events: "many" is not a whole number from 0 to 1000000.'],
    [
      'the first of several faults',
      'demo',
      ['--tickets=1.000', '--agn'],
      '--tickets: "1.000" must be written as 1000.',
    ],
    ['an unknown option without its value', 'demo', ['--agn=secret'], "Unknown option '--agn'. Did you mean --again?"],
  ])('reports %s: museum %s %j', async (_what, name, args, fault) => {
    const { code, stderr } = await museum(name, ...args)
    expect(code).toBe(2)
    expect(stderr.split('\n').slice(0, -2)).toEqual([fault])
  })

  it('escapes the control characters of an argument that it repeats', async () => {
    const { stderr } = await museum('users', 'role', 'curator', '\u001b[31mred\u009b\u202ecolser\r')
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(await museum('\u001b[31m')).toMatchObject({ code: 2, stderr: expect.stringContaining('\\u001b[31m') })
  })

  it('prints the help of a group to standard error, and exits with 2, when the command is missing', async () => {
    const { code, stdout, stderr } = await museum('users')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Commands:')
  })

  it('treats everything after -- as arguments', async () => {
    const { code, stderr } = await museum('users', 'role', '--', 'curator', '--json')
    expect(code).toBe(2)
    expect(stderr).toContain('role: "--json" is not a role')
  })

  it('exits with 1 when a command fails, with a sentence on standard error', async () => {
    const { code, stdout, stderr } = await museum('users', 'list')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^The settings are faulty:\n {2}MUSEUM_PORT /)
  })

  it('ends without an error when the reader of its output has ended', async () => {
    const { child, exited, closed, stderr } = startCommand('--help', tmpdir())
    child.stdout!.destroy()
    const { code } = await exited
    await closed
    expect({ code, stderr: stderr.text }).toEqual({ code: 0, stderr: '' })
  })

  it('exits with 1 when its output cannot be written', async () => {
    const fullDisk = await open('/dev/full', 'w')
    const { exited, closed, stderr } = startCommand('--help', tmpdir(), { stdout: fullDisk.fd })
    const { code } = await exited
    await closed
    await fullDisk.close()
    expect({ code, stderr: stderr.text }).toEqual({ code: 1, stderr: 'The output cannot be written (ENOSPC).\n' })
  })

  it('says that a change was made whose result cannot be written', async () => {
    const write = async (name: string) => {
      const fullDisk = await open('/dev/full', 'w')
      const settings = { MUSEUM_DATABASE_URL: `sqlite:${folder()}/museum.sqlite` }
      const { exited, closed, stderr } = startCommand(name, folder(), { stdout: fullDisk.fd, environment: settings })
      const { code } = await exited
      await closed
      await fullDisk.close()
      return { code, lines: stderr.text.split('\n').toSorted() }
    }
    const failed = 'The output cannot be written (ENOSPC).'
    const made = 'The change was made; only its result was not printed.'
    expect(await write('migrate')).toEqual({ code: 1, lines: ['', made, failed].toSorted() })
    const change = 'call setGeneralEntryCapacity --capacity 1'
    expect(await write(change)).toEqual({ code: 1, lines: ['', made, failed].toSorted() })
    expect(await write('call getSchedule')).toEqual({ code: 1, lines: ['', failed] })
  })
})
