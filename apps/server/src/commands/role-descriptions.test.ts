import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { permissions } from '@museum/adapters-http'
import { type OperationName, roles } from '@museum/application'
import { roleDescriptions } from './users.ts'

/** An operation of each row of the table: the row is about those that have the roles of this one. */
const operationOf: Readonly<Record<string, OperationName>> = {
  'read the museum, its hours, special events, availability and price categories': 'getMuseumHours',
  'fetch ticket images; read tickets': 'getTicketCode',
  'admit tickets; read scans, ticket keys and revocations': 'admitTicket',
  'reserve places; read, extend, release and sell reservations': 'createReservation',
  'sell, find, send, cancel and refund tickets and orders': 'buyMuseumTickets',
  'read capacities': 'getEventCapacity',
  'create, import, update, delete and restore events; set hours, capacities, price categories and settings of the museum; open and close the shop; revert admissions; read attendance, audit and e-mails; manage users and webhooks':
    'createSpecialEvent',
}
/** The rows of what a shop may do with its own reservations, orders and tickets alone. */
const ofShops = new Set([
  'fetch ticket images; read tickets',
  'reserve places; read, extend, release and sell reservations',
])
/** The phrases in the help that stand for each row of the table. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  'read the museum, its hours, special events, availability and price categories': /read .*hours and events/,
  'fetch ticket images; read tickets': /tickets, fetch their images/,
  'admit tickets; read scans, ticket keys and revocations': /admit tickets, .*read scans, ticket keys/,
  'reserve places; read, extend, release and sell reservations': /reserve places/,
  'sell, find, send, cancel and refund tickets and orders': /sell, find, send, cancel and refund tickets/,
  'read capacities': /read capacities/,
}
const mayCall = (role: (typeof roles)[number], row: string) => permissions[operationOf[row]!]!.includes(role)
const cell = (role: (typeof roles)[number], row: string) => {
  if (!mayCall(role, row)) return ''
  return role === 'shop' && ofShops.has(row) ? 'of shops' : 'yes'
}

describe('what a role may do', () => {
  it('is in a row of the table for every operation of the API', () => {
    const sets = Object.values(operationOf).map((operation) => permissions[operation])
    for (const [operation, permitted] of Object.entries(permissions))
      expect([operation, sets]).toEqual([operation, expect.arrayContaining([permitted])])
  })

  it('is the same in the table of docs/operate.md and in the permissions', () => {
    const text = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8')
    const table = text
      .split('\n## Staff accounts\n')[1]!
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
    expect(table[0]!.slice(1)).toEqual(roles.map((role) => `\`${role}\``))
    expect(table.slice(2)).toEqual(
      Object.keys(operationOf).map((row) => [row].concat(roles.map((role) => cell(role, row)))),
    )
  })

  it.each(roles.filter((role) => role !== 'admin'))('is the same in the help and in the permissions: %s', (role) => {
    const line = roleDescriptions.split('\n').find((text) => text.startsWith(`  ${role} `))
    for (const [row, words] of Object.entries(wordsOf))
      expect([row, words.test(line!)]).toEqual([row, mayCall(role, row)])
  })
})
