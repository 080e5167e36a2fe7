import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordHasher } from '@museum/application'
import { scryptCost } from './scrypt-cost.ts'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

const { logCost, blockSize, parallelization } = scryptCost
const length = 32
const phcFormat = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const unpaddedBase64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const deriveKey = (password: string, salt: Buffer, ln: number, r: number, p: number) =>
  derive(password.normalize('NFC'), salt, length, { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r })

const phcString = (salt: Buffer, hash: Buffer) =>
  `$scrypt$ln=${logCost},r=${blockSize},p=${parallelization}$${unpaddedBase64(salt)}$${unpaddedBase64(hash)}`

/** A hash that no password matches. Verifying a password against it takes as long as against a user's hash. */
export const dummyHash = phcString(Buffer.alloc(16), Buffer.alloc(length))

/**
 * Salted scrypt hashes of passwords in PHC string format: `$scrypt$ln=15,r=8,p=3$salt$hash`. A hash is verified with the
 * parameters that it contains.
 */
export const scryptPasswordHasher: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(16)
    return phcString(salt, await deriveKey(password, salt, logCost, blockSize, parallelization))
  },
  async verify(hash, password) {
    const [, ln, r, p, salt, expected] = phcFormat.exec(hash) ?? []
    if (expected === undefined) throw new Error('A stored password hash is not an scrypt hash in PHC string format.')
    const actual = await deriveKey(password, Buffer.from(salt!, 'base64'), Number(ln), Number(r), Number(p))
    // The HMAC inside scrypt pads short keys with NUL, so NULs at the end of a password do not change its hash.
    return timingSafeEqual(actual, Buffer.from(expected, 'base64')) && !password.includes('\0')
  },
}
