import type { Page } from 'playwright-core'

/** An executed operation: the request that the page sent, and the response. */
export type Executed = Readonly<{
  status: number
  requestHeaders: Readonly<Record<string, string>>
  url: string
  /** The body as JSON, or undefined. */
  body: unknown
}>

/** The API reference in a browser, used as a person would: by its buttons and inputs. */
export const apiReferencePage = (page: Page) => {
  const block = (operationId: string) => page.locator(`.opblock[id$="-${operationId}"]`)
  const open = async (operationId: string) => {
    const opened = block(operationId)
    await opened.waitFor()
    if ((await opened.locator('.execute').count()) === 0) await opened.locator('.opblock-summary-control').click()
    await opened.locator('.execute').waitFor()
    await opened.locator('.responses-table.live-responses-table, tr.response').first().waitFor()
    return opened
  }
  const idsOf = async (blocks: string) => {
    await page.locator('.opblock').first().waitFor()
    const operations = page.locator(`${blocks}:not([id^="operations-webhooks-"])`)
    const ids = await operations.evaluateAll((elements) => elements.map(({ id }) => id))
    return ids.map((id) => id.slice(id.lastIndexOf('-') + 1))
  }
  return {
    /** The identifiers of the operations, in the order of the page, without the messages to webhooks. */
    operationIds: () => idsOf('.opblock'),
    /** Those of the operations that only read. */
    readIds: () => idsOf('.opblock-get'),
    open,
    close: async (operationId: string) => block(operationId).locator('.opblock-summary-control').click(),
    authorize: async (username: string, password: string) => {
      await page.locator('.auth-wrapper > .authorize').click()
      await page.locator('#auth-basic-username').fill(username)
      await page.locator('#auth-basic-password').fill(password)
      await page.locator('.auth-btn-wrapper .authorize').click()
      await page.locator('.auth-btn-wrapper .btn-done').click()
    },
    /** Types a value into the input of a parameter. */
    fill: async (operationId: string, parameter: string, value: string) =>
      (await open(operationId)).locator(`tr[data-param-name="${parameter}"] input`).fill(value),
    /** Chooses the value of a parameter in a list. */
    choose: async (operationId: string, parameter: string, value: string) =>
      (await open(operationId)).locator(`tr[data-param-name="${parameter}"] select`).selectOption(value),
    /** The names of the parameters in the path. */
    pathParameters: async (operationId: string) => {
      const rows = (await open(operationId)).locator('tr[data-param-in="path"]')
      return rows.evaluateAll((elements) =>
        elements.map((row) => (row as unknown as { dataset: { paramName: string } }).dataset.paramName),
      )
    },
    /** The body of the request, as JSON. */
    bodyOf: async (operationId: string) =>
      JSON.parse(await (await open(operationId)).locator('.body-param__text').inputValue()) as Record<string, unknown>,
    fillBody: async (operationId: string, body: object) =>
      (await open(operationId)).locator('.body-param__text').fill(JSON.stringify(body)),
    chooseExample: async (operationId: string, name: string) => {
      const select = (await open(operationId)).locator('.opblock-section-request-body .examples-select select')
      await select.selectOption(name)
    },
    /** Presses Execute, and waits until the page shows the response. */
    execute: async (operationId: string): Promise<Executed> => {
      const opened = await open(operationId)
      const clear = opened.locator('.btn-clear')
      if ((await clear.count()) > 0) await clear.click()
      const [response] = await Promise.all([
        page.waitForResponse((each) => each.url().includes('/v1.1/')),
        opened.locator('.execute').click(),
      ])
      const status = response.status()
      await opened.locator('.live-responses-table tbody .response-col_status', { hasText: String(status) }).waitFor()
      const isJson = /json/.test(response.headers()['content-type'] ?? '')
      return {
        status,
        requestHeaders: response.request().headers(),
        url: response.url(),
        body: isJson ? ((await response.json()) as unknown) : undefined,
      }
    },
  }
}
