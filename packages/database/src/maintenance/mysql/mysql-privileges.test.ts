import { describe, expect, it } from '@jest/globals'
import { missingPrivileges } from './mysql-privileges.ts'

const none = { forServer: [], forMigrations: [] }
const all = {
  forServer: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  forMigrations: ['CREATE', 'ALTER', 'DROP', 'INDEX'],
}

describe('the privileges that a user lacks', () => {
  it.each([
    ['GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION', 'museum', none],
    ['GRANT ALL PRIVILEGES ON `museum`.* TO `museum`@`%`', 'museum', none],
    ['GRANT ALL PRIVILEGES ON `museum`.* TO `museum`@`%`', 'museum2', all],
    ['GRANT ALL PRIVILEGES ON `museum\\_%`.* TO `museum`@`%`', 'museum_1', none],
    ['GRANT ALL PRIVILEGES ON `museum\\_%`.* TO `museum`@`%`', 'museum1', all],
    ['GRANT ALL PRIVILEGES ON `museum_1`.* TO `museum`@`%`', 'museumA1', none],
    ['GRANT ALL PRIVILEGES ON `m.s``m`.* TO `museum`@`%`', 'm.s`m', none],
    ['GRANT ALL PRIVILEGES ON `m.s``m`.* TO `museum`@`%`', 'mus`m', all],
    [`GRANT ALL PRIVILEGES ON \`${'%a'.repeat(31)}b\`.* TO \`museum\`@\`%\``, 'a'.repeat(64), all],
    [`GRANT ALL PRIVILEGES ON \`${'%a'.repeat(31)}%\`.* TO \`museum\`@\`%\``, 'a'.repeat(64), none],
    ['GRANT USAGE ON *.* TO `museum`@`%` IDENTIFIED BY PASSWORD', 'museum', all],
    ['GRANT `staff`@`%` TO `museum`@`%`', 'museum', all],
    [
      'GRANT SELECT, INSERT, UPDATE (`sold`), DELETE ON `museum`.* TO `museum`@`%`',
      'museum',
      { ...all, forServer: [] },
    ],
  ])('with %s on %s', (grant, database, missing) => {
    expect(missingPrivileges([grant], database)).toEqual(missing)
  })

  it('are those that a later revocation restricts', () => {
    const grants = [
      'GRANT SELECT, INSERT, UPDATE, DELETE ON *.* TO `museum`@`%`',
      'REVOKE DELETE ON `museum`.* FROM `museum`@`%`',
    ]
    expect(missingPrivileges(grants, 'museum').forServer).toEqual(['DELETE'])
    expect(missingPrivileges(grants, 'other').forServer).toEqual([])
  })
})
