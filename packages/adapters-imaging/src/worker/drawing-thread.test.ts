import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { ConfirmationCode } from '@museum/domain'
import { aGeneralTicket, anEventTicket } from '@museum/domain/examples'
import { drawingThread } from './drawing-thread.ts'
import { aTicketTo } from '../../test/image.ts'
import { canvasTicketRenderer } from '../index.ts'

const childScript = (name: string) => join(import.meta.dirname, '../../test/child-scripts', `${name}.ts`)
const program = pathToFileURL(childScript('scripted-drawing-worker'))

/** Draws with the scripted program; the result is the number of drawings that the thread has received, or the error. */
const scripted = (options: { maxWaiting?: number; maxWait?: number; timeLimit?: number } = {}) => {
  const draw = drawingThread({ program, ...options })
  return async (behaviour: string) =>
    draw({ ticket: aGeneralTicket(), museumName: behaviour }).then(
      ({ height }) => height,
      (error: unknown) => error,
    )
}
const failed = (message: string) => expect.objectContaining({ message })

/** Milliseconds of processor time. */
const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

describe('the drawing thread', () => {
  it('leaves the event loop free while an image with 510 different Han characters is drawn', async () => {
    const han = (first: number) =>
      String.fromCodePoint(...Array.from({ length: 255 }, (_, place) => first + ((place * 83) % 20_000)))
    const ticket = aTicketTo(han(0x4e00), han(0x4e29))
    const renderer = canvasTicketRenderer({ museumName: 'Museum' })

    const [processBefore, threadBefore] = [process.cpuUsage(), process.threadCpuUsage()]
    await renderer.render(ticket)
    const eventLoop = milliseconds(process.threadCpuUsage(threadBefore))
    const all = milliseconds(process.cpuUsage(processBefore))
    // Whatever holds the event loop is processor time of this thread.
    expect(eventLoop / all).toBeLessThan(0.25)
  })

  it('passes the error of a drawing on, and draws the next ticket in the same thread', async () => {
    const draw = scripted()
    expect(await draw('report an error')).toEqual(failed('The font file is missing.'))
    expect(await draw('draw')).toBe(2)

    const confirmationCode = ConfirmationCode('ticket-event-abcdef-23456'.repeat(30))
    const tooLong = canvasTicketRenderer({ museumName: 'Museum' }).render(anEventTicket({ confirmationCode }))
    await expect(tooLong).rejects.toThrow(/^A code of \d+ modules a side does not fit on a ticket\.$/)
  })

  it.each([
    ['exit', 'The drawing thread exited with code 3.'],
    ['throw outside of the drawing', 'uncaught'],
  ])('fails only the ticket at which it fails, and is replaced: %s', async (behaviour, message) => {
    const draw = scripted()
    const results = ['draw', behaviour, 'draw', 'draw', behaviour, 'draw'].map(draw)
    expect(await Promise.all(results)).toEqual([1, failed(message), 1, 2, failed(message), 1])
  })

  it('is replaced when a drawing exceeds the time limit, which does not count the time in the queue', async () => {
    const draw = scripted({ timeLimit: 3_000 })
    const results = await Promise.all(['run forever', 'draw', 'draw'].map(draw))
    expect(results).toEqual([failed('The drawing of a ticket took longer than 3000 ms.'), 1, 2])
    expect(results[0]).toBeInstanceOf(Unavailable)
  })

  it('is replaced when it exits while no ticket is drawn', async () => {
    const draw = scripted({ timeLimit: 1_000_000 })
    expect(await draw('draw, then exit')).toBe(1)
    let received
    do {
      await delay(50)
      received = await draw('draw')
    } while (received !== 1)
  })

  it('fails each ticket when its program cannot be loaded', async () => {
    const draw = drawingThread({ program: new URL('./none.ts', program) })
    for (const drawing of [1, 2])
      await expect(draw({ ticket: aGeneralTicket(), museumName: `${drawing}` })).rejects.toMatchObject({
        message: expect.stringContaining('none.ts'),
      })
  })

  it('draws on after a ticket that cannot be sent to it', async () => {
    const draw = drawingThread({ program })
    const ticket = { ...aGeneralTicket(), unexpected: () => {} }
    await expect(draw({ ticket, museumName: 'draw' })).rejects.toMatchObject({ name: 'DataCloneError' })
    expect(await draw({ ticket: aGeneralTicket(), museumName: 'draw' })).toMatchObject({ height: 1 })
  })

  it('draws no ticket that has waited for too long: its request is over', async () => {
    const draw = scripted({ maxWait: 100, timeLimit: 300 })
    const [slow, late] = [draw('run forever'), draw('draw')]
    expect(await slow).toBeInstanceOf(Unavailable)
    expect(await late).toEqual(failed('Too many tickets waited to be drawn.'))
    expect(await draw('draw')).toBe(1)
  })

  it('rejects a ticket with Unavailable while too many wait, and accepts it again later', async () => {
    const draw = scripted({ maxWaiting: 2 })
    const results = await Promise.all(['draw', 'draw', 'draw', 'draw', 'draw'].map(draw))
    expect(results).toEqual([1, 2, 3, failed('2 tickets wait to be drawn.'), failed('2 tickets wait to be drawn.')])
    expect(results[3]).toBeInstanceOf(Unavailable)
    expect(await draw('draw')).toBe(4)
  })

  it('starts with the first ticket, serves every renderer, and lets the process end', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@museum/source', childScript('count-threads')],
      { timeout: 60_000 },
    )
    expect(JSON.parse(stdout)).toEqual({ before: 0, after: 1 })
  })
})
