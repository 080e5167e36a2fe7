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
