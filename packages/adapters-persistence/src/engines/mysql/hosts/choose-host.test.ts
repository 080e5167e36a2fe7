import { describe, expect, it } from '@jest/globals'
import { chooseHost } from './choose-host.ts'
import type { HostCondition } from './host-condition.ts'

const writable: HostCondition = { state: 'writable' }
const full: HostCondition = { state: 'full', reason: 'ER_CON_COUNT_ERROR' }
const readable: HostCondition = { state: 'readable', reason: 'read_only is ON' }
const unusable: HostCondition = { state: 'unusable', reason: 'ECONNREFUSED', isSilent: false }

describe('the choice among hosts, the one in use first,', () => {
  it.each<[string, readonly (HostCondition | undefined)[], number | undefined]>([
    ['stays while it takes writes, whatever the others do', [writable, undefined, undefined], 0],
    ['stays while it has no connection free', [full, writable, writable], 0],
    ['waits for its condition', [undefined, writable, writable], undefined],
    ['is the first other that takes writes', [unusable, writable, undefined], 1],
    ['waits for a host before one that takes writes', [readable, undefined, writable], undefined],
    ['passes over a host that takes no writes', [readable, unusable, writable], 2],
    ['passes over a host without a free connection', [unusable, full, writable], 2],
    ['is the first that answers reads when none takes writes', [unusable, unusable, readable, readable], 2],
    ['stays when another one answers reads too', [readable, readable, unusable], 0],
    ['waits for all hosts before it takes one that only answers reads', [unusable, readable, undefined], undefined],
    ['stays when no host answers', [unusable, unusable, unusable], 0],
    ['stays when the others have no connection free', [unusable, full], 0],
  ])('%s', (_, conditions, choice) => {
    expect(chooseHost(conditions)).toBe(choice)
  })
})
