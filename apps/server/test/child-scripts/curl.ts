/** The options of curl that the documents use, for a machine without curl. */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    get: { type: 'boolean', short: 'G' },
    user: { type: 'string', short: 'u', default: '' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    request: { type: 'string', short: 'X' },
    data: { type: 'string', short: 'd' },
    'data-urlencode': { type: 'string' },
    output: { type: 'string', short: 'o' },
    'write-out': { type: 'string', short: 'w', default: '' },
  },
})
const url = new URL(positionals[0]!)
const [name, value] = values['data-urlencode']?.split('=') ?? []
if (name !== undefined && value !== undefined) url.searchParams.set(name, value)
const body = values.data === '@-' ? readFileSync(0, 'utf8') : values.data
const headers = values.header.map((header) => header.split(': ') as [string, string])
const response = await fetch(url, {
  method: values.request ?? (body === undefined ? 'GET' : 'POST'),
  headers: [['Authorization', `Basic ${Buffer.from(values.user).toString('base64')}`], ...headers],
  ...(body !== undefined && { body }),
})
const content = Buffer.from(await response.arrayBuffer())
if (values.output === undefined) process.stdout.write(content)
else writeFileSync(values.output, content)
process.stdout.write(values['write-out'].replace('%{http_code}', String(response.status)).replace('\\n', '\n'))
