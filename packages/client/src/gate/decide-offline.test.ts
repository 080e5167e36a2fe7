import { describe, expect, it } from '@jest/globals'
import { typeOn } from '../../../../tools/keyboard-layouts.ts'
import { admissionTimes } from '../../../../tools/admission-times.ts'
import { badCodes, signedCode, vectorKeys, vectors } from '../../test/admission-code-vectors.ts'
import { admissionTimesIn } from './admission-time.ts'
import { type OfflineFacts, decideOffline } from './decide-offline.ts'

const [general, event] = vectors as [(typeof vectors)[number], (typeof vectors)[number] & { eventId: string }]
const use = { at: '2030-05-17T10:00:00.000Z', gate: 'South door', isHere: true }
const another = '00000000-0000-4000-8000-000000000000'
const usualData = { keys: () => vectorKeys, isRevoked: () => false, times: () => admissionTimesIn({}) }
const noonOf = (date: string) => ({ date, timeOfDay: '12:00' })

/** The reason, or the verdict, for a code on the day of its ticket, except for these facts. */
const decide = async (
  { code, ticketDate }: { code: string; ticketDate: string },
  {
    isRevoked = false,
    isUsed = false,
    ...facts
  }: Partial<OfflineFacts> & { isRevoked?: boolean; isUsed?: boolean } = {},
) => {
  const museumData = { ...usualData, isRevoked: () => isRevoked }
  const useOf = () => (isUsed ? use : undefined)
  const { reason, verdict } = await decideOffline(code, { museumData, at: noonOf(ticketDate), useOf, ...facts })
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
    const all = { isRevoked: true, at: noonOf('2030-01-01'), eventId: another }
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
    const facts = { museumData: usualData, at: noonOf(general.ticketDate), useOf: () => use }
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
    const facts = { museumData: usualData, at: noonOf(general.ticketDate), useOf: () => undefined }
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
    expect(await decide(general, { museumData: { ...usualData, keys: () => keys } })).toBe('NEEDS NETWORK')
  })
})

describe('a gate without a network, for a ticket', () => {
  /** A code with a valid signature of a general ticket. */
  const codeFor = (ticketDate: string, entryTime: string | undefined) => {
    const hex = (number: number, bytes: number) => number.toString(16).padStart(2 * bytes, '0')
    const [hours, minutes] = (entryTime ?? '00:00').split(':').map(Number) as [number, number]
    const time = entryTime === undefined ? '' : hex(60 * hours + minutes, 2)
    const days = hex(Date.parse(ticketDate) / 86_400_000, 3)
    return signedCode(`${time === '' ? '01' : '02'}01${another.replaceAll('-', '')}${days}00${time}`)
  }

  it.each(admissionTimes)(
    'of $ticket, scanned on $scan: $reason (early $early, late $late, the day ends at $dayEnds)',
    async ({ ticketDate, entryTime, date, timeOfDay, dayEnds, early, late, reason }) => {
      const museumData = { ...usualData, times: () => ({ entryTimes: { early, late }, dayEnds }) }
      const code = codeFor(ticketDate, entryTime)
      const facts = { museumData, at: { date, timeOfDay } }
      expect(await decide({ code, ticketDate }, facts)).toBe(reason ?? 'ADMITTED')
      const isOfTime = reason === 'too-early' || reason === 'too-late'
      const atAnyTime = await decide({ code, ticketDate }, { ...facts, anyTime: true })
      expect(atAnyTime).toBe(reason === null || isOfTime ? 'ADMITTED' : reason)
    },
  )

  it('that is used, says so although it is not the time of the ticket', async () => {
    const at = { date: '2030-05-17', timeOfDay: '09:00' }
    const ticket = { code: codeFor(at.date, '10:00'), ticketDate: at.date }
    expect([await decide(ticket, { at }), await decide(ticket, { at, isUsed: true })]).toEqual([
      'too-early',
      'already-admitted',
    ])
  })

  it('says when it admits', async () => {
    const detail = async (entryTime: string, timeOfDay: string) => {
      const museumData = { ...usualData, times: () => ({ entryTimes: { early: 15, late: 30 }, dayEnds: '03:00' }) }
      const facts = { museumData, at: { date: '2030-05-17', timeOfDay }, useOf: () => undefined }
      return (await decideOffline(codeFor('2030-05-17', entryTime), facts)).detail
    }
    expect(await detail('10:00', '09:00')).toBe('the ticket is for 10:00, and admits from 09:45 on')
    expect(await detail('23:45', '09:00')).toBe('the ticket is for 23:45, and admits from 23:30 on')
    expect(await detail('10:00', '11:00')).toBe('the ticket is for 10:00, and admitted until 10:30')
  })
})
