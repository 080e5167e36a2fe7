import { beforeEach, describe, expect, it } from '@jest/globals'
import stringWidth from 'string-width'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe('in a terminal', () => {
  const { run, startInTerminal } = useServers(newDatabase)

  describe.each([80, 40])('with %i columns', (columns) => {
    beforeEach(async () => {
      await run('demo --events 10 --tickets 0')
    })
    const linesOf = async (name: string) => {
      const { output, exited, closed } = startInTerminal(columns, name)
      await exited
      await closed
      // After the output come the settings of the terminal.
      return output.text.split(/^speed /m)[0]!.split('\r\n')
    }
    const shortened = /…$/

    it.each(['call listSpecialEvents', 'audit', '--help', 'audit --help'])(
      'no line of the output of %s is longer',
      async (name) => {
        const lines = await linesOf(name)
        expect(lines.length).toBeGreaterThan(5)
        // Examples in a help are not wrapped, so that they can be copied.
        const isExample = (line: string) => line.startsWith('  npx ') || line.startsWith('Usage: npx ')
        expect(lines.filter((line) => !isExample(line) && stringWidth(line) > columns)).toEqual([])
      },
    )

    it('the members of one object are whole: a secret that is shown once may be among them', async () => {
      const webhook = 'call createWebhook --url https://example.org/museum --types ticket.sold --format table'
      const secret = (await linesOf(webhook)).find((line) => line.startsWith('secret'))
      expect(secret).toMatch(/^secret +whsec_[\w+/=]{40,}$/)
    })

    it('a progress bar has room for its numbers', async () => {
      const { output, exited, closed } = startInTerminal(columns, 'demo --events 10 --tickets 0 --again')
      await exited
      await closed
      expect(output.text).toMatch(/\d+ of \d+ /)
    })

    it('long texts are shortened, but not when the output goes to a file', async () => {
      expect((await linesOf('audit')).filter((line) => shortened.test(line))).not.toEqual([])
      for (const name of ['audit', 'audit --json', 'call listSpecialEvents --format table'])
        expect((await run(name)).stdout.split('\n').filter((line) => shortened.test(line))).toEqual([])
    })
  })
})
