import { describe, expect, it } from '@jest/globals'
import { passwordHasherContract } from '@museum/testing/contracts'
import { scryptCost } from './scrypt-cost.ts'
import { dummyHash, scryptPasswordHasher } from './scrypt-password-hasher.ts'

describe('a password hash', () => {
  it('is salted scrypt in PHC string format and matches only the password that it was made from', async () => {
    const [one, two] = [await scryptPasswordHasher.hash('pässwörd 🗝️'), await scryptPasswordHasher.hash('pässwörd 🗝️')]
    const { logCost, blockSize, parallelization } = scryptCost
    expect(one.slice(0, -67)).toBe(`$scrypt$ln=${logCost},r=${blockSize},p=${parallelization}`)
    expect(one.slice(-67)).toMatch(/^\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await scryptPasswordHasher.verify(one, 'pässwörd 🗝️')).toBe(true)
    expect(await scryptPasswordHasher.verify(one, 'passwort')).toBe(false)
    for (const suffix of ['\0', '\0\0', ' '])
      expect(await scryptPasswordHasher.verify(one, `pässwörd 🗝️${suffix}`)).toBe(false)
  })

  it('has the cost that OWASP recommends', async () => {
    // Imported by its URL, since tests replace the module that a relative path names.
    expect(await import(new URL('scrypt-cost.ts', import.meta.url).href)).toMatchObject({
      scryptCost: { logCost: 15, blockSize: 8, parallelization: 3 },
    })
  })

  it('matches the same password in decomposed Unicode characters', async () => {
    expect(
      await scryptPasswordHasher.verify(await scryptPasswordHasher.hash('pässwörd'), 'pässwörd'.normalize('NFD')),
    ).toBe(true)
  })

  it('is verified with the parameters that it contains', async () => {
    // RFC 7914, section 12: scrypt of "password" with salt "NaCl", N 1024, r 8, p 16; the first 32 octets.
    const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString(
      'base64',
    )
    const phc = `$scrypt$ln=10,r=8,p=16$${Buffer.from('NaCl').toString('base64').replaceAll('=', '')}$${hash.replaceAll('=', '')}`
    expect(await scryptPasswordHasher.verify(phc, 'password')).toBe(true)
    expect(await scryptPasswordHasher.verify(phc, 'Password')).toBe(false)
  })

  it('rejects every password when it is the dummy hash', async () => {
    expect(await scryptPasswordHasher.verify(dummyHash, '')).toBe(false)
  })
})

passwordHasherContract({ describe, it }, 'scrypt', async () => scryptPasswordHasher)
