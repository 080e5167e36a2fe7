import { type Museum, type MuseumSettings, Unavailable } from '@museum/application'
import { VatRates } from '@museum/domain'
import { closestLanguage } from '@museum/languages'
import type { MiddlewareHandler } from 'hono'
import type { MuseumEnv, PageSettings } from '../museum-env.ts'

/** What pages depend on that stays as it is while the server runs. */
export type Fixed<Options> = Omit<Options, keyof PageSettings>

/** Everything that a page depends on: `fixed`, and the settings of the museum at the time of the request. */
export const withSettings = <FixedOptions extends object>(
  { var: { museumSettings } }: Readonly<{ var: Pick<MuseumEnv['Variables'], 'museumSettings'> }>,
  fixed: FixedOptions,
): FixedOptions & PageSettings => ({ ...fixed, ...museumSettings })

/**
 * The middlewares that set the variable `museumSettings`: `latest` to what was read last, which takes no time and never fails, and
 * `current` to what is in force, unless that cannot be read now.
 */
export const pageSettings = ({
  museumSettings,
  latestMuseumSettings,
}: Pick<Museum, 'museumSettings' | 'latestMuseumSettings'>) => {
  let shown: Readonly<{ of: MuseumSettings; settings: PageSettings }> | undefined
  /** The same object while the settings are unchanged. */
  const shownOf = (of: MuseumSettings): PageSettings => {
    if (shown?.of !== of)
      shown = {
        of,
        settings: {
          ...of,
          language: closestLanguage(of.language) ?? 'en',
          vatRates: VatRates.of(of.vatRate, of.eventVatRate),
        },
      }
    return shown.settings
  }
  const latest: MiddlewareHandler<MuseumEnv> = async (c, next) => {
    c.set('museumSettings', shownOf(latestMuseumSettings()))
    await next()
  }
  const current: MiddlewareHandler<MuseumEnv> = async (c, next) => {
    try {
      c.set('museumSettings', shownOf(await museumSettings()))
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
    }
    await next()
  }
  return { latest, current }
}
