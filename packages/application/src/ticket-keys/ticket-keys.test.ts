import { describe, expect, it } from '@jest/globals'
import { AdmissionCode, Instant, ScannedCode, type Ticket, TicketKeyId, isRefusal } from '@museum/domain'
import { anOrder } from '@museum/testing/examples'
import { aMuseum, anActor, inMemoryPorts, readInMemoryTicket } from '@museum/testing'
import type { Museum } from '../museum.ts'
import type { StoredTicketKey } from './ticket-key-repository.ts'

const one = TicketKeyId(1)
const given = { publicKey: 'G'.repeat(43), privateKey: `private key of ${'G'.repeat(43)}` }
const buy = async (museum: Museum) => {
  const ticket = await museum.buyMuseumTickets(anOrder())
  if (isRefusal(ticket)) throw new Error(ticket.because)
  return ticket
}
const ticketCode = async (museum: Museum, { ticketId }: Ticket) => {
  const code = await museum.getTicketCode(ticketId)
  if (isRefusal(code)) throw new Error(code.because)
  return readInMemoryTicket(code.image)
}
const signingKeyOf = async (museum: Museum, ticket: Ticket) =>
  AdmissionCode.decode(await ticketCode(museum, ticket))?.content.keyId
const auditOf = async (museum: Museum) => {
  const outcome = await museum.listAuditEntries({ about: 'ticket-key' }, { page: 1, limit: 100 })
  if (isRefusal(outcome)) throw new Error(outcome.because)
  return outcome.items.toReversed()
}

describe('the ticket keys', () => {
  it('begin with a key that the server makes at the first sale', async () => {
    const museum = aMuseum()
    expect(await museum.listTicketKeys()).toEqual([])
    expect(await buy(museum)).toMatchObject({ signingKey: 1 })
    expect(await museum.listTicketKeys()).toEqual([
      { keyId: 1, publicKey: expect.stringMatching(/^[\w-]{43}$/), createdAt: Date.UTC(2030, 4, 1, 10) },
    ])
    expect(await auditOf(museum)).toMatchObject([
      {
        actor: 'server',
        operation: 'ensureTicketKey',
        subject: { kind: 'ticket-key', id: '1' },
        before: null,
        after: { publicKey: expect.any(String) },
      },
    ])
  })

  it('begin with a key that is made at a start, once also when several servers start at once', async () => {
    const ports = inMemoryPorts()
    const museums = Array.from({ length: 5 }, () => aMuseum(ports))
    const keys = await Promise.all(museums.map((museum) => museum.ensureTicketKey(anActor)))
    expect(keys).toEqual(keys.map(() => keys[0]))
    expect(keys[0]).toMatchObject({ keyId: 1 })
    expect(keys[0]).not.toHaveProperty('privateKey')
    expect(await museums[0]!.listTicketKeys()).toHaveLength(1)
    expect(await auditOf(museums[0]!)).toMatchObject([{ actor: anActor.username, operation: 'ensureTicketKey' }])
  })

  it('are listed without their private parts, which are not in the audit log either', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await museum.ensureTicketKey(anActor)
    await museum.rotateTicketKey(anActor)
    await museum.revokeTicketKey(one, anActor)
    for (const key of await ports.ticketKeys.list()) expect(key.privateKey).toMatch(/^private key of /)
    expect(JSON.stringify([await museum.listTicketKeys(), await auditOf(museum)])).not.toContain('private')
  })

  it('rotate: tickets that are sold from then on use the new key, and the others keep theirs', async () => {
    const museum = aMuseum()
    const earlier = await buy(museum)
    const code = await ticketCode(museum, earlier)
    expect(await museum.rotateTicketKey(anActor)).toMatchObject({ keyId: 2 })
    const later = await buy(museum)
    expect([earlier.signingKey, later.signingKey]).toEqual([1, 2])
    expect(await ticketCode(museum, earlier)).toBe(code)
    expect(await signingKeyOf(museum, later)).toBe(2)
    expect((await auditOf(museum)).at(-1)).toMatchObject({
      actor: anActor.username,
      operation: 'rotateTicketKey',
      subject: { kind: 'ticket-key', id: '2' },
      before: null,
    })
  })

  it('are revoked one by one: the images of the tickets of a revoked key have a code of the current one', async () => {
    const museum = aMuseum()
    const ticket = await buy(museum)
    await museum.rotateTicketKey(anActor)
    await museum.rotateTicketKey(anActor)
    expect(await signingKeyOf(museum, ticket)).toBe(1)
    expect(await museum.revokeTicketKey(one, anActor)).toEqual({
      key: expect.objectContaining({ keyId: 1, revokedAt: Date.UTC(2030, 4, 1, 10) }),
      isChanged: true,
    })
    expect(await signingKeyOf(museum, ticket)).toBe(3)
    expect((await auditOf(museum)).at(-1)).toMatchObject({
      operation: 'revokeTicketKey',
      subject: { id: '1' },
      before: { revoked: false },
      after: { revoked: true },
    })
  })

  it('that are revoked already stay as they are, and nothing is audited', async () => {
    const museum = aMuseum()
    await museum.ensureTicketKey(anActor)
    await museum.rotateTicketKey(anActor)
    const { key } = (await museum.revokeTicketKey(one, anActor)) as { key: StoredTicketKey }
    const entries = await auditOf(museum)
    expect(await museum.revokeTicketKey(one, anActor)).toEqual({ key, isChanged: false })
    expect(await auditOf(museum)).toEqual(entries)
  })

  it('are not revoked when no key would be left to sell tickets under, or when there is no such key', async () => {
    const museum = aMuseum()
    await museum.ensureTicketKey(anActor)
    expect(await museum.revokeTicketKey(one, anActor)).toMatchObject({ refusal: 'current-ticket-key' })
    expect(await museum.revokeTicketKey(TicketKeyId(9), anActor)).toMatchObject({ refusal: 'ticket-key-not-found' })
  })

  it('have 255 identifiers, none of which is used again', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    for (let n = 1; n <= 255; n += 1) expect(await museum.rotateTicketKey(anActor)).toMatchObject({ keyId: n })
    await museum.revokeTicketKey(one, anActor)
    expect(await museum.rotateTicketKey(anActor)).toMatchObject({ refusal: 'ticket-keys-used-up' })
    const other = aMuseum({ ...ports, givenTicketKeys: [given] })
    expect(await other.ensureTicketKey(anActor)).toMatchObject({ refusal: 'ticket-keys-used-up' })
    expect(await museum.listTicketKeys()).toHaveLength(255)
  })

  it('sign the code of a ticket that was sold before codes were signed with key 1', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await museum.ensureTicketKey(anActor)
    await museum.rotateTicketKey(anActor)
    const { signingKey: _, ...ticket } = await buy(museum)
    const find: typeof ports.tickets.find = async () => ticket
    const withOlderTicket = aMuseum({ ...ports, tickets: { ...ports.tickets, find } })
    expect(await signingKeyOf(withOlderTicket, ticket)).toBe(1)
  })
})

describe('a given ticket key', () => {
  it('becomes the current one at a start, once, and its private part is not stored', async () => {
    const ports = inMemoryPorts({ givenTicketKeys: [given] })
    const museum = aMuseum(ports)
    for (let start = 0; start < 2; start += 1)
      expect(await museum.ensureTicketKey(anActor)).toMatchObject({ keyId: 1, publicKey: given.publicKey })
    const [stored, ...others] = await ports.ticketKeys.list()
    expect(stored).not.toHaveProperty('privateKey')
    expect(others).toEqual([])
    expect(await signingKeyOf(museum, await buy(museum))).toBe(1)
    expect(await auditOf(museum)).toHaveLength(1)
  })

  it('becomes the current one after others, which stay valid', async () => {
    const ports = inMemoryPorts()
    const before = await buy(aMuseum(ports))
    const museum = aMuseum({ ...ports, givenTicketKeys: [given] })
    expect(await museum.ensureTicketKey(anActor)).toMatchObject({ keyId: 2 })
    expect(await buy(museum)).toMatchObject({ signingKey: 2 })
    expect(await signingKeyOf(museum, before)).toBe(1)
  })

  it('becomes the current one by a rotation, unless it is stored already', async () => {
    const ports = inMemoryPorts()
    await aMuseum(ports).ensureTicketKey(anActor)
    const museum = aMuseum({ ...ports, givenTicketKeys: [given] })
    expect(await museum.rotateTicketKey(anActor)).toMatchObject({ keyId: 2, publicKey: given.publicKey })
    expect(await museum.rotateTicketKey(anActor)).toMatchObject({ refusal: 'given-ticket-key-in-use' })
    expect(await museum.listTicketKeys()).toHaveLength(2)
  })

  it('that is revoked is refused at a start', async () => {
    const ports = inMemoryPorts({ givenTicketKeys: [given] })
    await aMuseum(ports).ensureTicketKey(anActor)
    await aMuseum({ ...ports, givenTicketKeys: undefined }).rotateTicketKey(anActor)
    await aMuseum(ports).revokeTicketKey(one, anActor)
    expect(await aMuseum(ports).ensureTicketKey(anActor)).toMatchObject({ refusal: 'given-ticket-key-revoked' })
  })

  it('that a server lacks keeps it from starting, unless it has another one', async () => {
    const ports = inMemoryPorts({ givenTicketKeys: [given] })
    const ticket = await buy(aMuseum(ports))
    const museum = aMuseum({ ...ports, givenTicketKeys: undefined })
    expect(await museum.ensureTicketKey(anActor)).toMatchObject({ refusal: 'ticket-key-not-given' })
    await expect(museum.getTicketCode(ticket.ticketId)).rejects.toThrow('the private key is missing')
    // Selling needs no private key.
    expect(await buy(museum)).toMatchObject({ signingKey: 1 })
    expect(await museum.rotateTicketKey(anActor)).toMatchObject({ keyId: 2 })
    expect(await museum.ensureTicketKey(anActor)).toMatchObject({ keyId: 2 })
    expect(await signingKeyOf(museum, ticket)).toBe(2)
  })

  it('that was replaced by another is no longer used: images of its tickets have a code of the other', async () => {
    const ports = inMemoryPorts()
    const ticket = await buy(aMuseum({ ...ports, givenTicketKeys: [given] }))
    const other = { publicKey: 'H'.repeat(43), privateKey: `private key of ${'H'.repeat(43)}` }
    const museum = aMuseum({ ...ports, givenTicketKeys: [other] })
    expect(await museum.ensureTicketKey(anActor)).toMatchObject({ keyId: 2 })
    expect(await signingKeyOf(museum, ticket)).toBe(2)
    expect((await museum.listTicketKeys()).map(({ revokedAt }) => revokedAt)).toEqual([undefined, undefined])
  })
})

describe('several given ticket keys', () => {
  const former = given
  const first = { publicKey: 'H'.repeat(43), privateKey: `private key of ${'H'.repeat(43)}` }

  it('sign the tickets that were sold under them; the first of them is the current one', async () => {
    const ports = inMemoryPorts()
    const before = await buy(aMuseum({ ...ports, givenTicketKeys: [former] }))
    const museum = aMuseum({ ...ports, givenTicketKeys: [first, former] })
    expect(await museum.ensureTicketKey(anActor)).toMatchObject({ keyId: 2, publicKey: first.publicKey })
    const after = await buy(museum)
    expect([await signingKeyOf(museum, before), await signingKeyOf(museum, after)]).toEqual([1, 2])
    expect(await museum.listTicketKeys()).toHaveLength(2)
  })

  it('have the same codes on all servers while one after the other gets the new key, if it gets the former one too', async () => {
    const ports = inMemoryPorts()
    const behind = aMuseum({ ...ports, givenTicketKeys: [former] })
    const ahead = aMuseum({ ...ports, givenTicketKeys: [first, former] })
    await buy(behind)
    await ahead.ensureTicketKey(anActor)
    // A server sells under a key with which it can sign.
    const ticket = await buy(aMuseum({ ...ports, givenTicketKeys: [former] }))
    expect(ticket).toMatchObject({ signingKey: 1 })
    for (const museum of [behind, ahead]) expect(await signingKeyOf(museum, ticket)).toBe(1)
  })
})

describe('a server', () => {
  it('signs and verifies with a key that another server has made since it read the keys', async () => {
    const ports = inMemoryPorts()
    const [one, other] = [aMuseum(ports), aMuseum(ports)]
    await buy(other)
    await one.rotateTicketKey(anActor)
    const ticket = await buy(one)
    expect(ticket).toMatchObject({ signingKey: 2 })
    expect(await signingKeyOf(other, ticket)).toBe(2)
    await one.rotateTicketKey(anActor)
    const code = ScannedCode(await ticketCode(one, await buy(one)))
    const scan = await other.admitTicket({ code }, anActor)
    expect(scan).toMatchObject({ reason: 'wrong-date' })
  })

  it('applies a rotation and a revocation by another program within five seconds, without a read a request', async () => {
    let [now, reads] = [Date.UTC(2030, 4, 1, 10), 0]
    const shared = inMemoryPorts({ now: () => Instant(now) })
    const list: typeof shared.ticketKeys.list = async () => {
      reads += 1
      return shared.ticketKeys.list()
    }
    const server = aMuseum({ ...shared, ticketKeys: { ...shared.ticketKeys, list } })
    const command = aMuseum(shared)
    const ticket = await buy(server)
    await command.rotateTicketKey(anActor)
    await command.revokeTicketKey(one, anActor)
    const readsBefore = reads
    for (let request = 0; request < 50; request += 1) await ticketCode(server, ticket)
    expect(reads).toBe(readsBefore)
    now += 5_000
    expect(await signingKeyOf(server, ticket)).toBe(2)
    expect(await buy(server)).toMatchObject({ signingKey: 2 })
    expect(reads).toBe(readsBefore + 1)
  })
})
