import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { expectSound } from './the-desk.ts'
import { setUp, signIn, useGates } from './the-gate.ts'
import { secondsOf, writeCameraVideo } from './camera-video.ts'

const gates = useGates()

/** A browser with this video as its camera; without one, with no camera. */
const withCamera = (video?: string) => [
  '--use-fake-device-for-media-stream',
  ...(video === undefined
    ? ['--use-fake-device-for-media-stream=device-count=0']
    : [`--use-file-for-fake-video-capture=${video}`]),
]

describe('the camera of the gate', () => {
  it('reads 40 of 40 tickets: turned, dark, blurred, small', async () => {
    const tickets = await Promise.all(Array.from({ length: 40 }, () => gates.buy()))
    const video = join(gates.folder(), 'camera.mjpeg')
    await writeCameraVideo(
      video,
      tickets.map(({ png }) => png),
    )
    const opened = await gates.open('camera', { args: withCamera(video) })
    const { page } = opened
    await signIn(page)
    await setUp(page, 'North door', 'back')
    const isAdmitted = async ({ ticketId }: { ticketId: string }) =>
      (await gates.logOf(ticketId)).some((row) => row.admitted)
    // The video is played again: a ticket that was missed at a busy moment has another chance.
    const [startedAt, until] = [Date.now(), Date.now() + 240_000]
    let missing = tickets
    while (missing.length > 0 && Date.now() < until) {
      await page.waitForTimeout(2_000)
      const found = await Promise.all(missing.map(isAdmitted))
      missing = missing.filter((_, n) => !found[n])
    }
    expect(missing.map((ticket) => tickets.indexOf(ticket))).toEqual([])
    // A ticket that stays in sight is one scan in each showing of the video.
    const showings = Math.ceil((Date.now() - startedAt) / secondsOf(tickets.length) / 1_000) + 1
    const rows = await Promise.all(tickets.map(({ ticketId }) => gates.logOf(ticketId)))
    expect(Math.max(...rows.map(({ length }) => length))).toBeLessThanOrEqual(showings)
    const { refused } = await gates.request<{ refused: Record<string, number> }>('GET', '/admissions/summary')
    expect(Object.keys(refused)).toEqual(expect.not.arrayContaining(['bad-signature', 'unknown-ticket']))
    await expectSound(opened)
  }, 400_000)

  it('says what is wrong when there is no camera, or its use is not allowed, and a hand scanner still works', async () => {
    const opened = await gates.open('no-camera', { args: withCamera(), options: { permissions: [] } })
    const { page } = opened
    await signIn(page)
    await setUp(page, 'North door', 'back')
    await page.getByText(/There is no camera|does not allow the camera/).waitFor()
    await expectSound(opened)
  })
})
