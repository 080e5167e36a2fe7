import { describe, expect, it } from '@jest/globals'
import { ConfirmationCode } from '../index.ts'

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

describe('a confirmation code', () => {
  it.each(['general', 'event'] as const)(
    'is ticket-%s-, six characters, a hyphen and five characters',
    (ticketType) => {
      let draws = 0
      const code = ConfirmationCode.draw(ticketType, () => draws++)
      expect(code).toBe(`ticket-${ticketType}-${alphabet.slice(0, 6)}-${alphabet.slice(6, 11)}`)
    },
  )
  it('is read in any case, with or without its prefix and hyphens', () => {
    const [ofEvent, ofGeneral] = ['ticket-event-e5e5gh-jk234', 'ticket-general-e5e5gh-jk234']
    expect(ConfirmationCode.read(' Ticket – EVENT-e5e5gh-JK234')).toEqual([ofEvent])
    expect(ConfirmationCode.read('ticket-event-e5e5ghjk234')).toEqual([ofEvent])
    for (const text of ['e5e5gh-jk234', 'E5E5GHJK234', ' e5 e5gh — jk234 '])
      expect(ConfirmationCode.read(text)).toEqual([ofGeneral, ofEvent])
    for (const text of [
      '',
      'e5e5gh',
      'e5e5gh-jk23',
      'e5e5gh-jk2345',
      'e5e5g1-jk234',
      'event-e5e5gh-jk234',
      'ticket-e5e5gh-jk234',
      'k7m3-qx8p',
    ])
      expect(ConfirmationCode.read(text)).toBeUndefined()
  })
  it('uses 31 characters, none of which looks like another', () => {
    const bounds = new Set<number>()
    const letters = Array.from({ length: 31 }, (_, n) => {
      const code = ConfirmationCode.draw('general', (below) => {
        bounds.add(below)
        return n
      })
      return code.at(-1)
    })
    expect(letters.join('')).toBe(alphabet)
    expect([...bounds]).toEqual([31])
  })
})
