import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { allOperations } from '../operations.ts'

describe('the kind of an operation', () => {
  it('is the same in the table of docs/reference.md and in the route of every operation that changes something', () => {
    const text = readFileSync(new URL('../../../../docs/reference.md', import.meta.url), 'utf8')
    const rows = text
      .split('\n## Repeated requests\n')[1]!
      .split('\n## ')[0]!
      .matchAll(/^\| `(\w+)` .*\|(.*)\|$/gm)
    const documented = [...rows].flatMap(([, kind, names]) =>
      [...names!.matchAll(/`([a-z]\w+)`/g)].map(([, name]) => [name, kind]),
    )
    const kinds = allOperations.flatMap(({ route }) =>
      route.method === 'get' ? [] : [[route.operationId as string, route.kind as string]],
    )
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(kinds))
  })
})
