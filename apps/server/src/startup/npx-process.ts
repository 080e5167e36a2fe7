import { readFileSync } from 'node:fs'

/** How often `whenNpxEnds` looks, in milliseconds. */
const interval = 1_000

/** The title of a process of npx begins with it. */
const npxTitle = 'npm exec '

/** What Linux tells of a process. Nothing of one that has ended, and nothing on other systems. `undefined` if it cannot be read now. */
const processFile = (pid: number, name: 'cmdline' | 'status'): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '') ? '' : undefined
  }
}

const isNpx = (pid: number) => processFile(pid, 'cmdline')?.startsWith(npxTitle)

/** The process of npx that started this one through others, which outlive it. */
const npxProcess = (): number | undefined => {
  let pid = process.ppid
  while (pid > 1 && !isNpx(pid)) pid = Number(/^PPid:\s(\d+)$/m.exec(processFile(pid, 'status') ?? '')?.[1] ?? 0)
  return pid > 1 ? pid : undefined
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
