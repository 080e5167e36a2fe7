import { describe, expect, it } from '@jest/globals'
import { AdmissionCode, Instant, TicketId, TicketKeyId } from '@museum/domain'
import { aGeneralTicket, anEventTicket, exampleId } from '@museum/testing/examples'
import { aMuseum, anActor, inMemoryPorts } from '@museum/testing'
import { admissionCodes } from './admission-codes.ts'
import { ticketKeyCache } from './ticket-key-cache.ts'

/** The codes of a museum with two keys, and how many were signed. */
const someCodes = async () => {
  const clock = { now: Date.UTC(2030, 4, 1, 10) }
  const ports = inMemoryPorts({ now: () => Instant(clock.now) })
  const museum = aMuseum(ports)
  await museum.rotateTicketKey(anActor)
  await museum.rotateTicketKey(anActor)
  const signed = { count: 0 }
  const signatureAlgorithm: typeof ports.signatureAlgorithm = {
    ...ports.signatureAlgorithm,
    sign(...parameters) {
      signed.count += 1
      return ports.signatureAlgorithm.sign(...parameters)
    },
  }
  const open = () => admissionCodes({ signatureAlgorithm }, ticketKeyCache(ports))
  return { ...open(), open, museum, signed, clock, ports }
}
const ticket = (n: number) => aGeneralTicket({ ticketId: TicketId(exampleId(n)), signingKey: TicketKeyId(1) })

describe('the code of a ticket', () => {
  it('is verified, and says what the ticket is for', async () => {
    const { codeOf, verify } = await someCodes()
    for (const each of [ticket(1), { ...anEventTicket(), signingKey: TicketKeyId(2) }]) {
      const code = await codeOf(each)
      const content = AdmissionCode.contentOf(each, each.signingKey!)
      expect(await verify(code)).toEqual(content)
      expect(await verify(` ${code.toLowerCase()}\n`)).toEqual(content)
    }
  })

  it('is the same from each server, and signed once', async () => {
    const { codeOf, open, signed } = await someCodes()
    const code = await codeOf(ticket(1))
    expect(await codeOf(ticket(1))).toBe(code)
    expect(signed.count).toBe(1)
    expect(await open().codeOf(ticket(1))).toBe(code)
  })

  it('is signed again after 1,000 others were signed', async () => {
    const { codeOf, signed } = await someCodes()
    for (let n = 0; n <= 1_000; n += 1) await codeOf(ticket(n))
    await codeOf(ticket(1_000))
    expect(signed.count).toBe(1_001)
    await codeOf(ticket(0))
    expect(signed.count).toBe(1_002)
  })

  it('is not verified when it is altered, cut, unsigned, or signed by another museum', async () => {
    const { codeOf, verify, ports } = await someCodes()
    const code = await codeOf(ticket(1))
    const bytes = AdmissionCode.signedBytesOf(AdmissionCode.contentOf(ticket(1), TicketKeyId(1)))
    const foreign = AdmissionCode.encode(bytes, await ports.signatureAlgorithm.sign('private key of ?', bytes))
    const altered = code.slice(0, 20) + (code[20] === 'A' ? 'B' : 'A') + code.slice(21)
    for (const text of [altered, code.slice(0, -1), '', ticket(1).confirmationCode, foreign])
      expect(await verify(text)).toMatchObject({ refusal: 'bad-signature' })
  })

  it('is not verified when its key is unknown, or five seconds after its key was revoked', async () => {
    const { codeOf, verify, museum, clock } = await someCodes()
    const code = await codeOf(ticket(1))
    const unknown = AdmissionCode.contentOf(ticket(1), TicketKeyId(3))
    const unknownCode = AdmissionCode.encode(AdmissionCode.signedBytesOf(unknown), new Uint8Array(64))
    expect(await verify(unknownCode)).toMatchObject({ because: expect.stringContaining('key 3') })
    await museum.revokeTicketKey(TicketKeyId(1), anActor)
    clock.now += 5_000
    expect(await verify(code)).toMatchObject({ refusal: 'bad-signature', because: expect.stringContaining('key 1') })
    const current = await codeOf(ticket(1))
    expect(current).not.toBe(code)
    expect(await verify(current)).toMatchObject({ keyId: 2 })
  })
})
