import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { systemPortsContract } from '@museum/application/contracts'
import { CalendarDate } from '@museum/domain'
import { systemPorts } from './system-ports.ts'

describe('the system ports', () => {
  afterEach(() => {
    jest.useRealTimers()
  })

  it.each([
    ['UTC', '2030-01-01'],
    ['Pacific/Auckland', '2030-01-01'],
    ['America/New_York', '2029-12-31'],
    ['Pacific/Kiritimati', '2030-01-01'],
  ])("have the current date in the museum's time zone: %s", (zone, today) => {
    jest.useFakeTimers({ now: new Date('2030-01-01T00:30:00Z') })
    expect(systemPorts(zone).today()).toBe(today)
  })

  it('have the fixed date if there is one', () => {
    expect(systemPorts('UTC', CalendarDate('2035-02-03')).today()).toBe('2035-02-03')
  })
})

systemPortsContract('the system', systemPorts('Europe/Paris'))
