import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import { credentials, useMuseum } from '../test/start-museum.ts'
import { museumClient } from './index.ts'

const museum = useMuseum()

it('the first example in README.md prints what README.md says', async () => {
  const client = museumClient({ baseUrl: museum.baseUrl(), credentials })
  const { eventId } = await client.createSpecialEvent({
    name: 'Night at the Museum',
    location: 'Main Hall',
    eventDescription: '',
    dates: ['2030-05-18'],
    price: 19.9,
  })
  await client.setEventCapacity(eventId, { capacity: 40 })
  const packageFolder = fileURLToPath(new URL('..', import.meta.url))
  const readme = await readFile(`${packageFolder}/README.md`, 'utf8')
  const [, example] = /```ts\n([^]*?)```/.exec(readme)!
  const [, output] = /```text\n([^]*?)```/.exec(readme)!
  const program = example!
    .replace('https://museum.example/v1.1', museum.baseUrl())
    .replace('box-office', credentials.username)
    .replace('the password', credentials.password)
  const args = ['--conditions=@museum/source', '--input-type=module-typescript', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: packageFolder })
  expect(stdout).toBe(output)
})
