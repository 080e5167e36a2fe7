import { userInfo } from 'node:os'
import { describe, expect, it } from '@jest/globals'
import { commandPrincipal } from './open-museum.ts'

describe('the principal of a command', () => {
  it('is the user of the operating system, with the role admin', () => {
    expect(commandPrincipal()).toEqual({ username: `cli:${userInfo().username}`, role: 'admin' })
  })

  it('has the number of a user without a name', () => {
    const principal = commandPrincipal(() => {
      throw new Error('ENOENT')
    })
    expect(principal.username).toBe(`cli:${process.getuid?.()}`)
  })
})
