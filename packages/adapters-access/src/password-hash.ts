import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

// 2^15 blocks of 1 KiB, three times over: the scrypt figures of OWASP's password storage cheat sheet for 32 MiB.
const [logCost, blockSize, parallelization, length] = [15, 8, 3, 32]
const form = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/
const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const scrypted = (password: string, salt: Buffer, ln: number, r: number, p: number) =>
  derive(password.normalize('NFC'), salt, length, { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r })

/** A salted scrypt hash in PHC string format, `$scrypt$ln=15,r=8,p=3$salt$hash`. */
export const passwordHash = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  const hash = await scrypted(password, salt, logCost, blockSize, parallelization)
  return `$scrypt$ln=${logCost},r=${blockSize},p=${parallelization}$${unpadded(salt)}$${unpadded(hash)}`
}

/** A hash that no password matches: checking against it takes as long as against a user's hash. */
export const dummyHash = `$scrypt$ln=${logCost},r=${blockSize},p=${parallelization}$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(length))}`

/** Whether a hash was made of that password. Throws when the hash is not one of `passwordHash`. */
export const isPasswordOf = async (hash: string, password: string): Promise<boolean> => {
  const [, ln, r, p, salt, expected] = form.exec(hash) ?? []
  if (expected === undefined) throw new Error('a stored password hash is not in the form that this server writes')
  const actual = await scrypted(password, Buffer.from(salt!, 'base64'), Number(ln), Number(r), Number(p))
  // The HMAC below scrypt fills a short key up with NULs, so they would make no difference at the end of a password.
  return timingSafeEqual(actual, Buffer.from(expected, 'base64')) && !password.includes('\0')
}
