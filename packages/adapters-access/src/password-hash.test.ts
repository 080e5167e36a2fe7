import { describe, expect, it } from '@jest/globals'
import { dummyHash, isPasswordOf, passwordHash } from './password-hash.ts'

describe('a password hash', () => {
  it('is salted scrypt in PHC format, and knows its password alone', async () => {
    const [one, two] = [await passwordHash('pässwörd 🗝️'), await passwordHash('pässwörd 🗝️')]
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await isPasswordOf(one, 'pässwörd 🗝️')).toBe(true)
    expect(await isPasswordOf(one, 'passwort')).toBe(false)
    for (const longer of ['\0', '\0\0', ' ']) expect(await isPasswordOf(one, `pässwörd 🗝️${longer}`)).toBe(false)
    // Typed on another keyboard: the same characters, decomposed.
    expect(await isPasswordOf(one, 'pässwörd 🗝️'.normalize('NFD'))).toBe(true)
  })

  it('is checked with the cost that it was made with', async () => {
    // RFC 7914, section 12: scrypt of "password" with salt "NaCl", N 1024, r 8, p 16, of which the first 32 octets.
    const hash = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString(
      'base64',
    )
    const phc = `$scrypt$ln=10,r=8,p=16$${Buffer.from('NaCl').toString('base64').replaceAll('=', '')}$${hash.replaceAll('=', '')}`
    expect(await isPasswordOf(phc, 'password')).toBe(true)
    expect(await isPasswordOf(phc, 'Password')).toBe(false)
  })

  it('rejects every password for the dummy hash, and throws for a hash in another format', async () => {
    expect(await isPasswordOf(dummyHash, '')).toBe(false)
    await expect(isPasswordOf('plain', 'plain')).rejects.toThrow('not in the form')
  })
})
