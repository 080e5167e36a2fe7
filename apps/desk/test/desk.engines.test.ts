import { afterEach, describe, expect, it } from '@jest/globals'
import { actionsOn } from '../../../tools/browser/actions-on.ts'
import { type EnginePage, openFirefox, openWebKit } from '../../../tools/browser/other-engines.ts'
import { type Role, password, useDesk, usernames } from './the-desk.ts'

const desk = useDesk()
let page: EnginePage | undefined
afterEach(async () => {
  await page?.close()
  page = undefined
})

/** The desk in an engine, as the user of a role. */
const openDesk = async (open: () => Promise<EnginePage>, role: Role, path = '') => {
  const opened = (page = await open())
  const { waitFor, click, fill } = actionsOn(opened)
  await opened.open(`${desk.origin()}/desk/${path === '' ? '' : `#/${path}`}`)
  await fill('[name=username]', usernames[role])
  await fill('[name=password]', password)
  await click('.sign-in button[type=submit]')
  await waitFor('.shell-header')
  return { waitFor, click, fill, evaluate: opened.evaluate }
}

describe.each([
  ['WebKit', openWebKit],
  ['Firefox', openFirefox],
])('the desk in %s', (_, open) => {
  it('sells, undoes the sale, finds the order, and closes the till', async () => {
    const { waitFor, click, fill, evaluate } = await openDesk(open, 'box-office')
    await fill('input[type=number], input[inputmode=numeric]', '2')
    await click('.payment button', 'Cash')
    await waitFor('h1', '2 tickets sold')
    const number = await evaluate<string>(`document.querySelector('main > .quiet .code').textContent`)
    await click('button', 'Undo the sale')
    await click('dialog button', 'Undo the sale')
    await waitFor('h1', 'The sale is undone')
    await click('a', 'Find')
    await fill('[type=search]', number)
    await click('.search button')
    await waitFor('h2', number)
    await waitFor('.badge', 'Cancelled')
    await click('a', 'Closing')
    await fill('.closing-table input', '0')
    await click('button.large')
    await click('dialog button', 'Close the till')
    await waitFor('.closing-sheet', 'cashier')
    const closings = (await (await desk.request('admin', 'GET', '/closings')).json()) as object[]
    expect(closings[0]).toMatchObject({ methods: [{ method: 'cash', counted: 0, difference: 0 }] })
  })

  it('admits a ticket whose code is typed at the gate', async () => {
    const sold = await desk.request('admin', 'POST', '/tickets', {
      ticketType: 'general',
      ticketDate: '2030-05-01',
      email: 'visitor@example.org',
    })
    const { ticketId, confirmationCode } = (await sold.json()) as { ticketId: string; confirmationCode: string }
    const { waitFor, click, fill } = await openDesk(open, 'gate', 'gate')
    await fill('[name=gate]', 'North door')
    await click('[name=camera][value=none]')
    await click('.gate-open')
    await fill('.gate-typed input', confirmationCode)
    await click('.gate-typed button')
    await waitFor('.verdict', 'Admitted')
    const stored = await desk.request('admin', 'GET', `/tickets/${ticketId}`)
    expect(await stored.json()).toMatchObject({ state: 'admitted' })
  })
})
