import type { LinkAlgorithm } from '@museum/application'
import { Email, Instant, type LinkSubject, OrderId, TicketId } from '@museum/domain'
import { exampleId } from '../examples/index.ts'
import { expect } from './expect.ts'
import type { Contract } from './test-runner.ts'

const cancellation = {
  kind: 'cancellation',
  id: OrderId(exampleId(1)),
  positions: [0, 2],
  until: Instant(Date.UTC(2030, 4, 1, 11)),
} as const
const subjects: readonly [LinkSubject, ...LinkSubject[]] = [
  { kind: 'order', id: OrderId(exampleId(1)) },
  { kind: 'reservation', id: OrderId(exampleId(1)) },
  { kind: 'ticket', id: TicketId(exampleId(1)) },
  { kind: 'order', id: OrderId(exampleId(2)) },
  cancellation,
  { ...cancellation, positions: [1] },
  { ...cancellation, positions: Array.from({ length: 64 }, (_, n) => n) },
  { ...cancellation, until: Instant(cancellation.until + 1_000) },
  { ...cancellation, until: Instant((2 ** 32 - 1) * 1_000) },
]
const emails = [Email('visitor@example.org'), Email('other@example.org'), undefined]
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The tests that every `LinkAlgorithm` must pass. Run them once per adapter. */
export const linkAlgorithmContract: Contract<() => Promise<LinkAlgorithm>> = ({ describe, it }, adapter, open) =>
  describe(`the link algorithm of ${adapter}`, () => {
    it('generates another key each time, of 32 bytes in base64url', async () => {
      const algorithm = await open()
      const [one, other] = [algorithm.generateKey(), algorithm.generateKey()]
      expect(one).toMatch(/^[\w-]{43}$/)
      expect(other).not.toBe(one)
    })

    it('makes another link for each subject, address and key, of 44 letters but for a cancellation, and verifies no other one', async () => {
      const algorithm = await open()
      const all = [algorithm.generateKey(), algorithm.generateKey()].flatMap((key) =>
        subjects.flatMap((subject) =>
          emails.map((email) => ({ subject, email, key, link: algorithm.encode(subject, email, key) })),
        ),
      )
      expect(new Set(all.map(({ link }) => link)).size).toBe(all.length)
      for (const { subject, email, key, link } of all) {
        expect(link).toMatch(subject.kind === 'cancellation' ? /^[\w-]{60,80}$/ : /^[\w-]{44}$/)
        expect(algorithm.decode(link)).toEqual(subject)
        expect(algorithm.verify(link, email, key)).toBe(true)
        for (const other of all)
          if (other.email !== email || other.key !== key)
            expect([other.link, algorithm.verify(other.link, email, key)]).toEqual([other.link, false])
      }
    })

    it('makes the same link for addresses that are compared as equal', async () => {
      const algorithm = await open()
      const key = algorithm.generateKey()
      const [one, other] = ['Visitor@example.org', 'visitor@EXAMPLE.org'].map(Email)
      expect(algorithm.encode(subjects[0], one, key)).toBe(algorithm.encode(subjects[0], other, key))
    })

    it('verifies no link of which any letter is another one', async () => {
      const algorithm = await open()
      const key = algorithm.generateKey()
      for (const subject of [subjects[0], cancellation]) {
        const link = algorithm.encode(subject, emails[0], key)
        for (let at = 0; at < link.length; at += 1)
          for (const letter of letters)
            if (letter !== link[at])
              expect(algorithm.verify(link.slice(0, at) + letter + link.slice(at + 1), emails[0], key)).toBe(false)
      }
    })

    for (const link of [
      '',
      'A',
      'A'.repeat(43),
      'A'.repeat(44),
      'A'.repeat(45),
      'A'.repeat(60),
      `${'A'.repeat(43)}=`,
      'ä'.repeat(44),
    ])
      it(`finds no subject in ${JSON.stringify(link)}`, async () => {
        const algorithm = await open()
        expect(algorithm.decode(link)).toBeUndefined()
        expect(algorithm.verify(link, emails[0], algorithm.generateKey())).toBe(false)
      })
  })
