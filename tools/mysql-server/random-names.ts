import { randomBytes } from 'node:crypto'

/** A unique name for a folder or a container. */
export const newUniqueName = (): string => `museum-mysql-${randomBytes(6).toString('hex')}`

/** A password for a server of one test run. */
export const newPassword = (): string => randomBytes(16).toString('hex')
