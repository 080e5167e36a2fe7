import { dictionaries, isolated } from '@museum/languages'
import type { Labelled, MailContent, MailStyle } from './mail-content.ts'

/** An e-mail as plain text. */
export const mailText = (
  { warning, heading, paragraphs, online, visits, summary, notes }: MailContent,
  { museumName, address, termsUrl, language }: MailStyle,
): string => {
  const { mail: words } = dictionaries[language]
  const line = ([label, value]: Labelled) => words.labelled(label, isolated(value))
  const blocks: readonly (readonly string[])[] = [
    ...(warning === undefined ? [] : [[warning]]),
    [heading],
    ...paragraphs.map((paragraph) => [paragraph]),
    ...(online === undefined ? [] : [[online.sentence, line([online.label, online.url])]]),
    ...visits.flatMap(({ name, location, date, openingHours, link, tickets }) => [
      [
        '— ◆ —',
        isolated(name),
        ...(location === undefined ? [] : [isolated(location)]),
        date,
        ...(openingHours === undefined ? [] : [line([words.openingHours, openingHours])]),
        ...(link === undefined ? [] : [line([link.label, link.url])]),
      ],
      ...tickets.map((ticket) => [ticket.heading, ...ticket.details.map(line)]),
    ]),
    ...(summary.length === 0 ? [] : [['— ◆ —', ...summary.map(line)]]),
    ...notes.map((note) => [note]),
    [
      '-- ',
      isolated(museumName),
      ...(address === undefined ? [] : [isolated(address)]),
      ...(termsUrl === undefined ? [] : [line([words.terms, termsUrl])]),
    ],
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}
