import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, type Plan, type Purchase, type Violation, eventIdIn } from './check-history.ts'
import { announce, atWork, buy, cancel, isFinal, later, newPlan, newPurchase, oneOf, some } from './client.ts'
import { openCuttingProxy } from './dropping-proxy.ts'
import { type Engine, torture } from './run-rounds.ts'

/** So many tries are enough for an answer, over a way that is cut as often as this one, beside a server that is killed. */
const enoughTries = 1_000

/** Clients retry with their key over connections that break, several at once and through two servers, of which one is killed. */
export const retries = (engine: Engine, rounds: number) =>
  torture(engine, { servers: 2, rounds, isCutOff: true }, async ({ servers, books }) => {
    const proxies = await Promise.all(servers.map(({ origin }) => openCuttingProxy(origin, 0.1)))
    const violations: Violation[] = []
    const untilAnswered = async (asked: Purchase | Plan, send: (origin: string) => Promise<Answer | undefined>) => {
      for (let tries = 0; tries < enoughTries; tries += 1) {
        const answer = await send(oneOf(proxies).origin)
        if (isFinal(answer)) return answer
        await later()
      }
      violations.push({ fault: `no answer in ${enoughTries} tries`, told: asked })
      return undefined
    }
    /** One to three who send the same at once; when they are answered, one who sends it again. */
    const severalTimes = async (asked: Purchase | Plan, send: (origin: string) => Promise<Answer | undefined>) => {
      const twins = Math.random() < 0.3 ? 3 : 1
      const answers = await Promise.all(Array.from({ length: twins }, () => untilAnswered(asked, send)))
      const again = Math.random() < 0.2 ? await untilAnswered(asked, send) : undefined
      if (again?.status === 201 && !again.isReplay) violations.push({ fault: 'not marked as a replay', told: asked })
      return answers.find((answer) => answer?.status === 201)
    }

    let onSale: Readonly<{ plan: Plan; eventId: string }>[] = []
    const planOne = async () => {
      const plan = newPlan(books, randomUUID())
      const answer = await severalTimes(plan, (origin) => announce(origin, plan))
      if (answer) onSale = [...onSale, { plan, eventId: eventIdIn(answer.text) }].slice(-6)
      const [oldest] = onSale
      if (oldest && onSale.length === 6 && Math.random() < 0.5) {
        onSale = onSale.slice(1)
        await cancel(oneOf(servers).origin, oldest.plan, oldest.eventId)
      }
    }
    const buyOne = async () => {
      const key = randomUUID()
      const event = Math.random() < 0.5 ? oneOf(onSale) : undefined
      const order = event
        ? ({ ticketType: 'event', ticketDate: oneOf(event.plan.dates), eventId: event.eventId } as const)
        : ({ ticketType: 'general', ticketDate: '2031-05-17' } as const)
      const purchase = newPurchase(books, { ...order, key })
      const answer = await severalTimes(purchase, (origin) => buy(origin, purchase))
      if (answer && Math.random() < 0.1) {
        const other = newPurchase(books, { ...order, key, reusesKey: true })
        await untilAnswered(other, (origin) => buy(origin, other))
      }
    }

    const ends = [atWork(14, buyOne), atWork(2, planOne)]
    await sleep(some(200, 800))
    const victim = oneOf(servers)
    await victim.kill()
    await sleep(some(0, 300))
    await victim.start()
    await sleep(some(100, 400))
    await Promise.all(ends.map((end) => end()))
    await Promise.all(proxies.map((proxy) => proxy.close()))
    return { kills: 1, violations }
  })
