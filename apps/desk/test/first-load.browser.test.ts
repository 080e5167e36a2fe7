import { describe, expect, it } from '@jest/globals'
import { useDesk } from './the-desk.ts'

const desk = useDesk()

describe('the first load of the desk', () => {
  it.each(['en', 'de', 'fr', 'es', 'ja'] as const)(
    'takes at most 60 kB, up to the first page: %s',
    async (language) => {
      const { page } = await desk.open({ path: 'hours', language })
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Network.enable')
      await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
      const urls = new Map<string, string>()
      const sizes: Record<string, number> = {}
      cdp.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
      cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        const path = new URL(urls.get(requestId)!).pathname
        if (path.startsWith('/desk/')) sizes[path] = (sizes[path] ?? 0) + encodedDataLength
      })
      await page.reload()
      await page.locator('[name=username]').waitFor()
      await desk.signIn(page, 'reader')
      await page.getByRole('article').first().waitFor()
      expect(Object.keys(sizes).length).toBeGreaterThan(4)
      const total = Object.values(sizes).reduce((sum, size) => sum + size)
      if (total > 60_000) expect(sizes).toEqual('at most 60,000 bytes')
      expect(total).toBeLessThanOrEqual(60_000)
    },
  )

  it('can be used after 1.5 seconds at 1.4 Mbit/s', async () => {
    const { page } = await desk.open()
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    const throughput = 1_400_000 / 8
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 40,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    const load = async () => {
      await page.goto('about:blank')
      const started = performance.now()
      await page.goto(`${desk.origin()}/desk/`, { waitUntil: 'commit' })
      await page.locator('[name=username]').waitFor()
      return performance.now() - started
    }
    // The fastest of three: other processes may have the processor.
    expect(Math.min(await load(), await load(), await load())).toBeLessThan(1_500)
  })
})
