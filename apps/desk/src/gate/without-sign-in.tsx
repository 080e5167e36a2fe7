import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { isCovered } from '../shell/covered.ts'
import { LanguageChoice } from '../shell/language-choice.tsx'
import { texts } from '../shell/languages.ts'
import { hrefOf, navigate, route } from '../shell/router.ts'
import type { GateDay } from './gate-store.ts'
import { openGateDay } from './gate.ts'
import GatePage from './gate-page.tsx'

/**
 * What a user sees who is not signed in: the gate, if a user has signed in at it today and the path is its own. Otherwise the
 * children, the sign-in, with a link to the gate if it is open.
 */
export const GateWithoutSignIn = ({ children }: Readonly<{ children: ComponentChildren }>) => {
  const day = useSignal<GateDay | 'none' | undefined>(undefined)
  useEffect(() => {
    const look = async () => {
      day.value = (await openGateDay().catch(() => undefined)) ?? 'none'
      // As after a start of the installed desk.
      if (day.value !== 'none' && route.peek().segments.length === 0) navigate(hrefOf(['gate']), { replace: true })
    }
    void look()
  }, [])
  const { segments } = route.value
  const isAtGate = segments[0] === 'gate'
  if (day.value === undefined) return null
  if (day.value === 'none' || !isAtGate)
    return (
      <>
        {children}
        {day.value !== 'none' && (
          <nav class="gate-link" aria-label={texts.value.shell.navigation}>
            <a class="button" href={hrefOf(['gate'])}>
              {texts.value.gate.conflicts.back}
            </a>
          </nav>
        )}
      </>
    )
  return (
    <>
      <header class="shell-header" inert={isCovered.value}>
        <p class="museum-name">
          <bdi>{day.value.museum}</bdi>
        </p>
        <div class="shell-user">
          <LanguageChoice />
        </div>
      </header>
      <main id="content">
        <GatePage segments={segments.slice(1)} />
      </main>
    </>
  )
}
