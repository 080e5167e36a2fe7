import { describe, expect, it } from '@jest/globals'
import { inMemoryPorts } from '@museum/testing'
import { createMails } from '../mail/mail.ts'
import { createMuseum } from '../museum.ts'
import { createUsers } from '../users/users.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import { type OperationName, checkPermission, permissions } from './permissions.ts'
import { isRole, roles } from './principal.ts'

describe('the permissions', () => {
  it('list exactly the operations of the museum, of its users, of its webhooks and of its e-mails', () => {
    const ports = inMemoryPorts()
    const { idempotent, storeSalesSums: __, getProgramme: ___, ...operations } = createMuseum(ports)
    // The server adds up sales and delivers messages by itself, and everyone sees the programme.
    const { attemptDelivery: _, ...webhooks } = createWebhooks(ports)
    const names = [operations, createUsers(ports), webhooks, createMails(ports)].flatMap((each) => Object.keys(each))
    expect(Object.keys(permissions).toSorted()).toEqual(names.toSorted())
    for (const keyed of Object.keys(idempotent)) expect(names).toContain(keyed)
  })

  // Written out, so that no role gets an operation by accident. The table in docs/operate.md says the same in words.
  const table: Readonly<Record<OperationName, string>> = {
    getMuseum: 'admin box-office gate reader',
    getMuseumHours: 'admin box-office gate reader',
    getSchedule: 'admin',
    setSchedule: 'admin',
    changeOpeningHours: 'admin',
    getAvailability: 'admin box-office gate reader',
    createSpecialEvent: 'admin',
    importSpecialEvents: 'admin',
    listSpecialEvents: 'admin box-office gate reader',
    exportSpecialEvents: 'admin box-office gate reader',
    getSpecialEvent: 'admin box-office gate reader',
    updateSpecialEvent: 'admin',
    deleteSpecialEvent: 'admin',
    restoreSpecialEvent: 'admin',
    listDeletedSpecialEvents: 'admin',
    setEventCapacity: 'admin',
    getEventCapacity: 'admin box-office',
    getEventAvailability: 'admin box-office gate reader',
    setGeneralEntryCapacity: 'admin',
    getGeneralEntryCapacity: 'admin box-office',
    getGeneralEntryAvailability: 'admin box-office gate reader',
    getPriceCategories: 'admin box-office gate reader',
    setPriceCategories: 'admin',
    buyMuseumTickets: 'admin box-office',
    getTicketCode: 'admin box-office gate',
    getTicket: 'admin box-office gate',
    findTickets: 'admin box-office',
    exportTickets: 'admin box-office',
    cancelTicket: 'admin box-office',
    placeOrder: 'admin box-office',
    getOrder: 'admin box-office',
    cancelOrder: 'admin box-office',
    findRefunds: 'admin box-office',
    listRefunds: 'admin box-office',
    settleRefund: 'admin box-office',
    getSales: 'admin box-office',
    admitTicket: 'admin gate',
    listAdmissions: 'admin gate',
    getAdmissionSummary: 'admin gate',
    getAttendance: 'admin',
    revertAdmission: 'admin',
    getTicketRevocations: 'admin gate',
    mailTicket: 'admin box-office',
    listMails: 'admin',
    replayMail: 'admin',
    removeFailedMails: 'admin',
    listTicketKeys: 'admin gate',
    ensureTicketKey: 'admin',
    rotateTicketKey: 'admin',
    revokeTicketKey: 'admin',
    listAuditEntries: 'admin',
    countPurchaserData: 'admin',
    erasePurchaserData: 'admin',
    expirePurchaserData: 'admin',
    createWebhook: 'admin',
    listWebhooks: 'admin',
    getWebhook: 'admin',
    updateWebhook: 'admin',
    deleteWebhook: 'admin',
    renewWebhookSecret: 'admin',
    testWebhook: 'admin',
    listWebhookDeliveries: 'admin',
    replayWebhookDelivery: 'admin',
    removeFailedDeliveries: 'admin',
    addUser: 'admin',
    addFirstUser: 'admin',
    listUsers: 'admin',
    changeUserRole: 'admin',
    changeUserPassword: 'admin',
    disableUser: 'admin',
    enableUser: 'admin',
    removeUser: 'admin',
  }
  it.each(Object.entries(table))('let these roles call %s: %s', (operation, allowed) => {
    const may = roles.filter((role) => checkPermission({ role }, operation as OperationName) === undefined)
    expect(may.join(' ')).toBe(allowed)
  })

  it('refuse an operation by naming it and the role', () => {
    expect(checkPermission({ role: 'gate' }, 'buyMuseumTickets')).toEqual({
      refusal: 'forbidden',
      because: 'The role gate may not call buyMuseumTickets.',
    })
    expect(checkPermission({ role: 'box-office' }, 'buyMuseumTickets')).toBeUndefined()
    for (const role of roles) expect(checkPermission({ role }, 'getMuseumHours')).toBeUndefined()
  })
})

describe('the name of a role', () => {
  it('is one of four texts', () => {
    for (const role of roles) expect(isRole(role)).toBe(true)
    for (const text of ['', 'Admin', 'admins', 'server', 'toString']) expect(isRole(text)).toBe(false)
  })
})
