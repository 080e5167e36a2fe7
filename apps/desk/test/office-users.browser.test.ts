import { describe, expect, it } from '@jest/globals'
import type { Page } from 'playwright-core'
import { type OpenedDesk, expectSound, useDesk } from './the-desk.ts'

const desk = useDesk()
const rowOf = (page: Page, username: string) => page.locator('main li', { hasText: username })
const stateOf = async (username: string) =>
  ((await (await desk.request('admin', 'GET', '/users')).json()) as { username: string }[]).find(
    (user) => user.username === username,
  )
const shown = async (page: Page) => (await page.locator('main .note code').textContent())!
/** Adds a clerk, and returns the password that was made. */
const add = async ({ page }: OpenedDesk, username: string) => {
  await page.locator('[name=new-user]').fill(username)
  await page.getByRole('button', { name: 'Add the user' }).click()
  await page.getByText(username).first().waitFor()
  await page.locator('main .note code').waitFor()
  return shown(page)
}
const signInAs = async (page: Page, username: string, password: string) => {
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(password)
  await page.locator('.sign-in button[type=submit]').click()
  await page.locator('.shell-header').waitFor()
}
const changePassword = async (page: Page, present: string, fresh: string) => {
  await page.locator('[name=present-password]').fill(present)
  await page.locator('[name=new-password]').fill(fresh)
  await page.locator('main button[type=submit]').click()
}

describe('the users in the office', () => {
  it('get a clerk in at most 8 inputs, whose password is shown once and changed after the sign-in', async () => {
    const opened = await desk.openAs('admin')
    const { page } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    let inputs = 0
    const input = async (given: Promise<unknown>) => {
      inputs += 1
      await given
    }
    await input(page.getByRole('link', { name: 'Office' }).click())
    await input(page.getByRole('link', { name: 'Users', exact: true }).click())
    await input(page.locator('[name=new-user]').fill('desk 2'))
    await input(page.locator('form select').selectOption('gate'))
    await input(page.getByRole('button', { name: 'Add the user' }).click())
    await page.locator('main .note code').waitFor()
    await input(page.getByRole('button', { name: 'Copy' }).click())
    await page.getByText('Copied.').waitFor()
    expect(inputs).toBeLessThanOrEqual(8)
    const made = await shown(page)
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(made)
    await expectSound(opened, 'office-users-made')
    await page.reload()
    await desk.signIn(page, 'admin')
    await rowOf(page, 'desk 2').getByText('password not changed yet').waitFor()
    expect(await page.locator('body').innerText()).not.toContain(made)

    const ofClerk = await desk.open()
    await signInAs(ofClerk.page, 'desk 2', made)
    await ofClerk.page.getByText('The museum made your password.').waitFor()
    await expectSound(ofClerk, 'temporary-password')
    await changePassword(ofClerk.page, 'wrong', 'short')
    await ofClerk.page.getByText('Write 10 to 1,000 characters.').waitFor()
    await ofClerk.page.locator('[name=new-password]').fill('a password of my own')
    await ofClerk.page.locator('main button[type=submit]').click()
    await ofClerk.page.getByText('This is not your present password.').waitFor()
    await expectSound(ofClerk, 'own-password')
    await ofClerk.page.locator('[name=present-password]').fill(made)
    await ofClerk.page.locator('main button[type=submit]').click()
    await ofClerk.page.getByText('The password is changed.').waitFor()
    await ofClerk.page.getByText('The museum made your password.').waitFor({ state: 'detached' })
    expect(await stateOf('desk 2')).toMatchObject({ passwordIsTemporary: false, role: 'gate' })
    // The session goes on with the new password.
    await ofClerk.page.reload()
    await signInAs(ofClerk.page, 'desk 2', 'a password of my own')
    await expectSound(ofClerk)
  })

  it('are changed, disabled and enabled, and deleted after a question', async () => {
    const opened = await desk.openAs('admin', { path: 'office/users' })
    const { page } = opened
    const first = await add(opened, 'desk 3')
    const row = rowOf(page, 'desk 3')
    await row.locator('select').selectOption('reader')
    await row.getByRole('button', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    expect(await stateOf('desk 3')).toMatchObject({ role: 'reader', enabled: false })
    await row.getByRole('button', { name: 'Enable' }).click()
    await row.getByRole('button', { name: 'Disable' }).waitFor()
    await row.getByRole('button', { name: 'New password' }).click()
    await expectSound(opened, 'office-users-question')
    await page.locator('dialog').getByRole('button', { name: 'New password' }).click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await shown(page)).not.toBe(first)
    await row.getByRole('button', { name: 'Delete the user' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Delete the user' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await stateOf('desk 3')).toBeUndefined()
  })

  it('say why a name, or a change of the last administrator, is refused', async () => {
    const { page } = await desk.openAs('admin', { path: 'office/users' })
    await page.locator('[name=new-user]').fill('a/b')
    await page.getByRole('button', { name: 'Add the user' }).click()
    await page.getByText('without colon and slash').waitFor()
    await rowOf(page, 'curator').locator('select').selectOption('gate')
    await page.getByText('This is the last administrator.').waitFor()
    await rowOf(page, 'curator').getByRole('button', { name: 'New password' }).click()
    await page.locator('dialog').getByRole('button', { name: 'New password' }).click()
    await page.locator('dialog').getByText('The password of this user is set on the server.').waitFor()
  })

  it('have no page for another role, which changes its own password', async () => {
    const { page } = await desk.openAs('reader')
    await page.getByTitle('Change password').click()
    await changePassword(page, 'correct horse battery stäple', 'a password of my own')
    await page.getByText('The password is changed.').waitFor()
    await page.reload()
    await signInAs(page, 'guide', 'a password of my own')
  })
})
