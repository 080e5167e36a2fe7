import { beforeEach, describe, expect, it } from '@jest/globals'
import stringWidth from 'string-width'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

const settings = { MUSEUM_ADMIN_PASSWORD: 'a password for the test' }

describe('in a terminal', () => {
  const { run, start, startInTerminal } = useServers(newDatabase)
  /** Starts a command and types these keys when the question is displayed. */
  const runAndType = async (keys: string, question: RegExp, name: string) => {
    const { child, exited, closed, output, waitForOutput } = startInTerminal(80, name)
    await waitForOutput(question)
    child.stdin!.write(keys)
    const { code } = await exited
    await closed
    return { code, text: output.text }
  }

  it('hours asks before it closes a day for which tickets are sold', async () => {
    const server = await start(settings)
    const order = { ticketType: 'general', ticketDate: '2040-05-17', email: 'visitor@example.org' }
    expect((await server.request('POST', '/tickets', order)).status).toBe(201)
    const close = (keys: string) =>
      runAndType(keys, /1 tickets? .* 2040-05-17.*Close all the same\? \[y\/N\] /s, 'hours exception 2040-05-17 closed')
    const changes = async () => (await run('audit --about 2040-05-17 --json')).stdout

    expect(await close('n\r')).toMatchObject({ code: 1, text: expect.stringMatching(/\nNothing was changed\.\r\n/) })
    expect(await close('\u0004')).toMatchObject({ code: 1, text: expect.stringMatching(/Nothing was changed\.\r\n/) })
    // The shell of the terminal reports the signal SIGINT as 130.
    expect((await close('\u0003')).code).toBe(130)
    expect(await changes()).toBe('[]\n')
    expect(await close('y\r')).toMatchObject({ code: 0, text: expect.stringMatching(/\n2040-05-17: closed\.\r\n/) })
    expect(JSON.parse(await changes())).toHaveLength(1)
  })

  describe.each([80, 40])('with %i columns', (columns) => {
    beforeEach(async () => {
      await run('demo --events 10 --tickets 0')
      await run('hours exception 2040-05-17 closed')
    })
    const linesOf = async (name: string) => {
      const { output, exited, closed } = startInTerminal(columns, name)
      await exited
      await closed
      // After the output come the settings of the terminal.
      return output.text.split(/^speed /m)[0]!.split('\r\n')
    }
    const shortened = /…$/

    it.each(['events list', 'audit', 'hours show', '--help', 'audit --help'])(
      'no line of the output of %s is longer',
      async (name) => {
        const lines = await linesOf(name)
        expect(lines.length).toBeGreaterThan(5)
        // Examples in a help are not wrapped, so that they can be copied.
        const isExample = (line: string) => line.startsWith('  npx ') || line.startsWith('Usage: npx ')
        expect(lines.filter((line) => !isExample(line) && stringWidth(line) > columns)).toEqual([])
      },
    )

    it('a progress bar has room for its numbers', async () => {
      const { output, exited, closed } = startInTerminal(columns, 'demo --events 10 --tickets 0 --again')
      await exited
      await closed
      expect(output.text).toMatch(/\d+ of \d+ /)
    })

    it('long texts are shortened, but not when the output goes to a file', async () => {
      expect((await linesOf('audit')).filter((line) => shortened.test(line))).not.toEqual([])
      for (const name of ['audit', 'audit --json', 'events list'])
        expect((await run(name)).stdout.split('\n').filter((line) => shortened.test(line))).toEqual([])
    })
  })
})
