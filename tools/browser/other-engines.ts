import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

// Playwright drives only its own builds of these engines, which no registry of packages has. Debian's are driven as the standards
// say: WebKit by WebDriver, Firefox by WebDriver BiDi.

/** A page of another engine than Chromium. */
export type EnginePage = Readonly<{
  open: (url: string) => Promise<void>
  /** The value of an expression in the page. */
  evaluate: <Value>(expression: string) => Promise<Value>
  /** Types a text, as a keyboard does, into what has the focus. */
  type: (text: string) => Promise<void>
  close: () => Promise<void>
}>

/** The first value that a line of the output of a process has, as `pattern` matches it. */
const valueIn = (process: ChildProcess, stream: 'stdout' | 'stderr', pattern: RegExp): Promise<string> =>
  new Promise((resolve, reject) => {
    createInterface(process[stream]!).on('line', (line) => {
      const [, value] = pattern.exec(line) ?? []
      if (value !== undefined) resolve(value)
    })
    process.once('exit', (code) => reject(new Error(`The browser has ended with the code ${code}.`)))
  })

const end = async (process: ChildProcess) => {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = new Promise((resolve) => void process.once('exit', resolve))
  process.kill('SIGKILL')
  await ended
}

const keysOf = (text: string) =>
  Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])

const miniBrowsers = ['4.1', '4.0', '6.0']
  .flatMap((version) => ['x86_64', 'aarch64'].map((machine) => [version, machine] as const))
  .map(([version, machine]) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`)

/** Starts WebKit on a screen of its own, which nobody sees. */
export const openWebKit = async (): Promise<EnginePage> => {
  const binary = miniBrowsers.find(existsSync)
  if (binary === undefined) throw new Error('WebKit is missing: apt-get install webkit2gtk-driver xvfb')
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const display = await valueIn(screen, 'stdout', /^(\d+)$/)
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // Without a bus, and without its sandbox, which needs privileges that a container has not. Tests load only pages of their own.
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
    },
  })
  const request = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value
  }
  const close = async () => {
    await end(driver)
    await end(screen)
  }
  try {
    for (let n = 0; n < 200; n += 1)
      try {
        await request('GET', '/status')
        break
      } catch {
        await sleep(50)
      }
    const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const { sessionId } = await request<{ sessionId: string }>('POST', '/session', { capabilities: { alwaysMatch } })
    const session = `/session/${sessionId}`
    return {
      open: (url) => request('POST', `${session}/url`, { url }),
      evaluate: (expression) =>
        request('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
      type: (text) =>
        request('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions: keysOf(text) }] }),
      close: async () => {
        await request('DELETE', session).catch(() => undefined)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts Firefox without a window, with a new profile. */
export const openFirefox = async (): Promise<EnginePage> => {
  const profile = await mkdtemp(join(tmpdir(), 'museum-firefox-'))
  const browser = spawn(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' },
    },
  )
  browser.once('error', () => undefined)
  const close = async () => {
    await end(browser)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const origin = await valueIn(browser, 'stderr', /(ws:\/\/\S+)/)
    const socket = new WebSocket(`${origin}/session`)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error('Firefox accepts no connection.')))
    })
    const waiting = new Map<number, (message: Message) => void>()
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message
      waiting.get(message.id)?.(message)
    })
    let lastId = 0
    const command = async <Value>(method: string, params: object): Promise<Value> => {
      const id = (lastId += 1)
      const answered = new Promise<Message>((resolve) => void waiting.set(id, resolve))
      socket.send(JSON.stringify({ id, method, params }))
      const { type, result, message } = await answered
      if (type === 'error') throw new Error(`${method}: ${message}`)
      return result as Value
    }
    await command('session.new', { capabilities: {} })
    const { context } = await command<{ context: string }>('browsingContext.create', { type: 'tab' })
    return {
      open: async (url) => void (await command('browsingContext.navigate', { context, url, wait: 'complete' })),
      evaluate: async <Value>(expression: string) => {
        const { type, result, exceptionDetails } = await command<Evaluation>('script.evaluate', {
          // As JSON: the values of BiDi have types of their own.
          expression: `JSON.stringify(${expression})`,
          target: { context },
          awaitPromise: true,
        })
        if (type === 'exception') throw new Error(exceptionDetails!.text)
        return (result?.value === undefined ? undefined : JSON.parse(result.value)) as Value
      },
      type: async (text) =>
        void (await command('input.performActions', {
          context,
          actions: [{ type: 'key', id: 'keyboard', actions: keysOf(text) }],
        })),
      close: async () => {
        socket.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Message = Readonly<{ id: number; type: 'success' | 'error'; result?: unknown; message?: string }>
type Evaluation = Readonly<{ type: string; result?: { value?: string }; exceptionDetails?: { text: string } }>
