import { describe, expect, it } from '@jest/globals'
import { typeOn } from '../../../../tools/keyboard-layouts.ts'
import { badCodes, vectorKeys, vectors } from '../../test/admission-code-vectors.ts'
import { type OfflineFacts, decideOffline } from './decide-offline.ts'

const [general, event] = vectors as [(typeof vectors)[number], (typeof vectors)[number] & { eventId: string }]
const use = { at: '2030-05-17T10:00:00.000Z', gate: 'South door', isHere: true }
const another = '00000000-0000-4000-8000-000000000000'

/** The reason, or the verdict, for a code on the day of its ticket, except for these facts. */
const decide = async (
  { code, ticketDate }: { code: string; ticketDate: string },
  {
    isRevoked = false,
    isUsed = false,
    ...facts
  }: Partial<OfflineFacts> & { isRevoked?: boolean; isUsed?: boolean } = {},
) => {
  const museumData = { keys: () => vectorKeys, isRevoked: () => isRevoked }
  const useOf = () => (isUsed ? use : undefined)
  const { reason, verdict } = await decideOffline(code, { museumData, today: ticketDate, useOf, ...facts })
  return reason ?? verdict
}
const typed = (code: string) => decide({ code, ticketDate: '2030-05-17' })

describe('a gate without a network', () => {
  it('admits a ticket of today, for its event or for general entry', async () => {
    expect(await decide(general)).toBe('ADMITTED')
    expect(await decide(event, { eventId: event.eventId })).toBe('ADMITTED')
    // The server takes an eventId in upper case too.
    expect(await decide(event, { eventId: event.eventId.toUpperCase() })).toBe('ADMITTED')
  })
  it('refuses by the first reason that holds: signature, revocation, date, event, used', async () => {
    const all = { isRevoked: true, today: '2030-01-01', eventId: another }
    const reasons = [
      await decide({ ...event, code: badCodes[6]! }, all),
      await decide(event, all),
      await decide(event, { ...all, isRevoked: false, isUsed: true }),
      await decide(event, { eventId: another, isUsed: true }),
      await decide(general, { eventId: another }),
      await decide(event, { isUsed: true }),
    ]
    expect(reasons).toEqual([
      'bad-signature',
      'cancelled',
      'wrong-date',
      'wrong-event',
      'wrong-event',
      'already-admitted',
    ])
  })
  it('refuses a used ticket as used, although its event was deleted since', async () => {
    expect(await decide(event, { isRevoked: true, isUsed: true })).toBe('already-admitted')
  })
  it('says when and where a ticket was used', async () => {
    const museumData = { keys: () => vectorKeys, isRevoked: () => false }
    const facts = { museumData, today: general.ticketDate, useOf: () => use }
    expect(await decideOffline(general.code, facts)).toMatchObject({ first: { at: use.at, gate: 'South door' } })
  })
  it('leaves to the server the codes that are not signed, and refuses other texts', async () => {
    expect(await typed(' TICKET–general-abcdef-gh2jk')).toBe('NEEDS NETWORK')
    expect(await typed(`${another}.ticket-event-abcdef-gh2jk`)).toBe('NEEDS NETWORK')
    expect(await typed('4006381333931')).toBe('unknown-ticket')
  })
  it('reads what a scanner types with an identifier or on another keyboard, and says when it cannot', async () => {
    for (const code of [`]Q1${general.code}`, typeOn('German', general.code), typeOn('French', general.code)])
      expect(await decide({ ...general, code })).toBe('ADMITTED')
    expect(await typed(typeOn('German', 'ticket-general-abcdef-gh2jk'))).toBe('NEEDS NETWORK')
    const museumData = { keys: () => vectorKeys, isRevoked: () => false }
    const facts = { museumData, today: general.ticketDate, useOf: () => undefined }
    for (const [code, reason] of [
      [typeOn('Russian', general.code), 'unknown-ticket'],
      [general.code.replaceAll('A', 'ı'), 'bad-signature'],
    ] as const)
      expect(await decideOffline(code, facts)).toMatchObject({
        reason,
        detail: expect.stringContaining('check the keyboard layout of the scanner'),
      })
  })
  it.each([undefined, []])('decides nothing without keys: %p', async (keys) => {
    const museumData = { keys: () => keys, isRevoked: () => false }
    expect(await decide(general, { museumData })).toBe('NEEDS NETWORK')
  })
})
