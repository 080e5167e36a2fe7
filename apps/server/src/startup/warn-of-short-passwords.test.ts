import { describe, expect, it } from '@jest/globals'
import { inMemoryCredentialVerifier } from '@museum/testing'
import { aLog } from '../../test/a-log.ts'
import { warnOfShortPasswords } from './warn-of-short-passwords.ts'

describe('the log of verified credentials', () => {
  it('has one warning for each user whose password is short, without the password', async () => {
    const { log, lines } = aLog()
    const passwords = { director: '🗝️'.repeat(4), curator: 'secret', seller: '1234567890', kiosk: '🗝'.repeat(10) }
    const { verify } = warnOfShortPasswords(inMemoryCredentialVerifier(passwords), log)
    for (const [username, password] of [...Object.entries(passwords), ...Object.entries(passwords)])
      expect(await verify(username, password, '')).toEqual({ username, role: 'admin' })
    const msg = 'the password of this user has fewer than 10 characters; it works, but set a longer one'
    expect(lines).toEqual([
      { level: 40, user: 'director', msg },
      { level: 40, user: 'curator', msg },
    ])
  })

  it('has no warning for a wrong password', async () => {
    const { log, lines } = aLog()
    const { verify } = warnOfShortPasswords(inMemoryCredentialVerifier({ curator: 'secret' }), log)
    for (const [username, password] of [
      ['curator', 'wrong'],
      ['nobody', 'secret'],
    ] as const)
      expect(await verify(username, password, '')).toMatchObject({ refusal: 'unauthorized' })
    expect(lines).toEqual([])
  })
})
