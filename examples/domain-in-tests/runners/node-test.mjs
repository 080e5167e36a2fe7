import { describe, it } from 'node:test'
import { userRepositoryContract } from '@museum/application/contracts'
import { openUserAdapters } from '../src/open-user-adapters.mjs'

userRepositoryContract({ describe, it }, 'SQLite', openUserAdapters)
