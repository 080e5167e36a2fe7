import { describe, expect, it } from '@jest/globals'
import { checkReads } from './check-reads.ts'
import type { Attempt } from './history.ts'

const attempt = (status: number, sentAt: number): Attempt => ({
  status,
  body: '',
  isReplay: false,
  sentAt,
  receivedAt: sentAt + 10,
})
const read = (status: number, isSeen: boolean) => ({
  name: 'a ticket',
  write: attempt(201, 1_000),
  read: attempt(status, 1_020),
  isSeen,
})

describe('checkReads', () => {
  it('finds no violation when each read has seen the write before it', () => {
    expect(checkReads([read(200, true), read(404, true)], [])).toEqual({
      figures: { reads: 2, stale: 0, expected5xx: 0, unexpected5xx: 0 },
      violations: [],
    })
  })

  it('finds a read that has not seen the write before it', () => {
    const { figures, violations } = checkReads([read(200, true), read(404, false)], [])
    expect(figures.stale).toBe(1)
    expect(violations).toEqual([
      { fault: 'a read that misses the write before it: a ticket', recorded: read(404, false) },
    ])
  })

  it('finds a read without a response', () => {
    expect(checkReads([read(0, false)], []).violations).toMatchObject([
      { fault: 'no response, although no connection was dropped' },
    ])
  })

  it('expects a 503 during an outage only', () => {
    const outage = { from: 900, until: 1_100 }
    expect(checkReads([read(503, false)], [outage])).toMatchObject({ figures: { expected5xx: 1 }, violations: [] })
    expect(checkReads([read(503, false)], []).violations).toMatchObject([{ fault: 'a 5xx without a reason' }])
    expect(checkReads([read(500, false)], [outage]).figures.unexpected5xx).toBe(1)
  })
})
