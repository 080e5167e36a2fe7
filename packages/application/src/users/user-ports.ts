import type { MuseumPorts } from '../ports.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { UserRepository } from './user-repository.ts'

/** Everything that the use cases of the users depend on. */
export type UserPorts = Readonly<{ users: UserRepository; passwordHasher: PasswordHasher }> & Pick<MuseumPorts, 'now'>
