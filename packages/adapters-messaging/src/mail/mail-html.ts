import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { dictionaries, excerptOf } from '@museum/languages'
import { bdi, bdiElements } from './bdi.ts'
import type { Labelled, MailContent, MailStyle, Visit } from './mail-content.ts'

/** The colours of the ticket images. */
const colours = { paper: '#fbf8f1', ink: '#1d1b19', muted: '#6f675c', general: '#1f4d43', event: '#7d2431' } as const
const line = '#d8cfbf'

/** The type of the ticket images, or the most similar on the reader's machine. */
const serif =
  "'EB Garamond',Garamond,'Hoefler Text',Georgia,'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP','Times New Roman',serif"
const monospace = "'Courier Prime','Courier New',Courier,monospace"

/**
 * The styles of what an e-mail has for each ticket: in each element they would make the HTML of a large order too long. A program for
 * e-mail that reads no style sheet shows the tables without lines.
 */
const styleSheet = `
  .label, .value { padding: 7px 0; border-bottom: 1px solid ${line}; vertical-align: top; }
  .label { padding-right: 12px; font-weight: 400; color: ${colours.muted}; word-break: keep-all; overflow-wrap: normal; }
  .code { font-family: ${monospace}; font-size: 15px; }
  .perforation { border-top: 2px dotted ${line}; font-size: 0; line-height: 0; }
  .ticket { margin: 28px 0 8px; font-size: 18px; line-height: 1.3; }
`

/**
 * Programs for e-mail that know dark screens take these colours. Others keep the colours of the elements, or invert them: each text
 * has its background with it.
 */
const screenStyleSheet = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background-color: #12110f !important; }
    .paper { background-color: #211e1a !important; }
    .ink { color: #f4eee2 !important; }
    .muted, .label { color: #b9ae9d !important; }
    .general { color: #86c9b8 !important; }
    .event { color: #ec98a4 !important; }
    .line, .label, .value, .perforation { border-color: #4b443a !important; }
  }
  @media (max-width: 480px) {
    .outside { padding: 0 !important; }
    .inside { padding: 28px 20px !important; }
    .frame { padding: 8px !important; }
    .name { font-size: 28px !important; }
    .type { letter-spacing: 1px !important; }
    .label, .value { display: block !important; text-align: left !important; }
    .label { padding-bottom: 0 !important; border-bottom: 0 !important; }
    .value { padding-top: 0 !important; }
  }
`

/** In bytes: a large mail service cuts off HTML of more than 102 kB. */
const maxSize = 90_000
/** The lengths of the texts of events and price categories in UTF-16 units: the whole texts, then their beginnings. */
const lengths = [510, 160, 80, 40, 20]

/**
 * An e-mail as HTML, of at most 90 kB: with many long texts of different events it has only their beginnings, which are whole on
 * the images and in the plain text. `imageIdOf` returns the Content-ID of the image of a ticket.
 */
export const mailHtml = (content: MailContent, style: MailStyle, imageIdOf: (ticketId: string) => string): string => {
  let document = ''
  for (const length of lengths) {
    document = htmlDocument(
      { ...content, visits: content.visits.map((visit) => shortened(visit, length)) },
      style,
      imageIdOf,
    )
    if (Buffer.byteLength(document) <= maxSize) break
  }
  return document
}

const shortened = ({ name, location, tickets, ...visit }: Visit, length: number): Visit => {
  const beginningOf = (text: string) => {
    const excerpt = excerptOf(text, length)
    return excerpt.rest === '' ? text : `${excerpt.text}…`
  }
  return {
    ...visit,
    name: beginningOf(name),
    location: location && beginningOf(location),
    tickets: tickets.map(({ details, ...ticket }) => ({
      ...ticket,
      details: details.map((detail): Labelled => {
        const [label, value, form] = detail
        return form === 'code' ? detail : [label, beginningOf(value)]
      }),
    })),
  }
}

const htmlDocument = (
  { subject, warning, heading, paragraphs, online, visits, summary, notes }: MailContent,
  { museumName, address, termsUrl, language }: MailStyle,
  imageIdOf: (ticketId: string) => string,
): string => {
  const { mail: words } = dictionaries[language]
  const frame = colours[visits[0]!.ticketType]
  const document = html`<!DOCTYPE html>
    <html lang="${language}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>${subject}</title>
        <style>
          ${raw(styleSheet)}
        </style>
        <style>
          ${raw(screenStyleSheet)}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background-color:#ece5d8;-webkit-text-size-adjust:100%">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          class="page"
          style="background-color:#ece5d8"
        >
          <tr>
            <td align="center" class="outside" style="padding:32px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width:600px;background-color:${frame}"
              >
                <tr>
                  <td class="frame" style="padding:14px">
                    <table
                      role="presentation"
                      width="100%"
                      cellpadding="0"
                      cellspacing="0"
                      border="0"
                      class="paper"
                      style="background-color:${colours.paper}"
                    >
                      <tr>
                        <td style="padding:8px">
                          <table
                            role="presentation"
                            width="100%"
                            cellpadding="0"
                            cellspacing="0"
                            border="0"
                            class="line"
                            style="border:1px solid ${frame}"
                          >
                            <tr>
                              <td
                                class="inside ink"
                                style="padding:36px 40px;font-family:${serif};font-size:18px;line-height:1.5;color:${colours.ink};overflow-wrap:anywhere;word-break:break-word"
                              >
                                ${warning === undefined ? '' : html`<p class="event" style="margin:0 0 24px;padding:6px;border:2px solid;text-align:center;font-size:24px;font-weight:600;color:${colours.event}">${warning}</p> `}
                                <p
                                  class="ink"
                                  style="margin:0;text-align:center;font-size:21px;font-weight:600;color:${colours.ink}"
                                >
                                  ${bdi(museumName)}
                                </p>
                                ${ornament(visits[0]!.ticketType)}
                                <h1
                                  class="${visits[0]!.ticketType}"
                                  style="margin:24px 0 20px;text-align:center;font-size:34px;line-height:1.15;font-weight:600;color:${frame}"
                                >
                                  ${heading}
                                </h1>
                                ${paragraphs.map((paragraph) => html`<p class="ink" style="margin:0 0 12px;color:${colours.ink}">${bdiElements(paragraph)}</p> `)}${online && onlineHtml(online, visits[0]!.ticketType)}
                                ${visits.map((visit) => visitHtml(visit, language, imageIdOf))}
                                ${summary.length === 0 ? '' : html`${perforation}${table(summary)}`} ${perforation}
                                ${notes.map((note) => html`<p class="ink" style="margin:0 0 12px;color:${colours.ink}">${note}</p> `)}
                                <p
                                  class="muted"
                                  style="margin:28px 0 0;text-align:center;font-size:15px;line-height:1.5;color:${colours.muted}"
                                >
                                  ${bdi(museumName)}${
                                    address === undefined
                                      ? ''
                                      : address.split(/\r?\n/).map((part) => html`<br />${bdi(part)}`)
                                  }${
                                    termsUrl === undefined
                                      ? ''
                                      : html`<br /><a
                                            href="${termsUrl}"
                                            class="muted"
                                            style="color:${colours.muted};text-decoration:underline"
                                            >${words.terms}</a
                                          >`
                                  }
                                </p>
                              </td>
                            </tr>
                          </table>
                        </td>
                      </tr>
                    </table>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `
  // Programs for e-mail cut long HTML off: the indentation of the templates is not sent.
  return (document as HtmlEscapedString).replaceAll(/\n\s*/g, ' ')
}

/** In programs for e-mail that know no padding of a link, it is underlined text. */
const onlineHtml = ({ sentence, label, url }: NonNullable<MailContent['online']>, accent: Visit['ticketType']) =>
  html`<p class="ink" style="margin:0 0 12px;color:${colours.ink}">${sentence}</p>
    ${linkHtml({ label, url }, accent)}`

const linkHtml = ({ label, url }: NonNullable<Visit['link']>, accent: Visit['ticketType']) =>
  html`<p style="margin:20px 0 0;text-align:center">
    <a
      href="${url}"
      class="${accent}"
      style="display:inline-block;padding:8px 24px;border:1px solid;font-size:19px;font-weight:600;color:${colours[accent]}"
      >${label}</a
    >
  </p> `

const visitHtml = (visit: Visit, language: MailStyle['language'], imageIdOf: (ticketId: string) => string) => {
  const { name, location, date, openingHours, link, ticketType, tickets } = visit
  const { mail: words, ticketImage } = dictionaries[language]
  const accent = colours[ticketType]
  return html`${perforation}
    <div style="text-align:center">
      ${
        ticketType === 'event'
          ? html`<p
              class="event type"
              style="margin:0 0 6px;font-size:14px;font-weight:600;letter-spacing:3px;color:${accent}"
            >
              ${ticketImage.specialEvent}
            </p> `
          : ''
      }
      <h2
        class="name${ticketType === 'event' ? '' : ' general'}"
        style="margin:0;font-size:32px;line-height:1.15;font-weight:600${ticketType === 'event' ? '' : `;color:${accent}`}"
      >
        ${bdi(name)}
      </h2>
      ${location === undefined ? '' : html`<p class="muted" style="margin:6px 0 0;color:${colours.muted}">${bdi(location)}</p> `}
      <p style="margin:12px 0 0;font-size:21px;font-weight:600">${date}</p>
      ${openingHours === undefined ? '' : html`<p class="muted" style="margin:4px 0 0;color:${colours.muted}">${words.labelled(words.openingHours, openingHours)}</p> `}
    </div>
    ${link === undefined ? '' : linkHtml(link, ticketType)}
    ${tickets.map(
      ({ mailed: { ticket, image }, heading, details }) =>
        html`<h3 class="ticket ${ticketType}" style="color:${accent}">${heading}</h3>
          ${table(details)}
          ${
            image === undefined
              ? ''
              : html`<p style="margin:18px 0 0;text-align:center">
                  <img
                    src="cid:${imageIdOf(ticket.ticketId)}"
                    alt="${words.imageOf(ticket.confirmationCode)}"
                    width="320"
                    style="max-width:100%;height:auto"
                  />
                </p> `
          }`,
    )}`
}

const perforation = html`<div class="perforation" style="margin:32px 0">&nbsp;</div> `

const ornament = (accent: Visit['ticketType']) =>
  html`<p
    class="${accent}"
    aria-hidden="true"
    style="margin:8px 0 0;text-align:center;font-size:14px;line-height:1;letter-spacing:4px;color:${colours[accent]}"
  >
    &#8213;&#9670;&#8213;
  </p> `

/** Tables inherit the typeface alone in some programs for e-mail. */
const table = (rows: readonly Labelled[]) =>
  html`<table
    width="100%"
    cellpadding="0"
    cellspacing="0"
    class="ink"
    style="font-size:17px;line-height:1.4;color:${colours.ink}"
  >
    ${rows.map(
      ([label, value, form]) =>
        html`<tr>
          <th scope="row" align="left" class="label">${label}</th>
          <td align="right" class="${form === 'code' ? 'value code' : 'value'}">${bdi(value)}</td>
        </tr> `,
    )}
  </table> `
