import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { useDesk } from './the-desk.ts'

const desk = useDesk()
/** With these on each day of May, seven days have less than 10,000 rows, and fourteen have more. */
const dailyEvents = 750
const dates = Array.from({ length: 31 }, (_, n) => `2030-05-${String(n + 1).padStart(2, '0')}`)

beforeAll(async () => {
  const rows = Array.from({ length: dailyEvents }, (_, n) => `Tour ${n},Hall,,${dates.join(';')},5`)
  await writeFile(join(desk.folder(), 'tours.csv'), ['name,location,eventDescription,dates,price', ...rows].join('\n'))
  await desk.run('events import', ['tours.csv'])
})

describe('a museum with hundreds of events on each day', () => {
  it('sells a ticket for a date beyond the days that fit into one response', async () => {
    const opened = await desk.openAs('box-office')
    const { page } = opened
    await page.getByLabel('Tour 0', { exact: false }).first().waitFor()
    await page.getByLabel('Date').fill('2030-05-20')
    await page.getByText('Monday, 20 May 2030').first().waitFor()
    await page.getByRole('radio', { name: /^Tour 17\b/ }).check()
    await page.locator('.stepper input').first().fill('1')
    await page.getByRole('button', { name: 'Cash' }).click()
    await page.getByRole('heading', { name: '1 ticket sold for €5.00' }).waitFor()
    expect(await page.locator('.sold-tickets li').innerText()).toMatch(/^Tour 17\s+Monday, 20 May 2030/)
    expect(opened.errors()).toEqual([])
  })

  it('shows the hours of as many days as fit', async () => {
    const opened = await desk.openAs('reader')
    const days = opened.page.getByRole('article')
    await days.first().waitFor()
    expect(await days.count()).toBe(7)
    expect(opened.errors()).toEqual([])
  })
})
