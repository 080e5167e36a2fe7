import { expect, it } from '@jest/globals'
import { basicAuth } from '../../test/start-server.ts'
import { buyTicket } from '../../test/ticket-images.ts'
import { useServers } from '../../test/use-servers.ts'

const { start, runWithInput } = useServers()

it("a user's ticket image is drawn in the user's turn while another user's requests fill the queue, of which those beyond the limit get 503", async () => {
  const server = await start({ MUSEUM_ADMIN_PASSWORD: 'correct horse battery' })
  expect((await runWithInput('opens the gate\n', 'users add', {}, 'guard', '--role', 'gate')).code).toBe(0)
  const guard = basicAuth('guard', 'opens the gate')
  /** The status of a request for the image of a ticket. */
  const image = async (ticketId: string, authorization: string) => {
    const response = await fetch(`${server.origin}/v1.1/tickets/${ticketId}/qr`, {
      headers: { Authorization: authorization, Connection: 'close' },
    })
    await response.arrayBuffer()
    return response.status
  }
  const ticketIds: string[] = []
  while (ticketIds.length < 700)
    ticketIds.push(...(await Promise.all(Array.from({ length: 20 }, () => buyTicket(server)))))
  const wanted = await buyTicket(server)
  // Verifies the guard's password, and starts the drawing thread.
  expect(await image(await buyTicket(server), guard)).toBe(200)

  const statuses: number[] = []
  const countOf = (status: number) => statuses.filter((each) => each === status).length
  const flood = ticketIds.map(async (ticketId) => {
    statuses.push(await image(ticketId, server.authorization))
  })
  // 500 requests wait, so that the queue is full while the next ones arrive.
  while (countOf(503) === 0 && statuses.length < ticketIds.length)
    await new Promise((resolve) => setTimeout(resolve, 1))
  const drawnBefore = countOf(200)
  expect(await image(wanted, guard)).toBe(200)
  // Without turns, the 500 requests that wait would be drawn before. Some are drawn until this request has arrived.
  expect(countOf(200) - drawnBefore).toBeLessThan(250)

  await Promise.all(flood)
  expect(countOf(503)).toBeGreaterThan(0)
  expect(countOf(200) + countOf(503)).toBe(ticketIds.length)
})
