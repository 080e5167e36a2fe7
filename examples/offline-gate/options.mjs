import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'

const usage = `Usage: node gate.mjs --gate NAME --user USER --password-file FILE [options]

  --server URL          the API with its base path (http://127.0.0.1:8080/v1.1)
  --user USER           a user of the role gate
  --password-file FILE  the password of the user
  --gate NAME           the name of this gate, as it appears in the scan log
  --event ID            admits to this special event only
  --data FOLDER         where the gate keeps its files (gate-data)
  --time-zone ZONE      that of the museum, such as Europe/Berlin (that of this machine)
  --offline             never uses the network`

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The options of the command line. Throws a sentence when they are wrong, since the server would refuse every scan. */
export const readOptions = (/** @type {string[]} */ args) => {
  const { values } = parseArgs({
    args,
    options: {
      server: { type: 'string', default: 'http://127.0.0.1:8080/v1.1' },
      user: { type: 'string' },
      'password-file': { type: 'string' },
      gate: { type: 'string' },
      event: { type: 'string' },
      data: { type: 'string', default: 'gate-data' },
      'time-zone': { type: 'string', default: Intl.DateTimeFormat().resolvedOptions().timeZone },
      offline: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const { gate, user, event, data, offline, 'password-file': passwordFile, 'time-zone': timeZone } = values
  if (values.help) {
    console.log(usage)
    process.exit(0)
  }
  if (!gate?.trim() || gate.length > 100 || /\p{Cc}/u.test(gate))
    throw new Error(`--gate is required: 1 to 100 characters, and no control characters.\n\n${usage}`)
  const eventId = event?.toLowerCase()
  if (eventId !== undefined && !uuid.test(eventId))
    throw new Error(`--event must be the eventId of a special event: ${event}`)

  const url = values.server.replace(/(?<!\/)\/+$/, '')
  if (offline) return { url, gate, eventId, data, timeZone, credentials: undefined }
  if (!user || !passwordFile)
    throw new Error(`--user and --password-file are required, except with --offline.\n\n${usage}`)
  const credentials = { username: user, password: readFileSync(passwordFile, 'utf8').trimEnd() }
  return { url, gate, eventId, data, timeZone, credentials }
}
