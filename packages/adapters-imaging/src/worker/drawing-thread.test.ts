import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { aGeneralTicket, anAdmissionCode, anEventTicket } from '@museum/testing/examples'
import { canvasTicketRenderer } from '../index.ts'
import { aTicketTo } from '../../test/a-ticket-to.ts'
import { type DrawingThreadOptions, drawingThread } from './drawing-thread.ts'

const childScript = (name: string) => join(import.meta.dirname, '../../test/child-scripts', `${name}.ts`)
const workerModule = pathToFileURL(childScript('scripted-drawing-worker'))

/**
 * Draws for a user with the scripted worker. Resolves with the number of requests that its thread has received, or with
 * the error.
 */
const scriptedForUsers = (options: DrawingThreadOptions = {}) => {
  const draw = drawingThread({ workerModule, ...options })
  return async (behaviour: string, username?: string) =>
    draw({ ticket: aGeneralTicket(), code: '', museumName: behaviour }, username).then(
      ({ height }) => height,
      (error: unknown) => error,
    )
}
/** The same, always for the same user. */
const scripted = (options: DrawingThreadOptions = {}) => {
  const draw = scriptedForUsers(options)
  return (behaviour: string) => draw(behaviour)
}
const failed = (message: string) => expect.objectContaining({ message })

const cpuMilliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

describe('drawingThread', () => {
  it('uses little CPU time of the main thread for an image with 510 different Han characters', async () => {
    const han = (first: number) =>
      String.fromCodePoint(...Array.from({ length: 255 }, (_, index) => first + ((index * 83) % 20_000)))
    const ticket = aTicketTo(han(0x4e00), han(0x4e29))
    const renderer = canvasTicketRenderer()

    const [processBefore, threadBefore] = [process.cpuUsage(), process.threadCpuUsage()]
    await renderer.render(ticket, anAdmissionCode(ticket), { museumName: 'Museum', language: 'en' })
    const mainThread = cpuMilliseconds(process.threadCpuUsage(threadBefore))
    const allThreads = cpuMilliseconds(process.cpuUsage(processBefore))
    expect(mainThread / allThreads).toBeLessThan(0.25)
  })

  it('rejects with the error of a drawing, and draws the next ticket in the same thread', async () => {
    const draw = scripted()
    expect(await draw('respond with an error')).toEqual(failed('The font file is missing.'))
    expect(await draw('draw')).toBe(2)

    const tooLong = canvasTicketRenderer().render(anEventTicket(), 'X'.repeat(1_000), {
      museumName: 'Museum',
      language: 'en',
    })
    await expect(tooLong).rejects.toThrow(/^A code of \d+ modules a side does not fit on a ticket\.$/)
  })

  it.each([
    ['exit', 'The drawing thread exited with code 3.'],
    ['throw an uncaught error', 'uncaught'],
  ])('fails only the current ticket when the thread fails, and starts a new thread: %s', async (behaviour, message) => {
    const draw = scripted()
    const results = ['draw', behaviour, 'draw', 'draw', behaviour, 'draw'].map(draw)
    expect(await Promise.all(results)).toEqual([1, failed(message), 1, 2, failed(message), 1])
  })

  it('starts a new thread when a drawing times out, and does not count the time in the queue', async () => {
    const draw = scripted({ drawingTimeout: 3_000 })
    const results = await Promise.all(['run forever', 'draw', 'draw'].map(draw))
    expect(results).toEqual([failed('The drawing of a ticket took longer than 3000 ms.'), 1, 2])
    expect(results[0]).toBeInstanceOf(Unavailable)
  })

  it('starts a new thread when the thread exited while no ticket was drawn', async () => {
    const draw = scripted({ drawingTimeout: 1_000_000 })
    expect(await draw('draw, then exit')).toBe(1)
    let received
    do {
      await delay(50)
      received = await draw('draw')
    } while (received !== 1)
  })

  it('rejects each ticket when the worker module cannot be loaded', async () => {
    const draw = drawingThread({ workerModule: new URL('./missing.ts', workerModule) })
    for (const drawing of [1, 2])
      await expect(draw({ ticket: aGeneralTicket(), code: '', museumName: `${drawing}` })).rejects.toMatchObject({
        message: expect.stringContaining('missing.ts'),
      })
  })

  it('rejects a ticket that cannot be sent to the thread, and draws the next one', async () => {
    const draw = drawingThread({ workerModule })
    const ticket = { ...aGeneralTicket(), unexpected: () => {} }
    await expect(draw({ ticket, code: '', museumName: 'draw' })).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await draw({ ticket: aGeneralTicket(), code: '', museumName: 'draw' })).toMatchObject({ height: 1 })
  })

  it('rejects a ticket with Unavailable, and does not draw it, after the queue timeout', async () => {
    const draw = scripted({ queueTimeout: 100 })
    const results = await Promise.all(['exit after a second', 'draw'].map(draw))
    expect(results[1]).toEqual(failed('The ticket waited longer than 100 ms to be drawn.'))
    expect(results[1]).toBeInstanceOf(Unavailable)
    expect(await draw('draw')).toBe(1)
  })

  it('rejects a ticket with Unavailable while the queue is full, and draws it when it is requested later', async () => {
    const draw = scripted({ maxQueueLength: 2 })
    const results = await Promise.all(['draw', 'draw', 'draw', 'draw', 'draw'].map(draw))
    expect(results).toEqual([
      1,
      2,
      3,
      failed('2 tickets are waiting to be drawn.'),
      failed('2 tickets are waiting to be drawn.'),
    ])
    expect(results[3]).toBeInstanceOf(Unavailable)
    expect(await draw('draw')).toBe(4)
  })

  it('draws the tickets of the users in turns, however many each of them has in the queue', async () => {
    const draw = scriptedForUsers()
    const users = ['flood', 'flood', 'flood', 'flood', 'guard', 'guard', 'box office']
    const results = await Promise.all(users.map((username) => draw('draw', username)))
    expect(results).toEqual([1, 2, 5, 7, 3, 6, 4])
  })

  it('draws the ticket of another user when one user has filled the queue, and rejects the newest ticket of that user', async () => {
    const draw = scriptedForUsers({ maxQueueLength: 3 })
    const users = ['flood', 'flood', 'flood', 'flood', 'flood', 'guard']
    const results = await Promise.all(users.map((username) => draw('draw', username)))
    const full = failed('3 tickets are waiting to be drawn.')
    expect(results).toEqual([1, 2, 4, full, full, 3])
  })

  it('starts one thread for all renderers, with the first ticket, and does not keep the process alive', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@museum/source', childScript('count-threads')],
      { timeout: 60_000 },
    )
    expect(JSON.parse(stdout)).toEqual({ before: 0, after: 1 })
  })
})
