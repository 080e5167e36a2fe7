import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { readQrCode } from '../../test/read-qr-code.ts'
import { useServers } from '../../test/use-servers.ts'

const event = { name: 'Night', location: 'Hall', eventDescription: '', dates: ['2040-05-17'], price: 5 }

describe('MUSEUM_LANGUAGE of servers', () => {
  const { start } = useServers(newDatabase)

  it('is part of the ETag of the ticket image: a client with the image in another language gets the new one', async () => {
    const settings = { MUSEUM_ADMIN_USERNAME: 'curator', MUSEUM_ADMIN_PASSWORD: 'correct horse battery' }
    const one = await start(settings)
    const { eventId } = (await (await one.request('POST', '/special-events', event)).json()) as { eventId: string }
    const order = { ticketType: 'event', eventId, ticketDate: '2040-05-17', email: 'visitor@example.org' }
    const { ticketId } = (await (await one.request('POST', '/tickets', order)).json()) as { ticketId: string }

    const path = `/tickets/${ticketId}/qr`
    const english = await one.request('GET', path)
    const other = await start({ ...settings, MUSEUM_LANGUAGE: 'ja' })
    const held = { 'If-None-Match': english.headers.get('ETag')! }
    const japanese = await other.request('GET', path, undefined, held)
    expect(japanese.status).toBe(200)
    expect(japanese.headers.get('ETag')).not.toBe(held['If-None-Match'])
    expect((await one.request('GET', path, undefined, held)).status).toBe(304)
    expect(await readQrCode(await japanese.arrayBuffer())).toBe(await readQrCode(await english.arrayBuffer()))
  })
})
