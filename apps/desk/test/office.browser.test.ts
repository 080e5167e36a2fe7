import { beforeAll, describe, expect, it } from '@jest/globals'
import { expectSound, screenshotOf, useDesk, views } from './the-desk.ts'

const desk = useDesk()
const longName = 'the-colleague-of-the-department-of-astronomical-clocks'

beforeAll(async () => {
  await desk.run('users add', [longName, '--role', 'reader', '--password-file', 'password'])
  await desk.run('users disable', [longName])
})

describe('the users in the office', () => {
  it.each(views)('are sound on a $screen, $colors, $language', async (view) => {
    const opened = await desk.openAs('admin', { ...view, path: 'office/users' })
    await opened.page.locator('main li').first().waitFor()
    await expectSound(opened, screenshotOf('office-users', view))
  })

  it('are listed with their roles and states', async () => {
    const opened = await desk.openAs('admin')
    await opened.page.getByRole('link', { name: 'Office' }).press('Enter')
    await opened.page.getByRole('link', { name: 'Users' }).press('Enter')
    await opened.page.getByRole('heading', { name: 'Users' }).waitFor()
    const rows = opened.page.locator('main li')
    await rows.first().waitFor()
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('strong')?.textContent,
        row.querySelector('select')?.value,
        row.querySelector('.badge')?.textContent,
      ]),
    )
    expect(shown).toEqual([
      ['cashier', 'box-office', undefined],
      ['curator', 'admin', undefined],
      ['guard', 'gate', undefined],
      ['guide', 'reader', undefined],
      [longName, 'reader', 'Disabled'],
    ])
    expect(await opened.page.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page')
    await expectSound(opened)
  })

  it('are shown in another language at once', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/users' })
    await page.getByRole('heading', { name: 'Users' }).waitFor()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await page.getByRole('heading', { name: 'Benutzer' }).waitFor()
  })

  it.each(['box-office', 'gate', 'reader'] as const)('are not shown to the role %s', async (role) => {
    const { page } = await desk.openAs(role, { path: 'office/users' })
    await page.getByText('There is no such page').waitFor()
    expect(await page.getByRole('link', { name: 'Office' }).count()).toBe(0)
  })
})
