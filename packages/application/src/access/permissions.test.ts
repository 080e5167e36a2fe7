import { describe, expect, it } from '@jest/globals'
import { inMemoryPorts } from '../in-memory/index.ts'
import { openMuseum } from '../museum.ts'
import { openUsers } from '../users/users.ts'
import { checkPermission, permissions } from './permissions.ts'
import { roles } from './role.ts'

describe('the permissions', () => {
  it('name every operation of the museum and of its users, and no other', () => {
    const ports = inMemoryPorts()
    const { idempotent, ...operations } = openMuseum(ports)
    const names = [...Object.keys(operations), ...Object.keys(openUsers(ports))]
    expect(Object.keys(permissions).toSorted()).toEqual(names.toSorted())
    for (const keyed of Object.keys(idempotent)) expect(names).toContain(keyed)
  })

  it('are all given to administrators', () => {
    for (const allowed of Object.values(permissions)) expect(allowed).toContain('admin')
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
