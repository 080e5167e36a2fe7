import { execFile } from 'node:child_process'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { aCertificate, aMessage, aRawReceiver, aReceiver, closeReceivers } from '../../test/receivers.ts'
import { type WebhookSenderOptions, webhookSender } from '../index.ts'

afterEach(closeReceivers)

const delivered = { outcome: 'delivered', status: 204 }
const failed = (expected: RegExp) => ({ outcome: 'failed', because: expect.stringMatching(expected) })
const aSender = (options: Partial<WebhookSenderOptions> = {}) =>
  webhookSender({ privateAddresses: 'allow', ...options })

/** A resolver that returns these addresses one after the other, the last one again and again, and counts its calls. */
const resolverOf = (...answers: readonly (readonly string[])[]) => {
  const names: string[] = []
  const resolve = async (hostname: string) => {
    names.push(hostname)
    return answers[Math.min(names.length, answers.length) - 1]!
  }
  return { resolve, names }
}

/** Runs a program in a process of its own, and returns the lines that it prints. */
const run = async (options: readonly string[], program: string, env: Readonly<Record<string, string>> = {}) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      ...options,
      '--conditions=@museum/source',
      '--input-type=module-typescript',
      '--eval',
      `import { webhookSender } from './src/index.ts'; ${program}`,
    ],
    { cwd: new URL('../..', import.meta.url), env },
  )
  return stdout.trim().split('\n')
}

let tls: Awaited<ReturnType<typeof aCertificate>>
beforeAll(async () => {
  tls = await aCertificate()
})

describe('a connection to a receiver', () => {
  it('goes to the address of its host name, with that name in the header Host and in the TLS handshake', async () => {
    const receiver = await aReceiver(undefined, { tls })
    const { resolve, names } = resolverOf(['127.0.0.1'])
    const url = `https://receiver.example:${receiver.port}/`
    expect(await aSender({ ca: tls.cert, resolve }).send(aMessage(url))).toEqual(delivered)
    expect(receiver.requests[0]).toMatchObject({
      headers: { host: `receiver.example:${receiver.port}` },
      serverName: 'receiver.example',
    })
    expect(names).toEqual(['receiver.example'])
  })

  it('goes to an IPv6 address', async () => {
    const receiver = await aReceiver(undefined, { host: '::1' })
    expect(await aSender().send(aMessage(`http://[::1]:${receiver.port}/`))).toEqual(delivered)
    const { resolve } = resolverOf(['::1'])
    expect(await aSender({ resolve }).send(aMessage(`http://a.localhost:${receiver.port}/`))).toEqual(delivered)
  })

  it('goes to the next address when the first refuses it', async () => {
    const receiver = await aReceiver()
    const { resolve } = resolverOf(['::1', '127.0.0.9', '127.0.0.1'])
    expect(await aSender({ resolve }).send(aMessage(`http://a.localhost:${receiver.port}/`))).toEqual(delivered)
  })

  it('fails when each address refuses it', async () => {
    const { port, close } = await aReceiver()
    await close()
    const { resolve } = resolverOf(['::1', '127.0.0.9', '127.0.0.1'])
    const outcome = await aSender({ resolve }).send(aMessage(`http://a.localhost:${port}/`))
    expect(outcome).toEqual(failed(/refused the connection/))
  })

  it('fails when the host name has no address', async () => {
    const { resolve } = resolverOf([])
    expect(await aSender({ resolve }).send(aMessage('https://receiver.example/'))).toEqual(failed(/does not exist/))
  })

  it('resolves names as the operating system does by default', async () => {
    const receiver = await aReceiver()
    expect(await aSender().send(aMessage(`http://localhost:${receiver.port}/`))).toEqual(delivered)
  })

  it('uses no proxy', async () => {
    const receiver = await aReceiver()
    const proxy = await aReceiver((_request, response) => void response.writeHead(502).end())
    const proxyUrl = `http://127.0.0.1:${proxy.port}`
    const printed = await run(
      [],
      `import http from 'node:http'
      http.get('http://127.0.0.1:${receiver.port}/', (response) => console.log(response.resume().statusCode))
      const message = { url: 'http://127.0.0.1:${receiver.port}/', messageId: 'a', body: '', secrets: [] }
      console.log((await webhookSender({ privateAddresses: 'allow' }).send(message)).status)`,
      { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxyUrl, http_proxy: proxyUrl },
    )
    // Other requests of the process use the proxy.
    expect(printed.toSorted()).toEqual(['204', '502'])
  })
})

describe('an address that is not permitted', () => {
  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['fe80::1%lo'],
    ['fd00:ec2::254'],
    ['no'],
  ])('refuses the host name that resolves to it: %s', async (address) => {
    const receiver = await aReceiver(undefined, { tls })
    const { resolve } = resolverOf([address])
    const sender = webhookSender({ privateAddresses: 'refuse', ca: tls.cert, resolve })
    const outcome = await sender.send(aMessage(`https://receiver.example:${receiver.port}/`))
    expect(outcome).toEqual(failed(/receiver\.example has the address .* to which messages are not sent/))
    expect(receiver.connections()).toBe(0)
  })

  it('refuses the host name if one of several addresses is not permitted, whichever it is', async () => {
    const receiver = await aReceiver()
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
    ]) {
      const { resolve } = resolverOf(addresses)
      const outcome = await aSender({ resolve }).send(aMessage(`http://a.localhost:${receiver.port}/`))
      expect(outcome).toEqual(failed(/a\.localhost has the address 10\.0\.0\.1/))
    }
    expect(receiver.connections()).toBe(0)
  })

  it('is not reached by a host name that changes its address after it was checked', async () => {
    const checked = await aReceiver()
    const { resolve, names } = resolverOf(['127.0.0.1'], ['10.0.0.1'])
    const sender = aSender({ resolve })
    const message = aMessage(`http://a.localhost:${checked.port}/`)
    expect(await sender.send(message)).toEqual(delivered)
    expect(names.length).toBe(1)
    // Each new connection is checked again.
    await checked.close()
    expect(await sender.send(message)).toEqual(failed(/has the address 10\.0\.0\.1/))
  })

  it('is refused in a URL that was stored when it was permitted', async () => {
    const receiver = await aReceiver(undefined, { tls })
    const sender = webhookSender({ privateAddresses: 'refuse', ca: tls.cert })
    for (const url of [`https://127.0.0.1:${receiver.port}/`, `http://127.0.0.1:${receiver.port}/`])
      expect(await sender.send(aMessage(url))).toEqual(failed(/must have a public address|must begin with https/))
    expect(receiver.connections()).toBe(0)
  })

  it('is told from one that is: an attempt to a public address is made', async () => {
    // In a process that may not connect to anything: the attempt is seen by its error, and nothing is sent.
    const printed = await run(
      ['--permission', '--allow-fs-read=*'],
      `for (const address of ['8.8.8.8', '2606:4700::1111', '10.0.0.1']) {
        const sender = webhookSender({ privateAddresses: 'refuse', resolve: async () => [address] })
        console.log((await sender.send({ url: 'https://receiver.example/', messageId: 'a', body: '', secrets: [] })).because)
      }`,
    )
    expect(printed).toEqual([
      'The request failed (ERR_ACCESS_DENIED).',
      'The request failed (ERR_ACCESS_DENIED).',
      expect.stringMatching(/to which messages are not sent/),
    ])
  })
})

describe('a certificate', () => {
  it.each([
    ['of an unknown authority', async () => ({ tls }), /not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
    [
      'that has expired',
      async () => {
        const expired = await aCertificate(new Date(Date.now() - 1_000))
        return { tls: expired, ca: expired.cert }
      },
      /has expired/,
    ],
    ['for another host name', async () => ({ tls, ca: tls.cert, host: 'other.example' }), /for another host name/],
  ] as const)('%s is refused', async (_which, make, expected) => {
    const {
      tls,
      ca,
      host = 'receiver.example',
    } = (await make()) as {
      tls: { key: string; cert: string }
      ca?: string
      host?: string
    }
    const receiver = await aReceiver(undefined, { tls })
    const sender = aSender({ ca, resolve: async () => ['127.0.0.1'] })
    expect(await sender.send(aMessage(`https://${host}:${receiver.port}/`))).toEqual(failed(expected))
    expect(receiver.requests).toEqual([])
  })

  it('is verified whatever the environment says', async () => {
    const receiver = await aReceiver(undefined, { tls })
    const printed = await run(
      [],
      `const message = { url: 'https://127.0.0.1:${receiver.port}/', messageId: 'a', body: '', secrets: [] }
      console.log((await webhookSender({ privateAddresses: 'allow' }).send(message)).because)`,
      { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    )
    expect(printed).toEqual([expect.stringMatching(/not trusted/)])
    expect(receiver.requests).toEqual([])
  })

  it('is missing where a receiver does not take TLS', async () => {
    const receiver = await aReceiver()
    expect(await aSender().send(aMessage(`https://127.0.0.1:${receiver.port}/`))).toEqual(
      failed(/could not agree on TLS/),
    )
  })
})

describe('connections', () => {
  it('are reused, without resolving the host name again', async () => {
    const receiver = await aReceiver(undefined, { tls })
    const { resolve, names } = resolverOf(['127.0.0.1'])
    const sender = aSender({ ca: tls.cert, resolve })
    for (let count = 0; count < 5; count += 1)
      expect(await sender.send(aMessage(`https://receiver.example:${receiver.port}/`))).toEqual(delivered)
    expect([receiver.connections(), names.length]).toEqual([1, 1])
  })

  it('are not shared by host names, though they have the same address', async () => {
    const receiver = await aReceiver()
    const { resolve, names } = resolverOf(['127.0.0.1'])
    const sender = aSender({ resolve })
    for (const name of ['a', 'b', 'a', 'b']) await sender.send(aMessage(`http://${name}.localhost:${receiver.port}/`))
    expect(receiver.connections()).toBe(2)
    expect(names).toEqual(['a.localhost', 'b.localhost'])
  })

  it('that the receiver closed while they were idle are replaced within the attempt', async () => {
    const bodies: string[] = []
    // Answers the first message on each connection, and resets the connection at the second.
    const receiver = await aRawReceiver((socket: Socket) => {
      let messages = 0
      socket.on('data', (data) => {
        messages += 1
        bodies.push(data.toString().split('\r\n\r\n')[1]!)
        if (messages === 1) socket.write('HTTP/1.1 204 No Content\r\n\r\n')
        else socket.resetAndDestroy()
      })
    })
    const sender = aSender()
    const url = `http://127.0.0.1:${receiver.port}/`
    for (const body of ['1', '2', '3']) expect(await sender.send(aMessage(url, { body }))).toEqual(delivered)
    expect(bodies).toEqual(['1', '2', '2', '3', '3'])
  })

  it('are closed when they have been idle for four seconds', async () => {
    // Without a header Keep-Alive, which would say how long the receiver waits.
    const receiver = await aRawReceiver((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n')),
    )
    expect(await aSender().send(aMessage(`http://127.0.0.1:${receiver.port}/`))).toEqual(delivered)
    expect(receiver.sockets.size).toBe(1)
    await sleep(4_500)
    expect(receiver.sockets.size).toBe(0)
  })

  it('carry many messages at the same time, each with its own signature and outcome', async () => {
    const receiver = await aReceiver((request, response) => {
      const number = Number(String(request.headers['webhook-id']).slice(4))
      setTimeout(() => response.writeHead(200 + (number % 50)).end(String(number)), number % 7)
    })
    const sender = aSender()
    const secrets = [sender.newSecret()]
    const messages = Array.from({ length: 500 }, (_, number) =>
      aMessage(`http://127.0.0.1:${receiver.port}/`, {
        messageId: `msg_${number}`,
        body: `{"number":${number}}`,
        secrets,
      }),
    )
    const outcomes = await Promise.all(messages.map((message) => sender.send(message)))
    expect(outcomes).toEqual(messages.map((_, number) => ({ outcome: 'delivered', status: 200 + (number % 50) })))
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-signature'])).size).toBe(500)
    for (const { headers, body } of receiver.requests)
      expect(body).toBe(`{"number":${String(headers['webhook-id']).slice(4)}}`)
  })

  it('to one host name wait for one resolution of it', async () => {
    const receiver = await aReceiver()
    let calls = 0
    const resolve = async () => {
      calls += 1
      await sleep(50)
      return ['127.0.0.1']
    }
    const sender = aSender({ resolve })
    const url = `http://a.localhost:${receiver.port}/`
    const outcomes = await Promise.all(Array.from({ length: 16 }, () => sender.send(aMessage(url))))
    expect(outcomes).toEqual(Array.from({ length: 16 }, () => delivered))
    expect([calls, receiver.connections()]).toEqual([1, 16])
  })
})
