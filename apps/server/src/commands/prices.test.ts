import { describe, expect, it } from '@jest/globals'
import { newDatabase } from '../../test/databases.ts'
import { useServers } from '../../test/use-servers.ts'

describe('the prices command', () => {
  const { run } = useServers(newDatabase)
  const prices = (...args: string[]) => run('prices', {}, ...args)

  it('shows and sets the price categories', async () => {
    expect((await prices('show')).stdout).toBe('full                           100 %  Full price\n')
    const set = await prices('set', 'child=50:Child, 6 to 17', 'full=100:Adult', 'a-b=0:A: B = C')
    expect(set).toMatchObject({ code: 0, stderr: '' })
    expect((await prices('show')).stdout).toBe(set.stdout)
    expect(set.stdout.split('\n')).toEqual([
      'child                           50 %  Child, 6 to 17',
      'full                           100 %  Adult',
      'a-b                              0 %  A: B = C',
      '',
    ])
    expect(JSON.parse((await prices('show', '--json')).stdout)).toEqual([
      { priceCategory: 'child', name: 'Child, 6 to 17', percentage: 50 },
      { priceCategory: 'full', name: 'Adult', percentage: 100 },
      { priceCategory: 'a-b', name: 'A: B = C', percentage: 0 },
    ])
    expect((await run('audit')).stdout).toContain('setPriceCategories')
  })

  it.each([
    [['child=50:Child'], 'The list must contain the category full, with the percentage 100. Nothing was changed.'],
    [['full=100:A', 'full=100:B'], 'full: must be unique: full is in the list before. Nothing was changed.'],
    [
      ['full=100:Adult', 'a=50:Child', 'b=40:CHILD '],
      'b: must be unique: the name of a reads the same. Nothing was changed.',
    ],
    [['full'], '"full" is not a category such as child=50:Child'],
    [['full=1e2:A'], 'must be an integer from 0 to 100'],
    [['full=100:'], 'must not be blank'],
  ])('changes nothing for %j', async (args, message) => {
    const { code, stderr } = await prices('set', ...args)
    expect(code).not.toBe(0)
    expect(stderr).toContain(message)
    expect((await prices('show')).stdout).toContain('Full price')
  })
})
