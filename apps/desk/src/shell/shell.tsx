import { useSignal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import { hasBeenGate } from '../gate/gate-database.ts'
import type * as WithoutSignIn from '../gate/without-sign-in.tsx'
import { pages } from '../pages.ts'
import { isCovered } from './covered.ts'
import { LanguageChoice } from './language-choice.tsx'
import { loadProblemSentences, texts } from './languages.ts'
import { Loading } from './loaded.tsx'
import { openDialogs } from './open-dialogs.ts'
import type { Page, PageProps } from './page.ts'
import type { Credentials } from './remembered.ts'
import { hrefOf, navigate, route } from './router.ts'
import { ScannedNote } from './scanned-note.tsx'
import { endWithDay, isExpired, refreshMuseum, session, signOutCount, signedIn } from './session.ts'
import { SignIn, SignInAgain, useSignIn } from './sign-in.tsx'
import { SignOutButton } from './sign-out-button.tsx'

const museumRefreshMilliseconds = 60_000
/** How long after the sign-in the sentences about problems are loaded: the page is no longer busy, and there is a network. */
const problemSentencesMilliseconds = 10_000

/** The desk: the sign-in, or the pages that the role of the user has. */
export const Shell = ({ remembered }: Readonly<{ remembered: Credentials | undefined }>) => {
  const username = session.value?.credentials.username
  // After signing out, the device has forgotten the user.
  const given = useRef(remembered)
  const signOuts = signOutCount.value
  if (username !== undefined || signOuts > 0) given.current = undefined
  return (
    <>
      {/* Another user gets other pages, and nothing of what the user before has typed. */}
      {username === undefined ? <WithoutSession key={signOuts} remembered={given.current} /> : <Pages key={username} />}
      {openDialogs.value.length === 0 && <ScannedNote />}
    </>
  )
}

/** The sign-in. On a device that is a gate today, the gate goes on without it. */
const WithoutSession = ({ remembered }: Readonly<{ remembered: Credentials | undefined }>) => {
  const gate = useSignal<typeof WithoutSignIn | 'none' | undefined>(undefined)
  // Here, since it also goes on while the gate is shown.
  const request = useSignIn(remembered, remembered !== undefined)
  useEffect(() => {
    const load = async () => ((await hasBeenGate()) ? import('../gate/without-sign-in.tsx') : 'none')
    load().then(
      (loaded) => (gate.value = loaded),
      () => (gate.value = 'none'),
    )
  }, [])
  if (gate.value === undefined) return null
  if (gate.value === 'none') return <SignIn request={request} />
  const { GateWithoutSignIn } = gate.value
  return (
    <GateWithoutSignIn>
      <SignIn request={request} />
    </GateWithoutSignIn>
  )
}

const Pages = () => {
  const { museum } = signedIn()
  const { shell } = texts.value
  const { segments } = route.value
  const ofRole = pages.filter(({ roles }) => roles.includes(museum.user.role))
  const inNavigation = ofRole.filter(({ isOfUser }) => !isOfUser)
  const page = segments.length === 0 ? ofRole[0] : ofRole.find(({ path }) => path === segments[0])
  const title = page?.title(texts.value) ?? shell.noSuchPage
  useEffect(() => {
    if (museum.user.passwordIsTemporary) navigate(hrefOf(['password']))
  }, [])
  useEffect(() => {
    document.title = `${title} · ${museum.name}`
  }, [title, museum.name])
  useEffect(() => {
    const refresh = () => {
      endWithDay()
      if (document.visibilityState === 'visible') refreshMuseum().catch(() => undefined)
    }
    const timer = setInterval(refresh, museumRefreshMilliseconds)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => void loadProblemSentences().catch(() => undefined), problemSentencesMilliseconds)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <a class="skip" href="#content" onClick={skip} inert={isCovered.value}>
        {shell.skip}
      </a>
      <header class="shell-header" inert={isCovered.value}>
        <p class="museum-name">
          <bdi>{museum.name}</bdi>
        </p>
        <nav aria-label={shell.navigation}>
          {inNavigation.map(({ path, title }) => (
            <a key={path} href={hrefOf([path])} {...(path === page?.path && { 'aria-current': 'page' as const })}>
              {title(texts.value)}
            </a>
          ))}
        </nav>
        <div class="shell-user">
          <Network />
          <LanguageChoice />
          <a class="user-name" href={hrefOf(['password'])} title={shell.changePassword}>
            <bdi>{museum.user.username}</bdi>
          </a>
          <SignOutButton />
        </div>
      </header>
      {isExpired.value && <SignInAgain page={page} pages={ofRole} />}
      <main id="content" tabIndex={-1} key={page?.path}>
        {page === undefined ? <p>{shell.noSuchPage}</p> : <LoadedPage page={page} segments={segments.slice(1)} />}
      </main>
    </>
  )
}

/** The fragment of the URL is the route, so that a link to an element would change it. */
const skip = (event: Event) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('#content')?.focus()
}

/** A page, loaded when it is first shown. */
const LoadedPage = ({ page, segments }: Readonly<{ page: Page }> & PageProps) => {
  const { shell } = texts.value
  const component = useSignal<ComponentType<PageProps> | 'failed' | undefined>(undefined)
  const [defect] = useErrorBoundary()
  const isFirst = useRef(true)
  useEffect(() => {
    page.load().then(
      (module) => (component.value = module.default),
      () => (component.value = 'failed'),
    )
  }, [page])
  useEffect(() => {
    if (!isFirst.current) document.querySelector<HTMLElement>('#content')?.focus()
    isFirst.current = false
  }, [page])
  if (defect !== undefined || component.value === 'failed')
    return (
      <div role="alert" class="note note-bad">
        <p>{defect === undefined ? shell.partNotLoaded : shell.defect}</p>
        <button type="button" onClick={() => location.reload()}>
          {shell.reload}
        </button>
      </div>
    )
  const Component = component.value
  return Component === undefined ? <Loading /> : <Component segments={segments} />
}

const Network = () => {
  const isOffline = useSignal(!navigator.onLine)
  useEffect(() => {
    const update = () => (isOffline.value = !navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return (
    <span role="status">{isOffline.value && <span class="badge badge-warning">{texts.value.shell.offline}</span>}</span>
  )
}
