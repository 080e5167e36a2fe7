import { type Museum, type MuseumClient, isProblem, museumClient } from '@museum/client'
import { batch, computed, signal } from '@preact/signals'
import { eraseOpenSale, forgetPurchaser } from '../box-office/open-sale.ts'
import { erasePurchasers } from '../box-office/pending-orders.ts'
import { channelOfTabs } from './browser-storage.ts'
import { clock } from './clock.ts'
import { type Credentials, forget, recall, remember, rememberedDay } from './remembered.ts'

export type Role = Museum['user']['role']

/** A user who is signed in: the client that sends requests as this user, and what the API says about the museum. */
export type Session = Readonly<{
  client: MuseumClient
  museum: Museum
  credentials: Credentials
  /** The day on which the device was told to remember the user: the session ends with it. */
  rememberedOn?: string
}>

/** The session of this tab: in its memory only, so that a reload asks again. */
const current = signal<Session | undefined>(undefined)
/** Whether the API has refused the credentials of the session: the page stays, below the sign-in. */
const expired = signal(false)

export const session = computed(() => current.value)
export const isExpired = computed(() => expired.value)

/** The session, for what is only shown to a signed-in user. */
export const signedIn = (): Session => {
  if (current.value === undefined) throw new Error('No user is signed in.')
  return current.value
}

/** The URL of the API with its base path. */
export const apiUrl = (): string => {
  const path = document.querySelector<HTMLMetaElement>('meta[name="museum-api"]')?.content ?? '../v1.1'
  return new URL(path, location.href.replace(/[?#].*/, '')).href
}

/** A client whose requests never make the browser ask for a password, and which notes that its credentials are refused. */
const clientOf = (credentials: Credentials): MuseumClient => {
  const client = museumClient({
    baseUrl: apiUrl(),
    credentials,
    fetch: async (url, init) => {
      const sent = clock.read()
      const response = await fetch(url, init)
      // Something else that responds may have another time.
      const date = response.headers.has('X-Request-Id') ? response.headers.get('Date') : null
      if (date !== null) clock.learn(sent, date)
      if (response.status === 401) expireSession(client)
      return response
    },
  })
  return client
}

/**
 * Signs in, and has this device remember the user, or forget another one. Rejects with the error of the request.
 */
export const signIn = async (credentials: Credentials, isRemembered: boolean, signal: AbortSignal): Promise<void> => {
  const client = clientOf(credentials)
  const museum = await client.getMuseum({ signal }).catch(async (error: unknown) => {
    if (isUnauthorized(error)) await forget()
    throw error
  })
  // A browser that stores nothing does not prevent the sign-in.
  await (isRemembered ? remember(credentials, museum, clock) : forget()).catch(() => undefined)
  if (signal.aborted) await forget().catch(() => undefined)
  signal.throwIfAborted()
  const rememberedOn = isRemembered ? { rememberedOn: rememberedDay(museum, clock) } : {}
  batch(() => {
    current.value = { client, museum, credentials, ...rememberedOn }
    expired.value = false
  })
}

/** How many sign-outs this tab knows of. After one, it does not sign in with what the device remembered before. */
const signOuts = signal(0)
export const signOutCount = computed(() => signOuts.value)

const endSession = () => {
  forgetPurchaser()
  batch(() => {
    current.value = undefined
    expired.value = false
    signOuts.value += 1
  })
}

/** The other tabs with the desk. */
const tabs = channelOfTabs('museum-sign-out')
tabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
  // Another user in another tab stays signed in.
  if (current.peek() === undefined || current.peek()?.credentials.username === data) endSession()
})

/** Signs the user out, in all tabs. The device then has nothing of the user, nor of purchasers. */
export const signOut = async (): Promise<void> => {
  const username = current.peek()?.credentials.username
  endSession()
  erasePurchasers()
  eraseOpenSale()
  await forget().catch(() => undefined)
  // The gate of this device does not go on without credentials after a sign-out.
  await import('../gate/gate-store.ts').then(({ forgetGateDay }) => forgetGateDay()).catch(() => undefined)
  tabs.postMessage(username)
}

/** Ends a session that the device remembers, in each tab, when the day ends. */
export const endWithDay = (): void => {
  const { rememberedOn, museum } = current.peek() ?? {}
  if (rememberedOn !== undefined && museum !== undefined && rememberedOn !== rememberedDay(museum, clock))
    void signOut()
}

/** Notes that the credentials of a client were refused. */
export const expireSession = (client: MuseumClient): void => {
  if (current.peek()?.client === client) expired.value = true
}

/**
 * Reads again what the API says about the museum, whose date changes at midnight. When the day ends, the device forgets the
 * user, too.
 */
export const refreshMuseum = async (): Promise<void> => {
  await recall().catch(() => undefined)
  const session = current.peek()
  if (session === undefined || expired.peek()) return
  const museum = await session.client.getMuseum({ retries: 0 })
  if (current.peek() === session) current.value = { ...session, museum }
}

/** Whether a request was refused since the credentials are not accepted: it has had no effect. */
export const isUnauthorized = (error: unknown): boolean => isProblem(error, 'unauthorized')

/** Resolves when the same user has signed in again. Rejects with the reason of the signal. */
export const signedInAgain = (username: string, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = expired.subscribe((isExpired) => {
      if (isExpired || current.peek()?.credentials.username !== username) return
      queueMicrotask(() => stop())
      resolve()
    })
    signal.addEventListener('abort', () => {
      stop()
      reject(signal.reason as Error)
    })
  })
