import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { commands } from '../../test/commands.ts'
import { useServers } from '../../test/use-servers.ts'

describe('the examples in the help of each command', () => {
  const { folder, runWithInput } = useServers()
  const examples = new Set(commands.flatMap(([, command]) => command.examples))

  it.each([...examples])('are accepted by the program: museum %s', async (example) => {
    const password = 'a password for the test\n'
    const [, passwordFile] = /--password-file (\S+)/.exec(example) ?? []
    if (passwordFile !== undefined) await writeFile(join(folder(), passwordFile), password)
    await writeFile(join(folder(), 'body.json'), '{}')
    await writeFile(join(folder(), 'season.csv'), 'name,location,eventDescription,dates,price\nA,B,C,2030-05-17,0\n')
    // Drops a redirection or a pipe.
    const [command] = example.split(/ [|>] /) as [string]
    const [name, ...args] = command.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ''))
    const { code, stderr } = await runWithInput(password, name!, { MUSEUM_PORT: 'none' }, ...args)
    // The configuration is faulty, so each command fails, but only after its arguments were accepted.
    if (code !== 0)
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^The settings are|^\d+ findings? (is|are) serious/),
      })
  })
})
