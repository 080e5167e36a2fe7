import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type OperationName, permissions, roles } from '@museum/application'
import { roleDescriptions } from './role-descriptions.ts'

/** The operations of each row of the table. The others are called by commands only. */
const rows: Readonly<Record<string, readonly OperationName[]>> = {
  'read museum hours, special events and availability': [
    'getMuseumHours',
    'getGeneralEntryAvailability',
    'listSpecialEvents',
    'getSpecialEvent',
    'getEventAvailability',
  ],
  'fetch ticket images': ['getTicketCode'],
  'read ticket keys': ['listTicketKeys'],
  'buy tickets': ['buyMuseumTickets'],
  'read capacities': ['getEventCapacity', 'getGeneralEntryCapacity'],
  'create, update and delete events; set capacities; read audit': [
    'createSpecialEvent',
    'updateSpecialEvent',
    'deleteSpecialEvent',
    'setEventCapacity',
    'setGeneralEntryCapacity',
    'listAuditEntries',
  ],
}
/** The words of a description in the help that name a row. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  'read museum hours, special events and availability': /read .*hours and events/,
  'fetch ticket images': /fetch (their images|the images of tickets)/,
  'read ticket keys': /read ticket keys/,
  'buy tickets': /sell tickets/,
  'read capacities': /read capacities/,
}
const mayCall = (role: (typeof roles)[number], row: string) =>
  rows[row]!.every((operation) => permissions[operation].includes(role))

describe('what a role may do', () => {
  it('is in the table of docs/running.md as in the permissions', () => {
    const text = readFileSync(new URL('../../../../../docs/running.md', import.meta.url), 'utf8')
    const table = text
      .split('\n## Staff\n')[1]!
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
      Object.keys(rows).map((row) => [row].concat(roles.map((role) => (mayCall(role, row) ? 'yes' : '')))),
    )
  })

  it.each(roles.filter((role) => role !== 'admin'))('is in the help as in the permissions: %s', (role) => {
    const line = roleDescriptions.split('\n').find((text) => text.startsWith(`  ${role} `))
    for (const [row, words] of Object.entries(wordsOf))
      expect([row, words.test(line!)]).toEqual([row, mayCall(role, row)])
  })
})
