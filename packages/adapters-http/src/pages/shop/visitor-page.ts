import { type Language, closestLanguage, dictionaries, isolated, languages } from '@museum/languages'
import type { Context } from 'hono'
import { html } from 'hono/html'
import { parseAccept } from 'hono/utils/accept'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { MuseumEnv } from '../../museum-env.ts'
import { latinFont } from '../fonts.ts'
import { museumSign, ornament } from '../home-page-markup.ts'
import { pageHeaders } from '../page.ts'
import { rehearsalNotice } from '../rehearsal-notice.ts'
import { shopFiles } from './shop-files.ts'

/** How long a form may be. */
export const maxFormBytes = 16 * 1024

/** What the pages of a visitor depend on, beside what is stored. */
export type VisitorPageOptions = Readonly<{
  museumName: string
  /** The language of a visitor who asks for none of the others. */
  language: Language
  mountPath: string
  termsUrl?: string | undefined
  privacyUrl?: string | undefined
  legalNoticeUrl?: string | undefined
  /** Whether tickets are not valid. */
  isRehearsal?: boolean | undefined
}>

/** A page of a visitor: its heading is its title; `path` is its own, without the mount path. */
type VisitorPage = Readonly<{
  language: Language
  path: string
  heading: string
  main: unknown
  /** The class of its main part. */
  kind?: 'buy'
  /** After how many seconds a browser without JavaScript reads it again. */
  refresh?: number
}>

/**
 * The language of a page: the one that its address asks for, else the one that is `kept` with what it shows, else the one that the
 * browser prefers, else the museum's.
 */
export const languageOf = (c: Context<MuseumEnv>, kept?: string): Language => {
  const header = c.req.header('Accept-Language') ?? ''
  const preferred = header.length > maxHeaderLength ? [] : parseAccept(header).toSorted((one, other) => other.q - one.q)
  return (
    closestLanguage(c.req.query('language')) ??
    closestLanguage(kept) ??
    preferred.map(({ type }) => closestLanguage(type.toLowerCase())).find((language) => language !== undefined) ??
    c.var.museumSettings.language
  )
}
/** A longer list would take long to parse, and no browser sends one. */
const maxHeaderLength = 500

/** The headers of the pages of a visitor; `formAction` are the sources to which their forms may lead, by default none. */
export const visitorPageHeaders = (formAction?: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=UTF-8',
  ...pageHeaders("img-src data:; font-src 'self'; script-src 'self'; connect-src 'self'; style-src 'self'", formAction),
  // The address of the page is not sent to other sites.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
})

/** A page of a visitor, in HTML. It is complete without its script. */
export const visitorPage = (
  { language, path, heading, main, kind, refresh }: VisitorPage,
  { museumName, mountPath, termsUrl, privacyUrl, legalNoticeUrl, isRehearsal }: VisitorPageOptions,
): string => {
  const { mail, myTickets: words } = dictionaries[language]
  const files = shopFiles(mountPath)
  const links = [
    [mail.terms, termsUrl],
    [words.privacy, privacyUrl],
    [words.legalNotice, legalNoticeUrl],
  ] as const
  return html`<!doctype html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${heading} – ${isolated(museumName)}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" href="${mountPath}${latinFont}" as="font" type="font/woff2" crossorigin />
        ${refresh === undefined ? '' : html`<noscript><meta http-equiv="refresh" content="${refresh}" /></noscript>`}
        <script src="${mountPath}${files.script.path}" defer></script>
        <link rel="stylesheet" href="${mountPath}${files.style.path}" />
      </head>
      <body>
        ${rehearsalNotice(language, isRehearsal)}
        <header>
          ${museumSign}
          <p class="name" dir="auto"><a href="${mountPath}/">${museumName}</a></p>
          ${ornament}
          <h1 class="today">${heading}</h1>
        </header>
        <main class="${kind ?? ''}">${main}</main>
        <footer>
          <ul>
            ${links.map(([text, url]) => url && html`<li><a href="${url}" rel="noreferrer">${text}</a></li>`)}
          </ul>
          <nav aria-label="${words.languages}">
            <ul>
              ${languages
                .filter((each) => each !== language)
                .map(
                  (each) =>
                    html`<li>
                      <a href="${mountPath}${withLanguage(path, each)}" hreflang="${each}" lang="${each}"
                        >${names[each]}</a
                      >
                    </li>`,
                )}
            </ul>
          </nav>
        </footer>
      </body>
    </html>` as HtmlEscapedString // Not a promise, since none of its parts is a promise.
}

/** The path, which may have a query, of a page in a language. */
export const withLanguage = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}language=${language}`

/** The name of each language in itself. */
const names = Object.fromEntries(
  languages.map((language) => {
    const [first = '', ...rest] = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
    return [language, first.toLocaleUpperCase(language) + rest.join('')]
  }),
) as Record<Language, string>
