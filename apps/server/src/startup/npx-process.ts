import { readFileSync } from 'node:fs'

/** How often `whenNpxEnds` looks, in milliseconds. */
const interval = 1_000

/** The title of a process of npx begins with it. */
const npxTitle = 'npm exec '

/** What Linux tells of a process. Nothing of one that has ended, and nothing on other systems. `undefined` if it cannot be read now. */
const processFile = (pid: number, name: 'cmdline' | 'stat'): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '') ? '' : undefined
  }
}

const isNpx = (pid: number) => processFile(pid, 'cmdline')?.startsWith(npxTitle)

/** The parent and the session of a process: two of the numbers after its name, which may contain spaces and brackets. */
const kinOf = (pid: number) => {
  const text = processFile(pid, 'stat') ?? ''
  const [, parent = 0, , session = 0] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  return { parent, session }
}

/**
 * The process of npx that started this one by the script `start`, through others, which outlive it. None for a process that was
 * detached into a session of its own: it is meant to outlive npx.
 */
export const npxProcess = (): number | undefined => {
  if (process.env['npm_lifecycle_event'] !== 'start') return undefined
  let pid = process.ppid
  while (pid > 1 && !isNpx(pid)) pid = kinOf(pid).parent
  return pid > 1 && kinOf(pid).session === kinOf(process.pid).session ? pid : undefined
}

/**
 * Calls `stop` when the process of npx has ended that started this server, as in `npx pnpm start`: npx passes no signal on, so the
 * server would keep running, and keep its port. Only on Linux, where it can be seen.
 */
export const whenNpxEnds = (stop: () => void): void => {
  const pid = npxProcess()
  if (pid === undefined) return
  const timer = setInterval(() => {
    // Without a free descriptor, the server does not know, and goes on.
    if (isNpx(pid) ?? true) return
    clearInterval(timer)
    stop()
  }, interval).unref()
}
