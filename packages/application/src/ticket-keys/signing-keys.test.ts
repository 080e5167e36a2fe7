import { describe, expect, it } from '@jest/globals'
import { TicketKeyId } from '@museum/domain'
import { aMuseum, anActor, inMemoryPorts } from '@museum/testing'
import { inspectSigning } from './signing-keys.ts'

const keyPair = (letter: string) => ({
  publicKey: letter.repeat(43),
  privateKey: `private key of ${letter.repeat(43)}`,
})

describe('the inspection of signing', () => {
  it('finds no key before there is one, and makes none', async () => {
    const ports = inMemoryPorts()
    expect(await inspectSigning(ports)).toBeUndefined()
    expect(await ports.ticketKeys.list()).toEqual([])
  })

  it('finds the current key without its private part', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await museum.ensureTicketKey(anActor)
    await museum.rotateTicketKey(anActor)
    const key = (await museum.listTicketKeys())[1]
    expect(await inspectSigning(ports)).toEqual({ key, current: key })
  })

  it('finds an older key when the private part of the current one is not given', async () => {
    const ports = inMemoryPorts()
    const museum = aMuseum(ports)
    await museum.ensureTicketKey(anActor)
    await aMuseum({ ...ports, givenTicketKeys: [keyPair('G')] }).rotateTicketKey(anActor)
    expect(await inspectSigning(ports)).toMatchObject({ key: { keyId: 1 }, current: { keyId: 2 } })
  })

  it('is refused when no private key is given or stored, or the given one is revoked', async () => {
    const ports = inMemoryPorts()
    const given = { ...ports, givenTicketKeys: [keyPair('G')] }
    const museum = aMuseum(given)
    await museum.ensureTicketKey(anActor)
    expect(await inspectSigning(ports)).toMatchObject({ refusal: 'ticket-key-not-given' })
    await aMuseum({ ...ports, givenTicketKeys: [keyPair('H')] }).rotateTicketKey(anActor)
    await museum.revokeTicketKey(TicketKeyId(1), anActor)
    expect(await inspectSigning(given)).toMatchObject({ refusal: 'given-ticket-key-revoked' })
  })

  it.each([
    ['belongs to another public key', keyPair('H').privateKey],
    ['cannot be read', ''],
  ])('is refused when the stored private key %s', async (_what, privateKey) => {
    const ports = inMemoryPorts()
    await aMuseum(ports).ensureTicketKey(anActor)
    const [stored] = await ports.ticketKeys.list()
    const ticketKeys = { ...ports.ticketKeys, list: async () => [{ ...stored!, privateKey }] }
    expect(await inspectSigning({ ...ports, ticketKeys })).toMatchObject({ refusal: 'private-key-unusable' })
  })
})
