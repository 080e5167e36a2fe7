import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { startSupervised } from './mysql-server/start-supervised.ts'
import type { SupervisedStep, SupervisedTask } from './mysql-server/supervised-task.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'museum-supervisor-'))
})
afterEach(() => {
  for (const processId of startedProcesses().filter(isRunning)) process.kill(processId, 'SIGKILL')
  rmSync(folder, { recursive: true })
})

const node = (program: string): SupervisedStep => ({ program: process.execPath, arguments: ['--eval', program] })

/** A task whose server writes a line with its process id to a file at each start, and runs until it is killed. */
const serverTask = (options: Partial<SupervisedTask> = {}): SupervisedTask => ({
  folder: join(folder, 'task'),
  folders: ['data'],
  files: { 'settings.txt': 'settings' },
  steps: [
    node(`
      require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'starts'))}, process.pid + '\\n')
      setInterval(() => {}, 1000)
    `),
  ],
  ...options,
})

const until = async (condition: () => boolean): Promise<void> => {
  const deadline = Date.now() + 60_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('The condition was not met within a minute.')
    await sleep(20)
  }
}
const startedProcesses = (): number[] => {
  const file = join(folder, 'starts')
  // Whole lines only: an empty file must not become the process id 0, which means the own process group.
  return existsSync(file) ? [...readFileSync(file, 'utf8').matchAll(/^(\d+)\n/gm)].map(([, id]) => Number(id)) : []
}
const isRunning = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

describe('startSupervised', () => {
  it('starts the server in its folder, and stop ends the server and removes the folder', async () => {
    const task = serverTask()
    const supervised = startSupervised(task)
    await until(() => startedProcesses().length === 1)
    expect(readFileSync(join(task.folder, 'settings.txt'), 'utf8')).toBe('settings')
    expect(existsSync(join(task.folder, 'data'))).toBe(true)
    expect(supervised.failure()).toBeUndefined()

    await supervised.stop()
    expect(existsSync(task.folder)).toBe(false)
    expect(startedProcesses().map(isRunning)).toEqual([false])
  })

  it('ends the server and removes the folder when the process that started it is killed with SIGKILL', async () => {
    const task = serverTask()
    const module = JSON.stringify(join(import.meta.dirname, 'mysql-server/start-supervised.ts'))
    const program = `
      const { startSupervised } = await import(${module})
      startSupervised(${JSON.stringify(task)})
      setInterval(() => {}, 1000)
    `
    const starter: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', program])
    await until(() => startedProcesses().length === 1)
    starter.kill('SIGKILL')
    await once(starter, 'exit')

    await until(() => !existsSync(task.folder))
    expect(startedProcesses().map(isRunning)).toEqual([false])
  })

  it('restarts a killed server when the task has restartsWhenKilled', async () => {
    const supervised = startSupervised(serverTask({ restartsWhenKilled: true }))
    await until(() => startedProcesses().length === 1)
    process.kill(startedProcesses()[0]!, 'SIGKILL')
    await until(() => startedProcesses().length === 2)
    expect(supervised.failure()).toBeUndefined()

    await supervised.stop()
    expect(startedProcesses().map(isRunning)).toEqual([false, false])
  })

  it('reports the exit code and the last output of a server that ended by itself', async () => {
    const task = serverTask({ steps: [node(`console.log('The data are damaged.'); process.exit(3)`)] })
    const supervised = startSupervised(task)
    await until(() => supervised.failure() !== undefined)
    expect(supervised.failure()).toMatch(/ended with exit code 3:\nThe data are damaged\.$/)
    expect(existsSync(task.folder)).toBe(false)
  })

  it('does not start the server when a step before it fails', async () => {
    const [server] = serverTask().steps
    const supervised = startSupervised(serverTask({ steps: [node('process.exit(1)'), server!] }))
    await until(() => supervised.failure() !== undefined)
    expect(supervised.failure()).toMatch(/ended with exit code 1/)
    expect(startedProcesses()).toEqual([])
  })

  it('runs the cleanup step after the server has ended', async () => {
    const marker = join(folder, 'cleaned-up')
    const cleanup = node(`require('node:fs').writeFileSync(${JSON.stringify(marker)}, '')`)
    const supervised = startSupervised(serverTask({ cleanup }))
    await until(() => startedProcesses().length === 1)
    await supervised.stop()
    expect(existsSync(marker)).toBe(true)
  })
})
