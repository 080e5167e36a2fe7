import { describe, expect, it } from '@jest/globals'
import { pino } from 'pino'
import { startSalesSums } from './tasks.ts'

describe('the sums of sales', () => {
  const logLines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) })
  const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await wait(5)
  }

  it('are stored at once and after each interval, for at most half of the time, until the task is stopped', async () => {
    let runs = 0
    const shares: number[] = []
    let mayContinue: boolean | undefined
    const storeSalesSums = async (next: () => Promise<boolean>) => {
      runs += 1
      const start = performance.now()
      await wait(40)
      const worked = performance.now() - start
      mayContinue = await next()
      shares.push(worked / (performance.now() - start))
    }
    const task = startSalesSums({ storeSalesSums }, log, 20)
    await until(() => shares.length === 2)
    expect(mayContinue).toBe(true)
    expect(Math.max(...shares)).toBeLessThan(0.55)
    await until(() => runs === 3)
    await task.stop()
    expect(mayContinue).toBe(false)
    await wait(50)
    expect(runs).toBe(3)
    expect(logLines).toEqual([])
  })

  it('are stored for all dates at first, and then eleven times for the latest two, over and over', async () => {
    const dates: number[] = []
    const storeSalesSums = async (next: () => Promise<boolean>) => {
      let count = 1
      while (count < 5 && (await next())) count += 1
      dates.push(count)
    }
    const task = startSalesSums({ storeSalesSums }, log, 5)
    await until(() => dates.length >= 14)
    await task.stop()
    expect(dates.slice(0, 14)).toEqual([5, ...Array.from({ length: 11 }, () => 2), 5, 2])
  })

  it('are stored after the next interval when that failed, with a warning', async () => {
    let runs = 0
    const storeSalesSums = async () => {
      if ((runs += 1) === 1) throw new Error('no database')
    }
    const task = startSalesSums({ storeSalesSums }, log, 20)
    await until(() => runs === 2)
    await task.stop()
    expect(logLines.splice(0)).toEqual([expect.stringContaining('sales could not be added up')])
  })
})
