import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { type OperationName, permissions, roles } from '@museum/application'
import { roleDescriptions } from './role-descriptions.ts'

/** The operations of each row of the table. */
const rows: Readonly<Record<string, readonly OperationName[]>> = {
  'read museum hours, special events and availability': [
    'getMuseumHours',
    'getGeneralEntryAvailability',
    'listSpecialEvents',
    'getSpecialEvent',
    'getEventAvailability',
  ],
  'fetch ticket images; read tickets': ['getTicketCode', 'getTicket'],
  'admit tickets; read scans, ticket keys and revocations': [
    'admitTicket',
    'listAdmissions',
    'getAdmissionSummary',
    'listTicketKeys',
    'getTicketRevocations',
  ],
  'buy, find and cancel tickets': ['buyMuseumTickets', 'findTickets', 'cancelTicket'],
  'read capacities': ['getEventCapacity', 'getGeneralEntryCapacity'],
  'create, update and delete events; set capacities; revert admissions; read audit': [
    'createSpecialEvent',
    'updateSpecialEvent',
    'deleteSpecialEvent',
    'setEventCapacity',
    'setGeneralEntryCapacity',
    'revertAdmission',
    'listAuditEntries',
  ],
}
/** The words of a description in the help that name a row. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  'read museum hours, special events and availability': /read .*hours and events/,
  'fetch ticket images; read tickets': /tickets, fetch their images/,
  'admit tickets; read scans, ticket keys and revocations': /admit tickets, .*read scans, ticket keys/,
  'buy, find and cancel tickets': /sell, find and cancel tickets/,
  'read capacities': /read capacities/,
}
const mayCall = (role: (typeof roles)[number], row: string) =>
  rows[row]!.every((operation) => permissions[operation].includes(role))

/** What only commands call. */
const ofCommands: readonly OperationName[] = [
  'getSchedule',
  'changeOpeningHours',
  'importSpecialEvents',
  'exportSpecialEvents',
  'listDeletedSpecialEvents',
  'restoreSpecialEvent',
  'exportTickets',
  'countPurchaserData',
  'erasePurchaserData',
  'expirePurchaserData',
  'ensureTicketKey',
  'rotateTicketKey',
  'revokeTicketKey',
  'addUser',
  'addFirstUser',
  'listUsers',
  'changeUserRole',
  'changeUserPassword',
  'disableUser',
  'enableUser',
  'removeUser',
]

describe('what a role may do', () => {
  it('is in a row of the table for every operation of the API', () => {
    expect([...Object.values(rows).flat(), ...ofCommands].toSorted()).toEqual(Object.keys(permissions).toSorted())
  })

  it('is in the table of docs/operations.md as in the permissions', () => {
    const text = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')
    const table = text
      .split('\n## Colleagues\n')[1]!
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
