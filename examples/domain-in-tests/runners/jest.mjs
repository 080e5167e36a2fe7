import { describe, it } from '@jest/globals'
import { userRepositoryContract } from '@museum/testing/contracts'
import { openUserAdapters } from '../src/open-user-adapters.mjs'

userRepositoryContract({ describe, it }, 'SQLite', openUserAdapters)
