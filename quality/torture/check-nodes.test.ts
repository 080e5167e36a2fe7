import { describe, expect, it } from '@jest/globals'
import { type NodeContent, checkNodes } from './check-nodes.ts'

const node = (name: string, tables: Readonly<Record<string, readonly string[]>>): NodeContent => ({
  node: name,
  tables: new Map(Object.entries(tables)),
})
const rows = { museum_ticket: ['["a"]', '["b"]'], audit_entry: [] }
const faults = (...contents: readonly NodeContent[]) => checkNodes(contents).map(({ fault }) => fault)

describe('checkNodes', () => {
  it('finds no violation when every node holds the same rows, in any order', () => {
    const inAnotherOrder = { ...rows, museum_ticket: rows.museum_ticket.toReversed() }
    expect(faults(node('1', rows), node('2', rows), node('3', inAnotherOrder))).toEqual([])
  })

  it.each([
    ['lacks a row', { ...rows, museum_ticket: ['["a"]'] }, { 1: ['["b"]'], 3: [] }],
    ['has a row more', { ...rows, museum_ticket: ['["a"]', '["b"]', '["c"]'] }, { 1: [], 3: ['["c"]'] }],
    ['has another value in a row', { ...rows, museum_ticket: ['["a"]', '["c"]'] }, { 1: ['["b"]'], 3: ['["c"]'] }],
    ['has a row twice', { ...rows, museum_ticket: ['["a"]', '["b"]', '["b"]'] }, { 1: [], 3: ['["b"]'] }],
    ['lacks a table', { audit_entry: [] }, { 1: ['["a"]', '["b"]'], 3: 'no such table' }],
    ['has a table more', { ...rows, other: [] }, { 1: 'no such table', 3: [] }],
  ])('finds a node that %s', (_what, tables, difference) => {
    expect(checkNodes([node('1', rows), node('2', rows), node('3', tables)])).toEqual([
      { fault: expect.stringMatching(/^two nodes hold different rows: (museum_ticket|other)$/), stored: difference },
    ])
  })

  it('shows some of the rows that differ', () => {
    const many = Array.from({ length: 100 }, (_, n) => `[${n}]`)
    const [violation] = checkNodes([node('1', { museum_ticket: many }), node('2', { museum_ticket: [] })])
    expect(violation?.stored).toEqual({ 1: many.slice(0, 5), 2: [] })
  })
})
