import { describe, expect, it } from '@jest/globals'
import type { Mail, MailAboutTickets } from '@museum/application'
import {
  CalendarDate,
  EventId,
  EventName,
  EventLocation,
  Instant,
  LanguageTag,
  OrderId,
  Price,
  PriceCategoryId,
  PriceCategoryName,
  TicketId,
  TimeOfDay,
} from '@museum/domain'
import {
  dictionaries,
  formatDate,
  formatFullDate,
  formatList,
  formatMoment,
  formatMoney,
  formatVisit,
  isolated,
  languages,
} from '@museum/languages'
import { aGeneralTicket, anAdmissionCode, anEventTicket, exampleId } from '@museum/testing/examples'
import ICAL from 'ical.js'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { createTransport } from 'nodemailer'
import {
  aMail,
  aMailAboutCancellation,
  aMailAboutPayment,
  aMailAboutReservation,
  aMailOfAnOrder,
  aMailWithLinks,
  readCode,
  withImage,
} from '../../test/a-mail.ts'
import { type MailMessageOptions, mailMessage } from './mail-message.ts'

const options: MailMessageOptions = {
  from: 'tickets@museum.example',
  museumName: 'City Museum',
  address: 'Museumsplatz 1\n8001 Zürich',
  termsUrl: 'https://museum.example/terms?a=1&b=2',
  language: 'en',
  timeZone: 'Europe/Zurich',
}

/** Writes an e-mail, and reads it as a program for e-mail does. */
const read = async (mail: Mail, but: Partial<MailMessageOptions> = {}): Promise<ParsedMail> => {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
    mailMessage(mail, { ...options, ...but }),
  )
  return simpleParser(message as Buffer, { skipImageLinks: true })
}

const calendarsOf = ({ attachments }: ParsedMail) =>
  attachments
    .filter(({ contentType }) => contentType === 'text/calendar')
    .map((attached) => {
      const text = attached.content.toString()
      const calendar = new ICAL.Component(ICAL.parse(text))
      const event = calendar.getFirstSubcomponent('vevent')!
      const valueOf = (name: string) => event.getFirstPropertyValue(name)
      return { attached, text, calendar, event: new ICAL.Event(event), valueOf }
    })

const imagesOf = ({ attachments }: ParsedMail) => attachments.filter(({ contentType }) => contentType === 'image/png')

describe('the e-mail about tickets', () => {
  it.each(languages)('has its subject, its texts, the date and the price in the language: %s', async (language) => {
    const { mail: words, occasion } = dictionaries[language]
    for (const kind of ['sold', 'cancelled', 'restored'] as const) {
      const parsed = await read(await aMail({ kind }), { language })
      expect(parsed.subject).toContain('Night at the Museum')
      expect(parsed.subject).toBe(
        words[kind].subject(
          1,
          parsed.subject!.includes('（')
            ? occasion('Night at the Museum', '2030年5月17日')
            : parsed.subject!.slice(parsed.subject!.indexOf('Night')),
        ),
      )
      expect(parsed.headers.get('content-language')).toBe(language)
      for (const text of [parsed.text!, shownText(parsed.html as string)]) {
        expect(text).toContain(words[kind].heading(1))
        expect(text).toContain(words[kind].introduction(1))
        expect(text).toContain(formatFullDate(language, '2030-05-17'))
        expect(text).toContain('ticket-event-abcdef-23456')
        expect(text).toContain('19')
        expect(text.includes(words.howToEnter(1))).toBe(kind !== 'cancelled')
        expect(text.includes(words.questionsAboutRefund)).toBe(kind === 'cancelled')
      }
      expect(parsed.html).toContain(`<html lang="${language}"`)
    }
  })

  it.each(languages)(
    'says that an event does not take place, where that cancelled the tickets: %s',
    async (language) => {
      const { cancelledWithEvent, cancelled, questionsAboutRefund } = dictionaries[language].mail
      const mail = await aMail({ kind: 'cancelled', cause: 'event' })
      const onDate = (date: string) => cancelledWithEvent.onDate(formatDate(language, date))
      const parsed = await read(mail, { language })
      expect(parsed.subject).toBe(cancelledWithEvent.subject('Night at the Museum', onDate('2030-05-17')))
      for (const text of [parsed.text!, shownText(parsed.html as string)]) {
        expect(text).toContain(cancelledWithEvent.heading)
        expect(text).toContain(cancelledWithEvent.introduction(1, 'Night at the Museum', onDate('2030-05-17')))
        expect(text).not.toContain(cancelled.introduction(1))
        expect(text).toContain(questionsAboutRefund)
      }
      const later = anEventTicket({ ticketId: TicketId(exampleId(2)), ticketDate: CalendarDate('2030-05-18') })
      const { subject } = await read(
        { ...mail, tickets: [{ ticket: later }, { ticket: later }, mail.tickets[0]] },
        { language },
      )
      const both = formatList(language, [onDate('2030-05-17'), onDate('2030-05-18')])
      expect(subject).toBe(cancelledWithEvent.subject('Night at the Museum', both))
    },
  )

  it('says everything in words too, for a reader without images, and all of it in plain text', async () => {
    const category = { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('Child') }
    const mail = await aMailOfAnOrder()
    const tickets = [
      mail.tickets[0],
      await withImage(anEventTicket({ priceCategory: category })),
      mail.tickets[2]!,
    ] as const
    const parsed = await read({ ...mail, tickets })
    expect(parsed.subject).toBe('Your 3 tickets: City Museum')
    const withoutImages = shownText((parsed.html as string).replaceAll(/<img[^>]*>/g, ''))
    for (const text of [parsed.text!, withoutImages])
      for (const words of [
        'Night at the Museum',
        'Main Hall',
        'Friday, 17 May 2030',
        'Ticket 1 of 3',
        'Ticket 3 of 3',
        'Child',
        '€19.90',
        'General entry',
        '09:00–18:00',
        'free of charge',
        'Total',
        '€39.80',
        'aaaa-acpm',
        'City Museum',
        'Museumsplatz 1',
        '8001 Zürich',
        'Terms and conditions',
      ])
        expect(text).toContain(words)
    expect(parsed.text).toContain('https://museum.example/terms?a=1&b=2')
    expect(parsed.html).toContain('href="https://museum.example/terms?a=1&amp;b=2"')
    const bare = await read(mail, { address: undefined, termsUrl: undefined })
    expect(bare.html).not.toContain('<a ')
    expect(bare.text).not.toContain('Terms')
  })

  it.each(languages)('says in a rehearsal that its tickets are not valid: %s', async (language) => {
    const { notValid } = dictionaries[language].rehearsal
    const mails = [await aMail(), await aMail({ kind: 'cancelled' }), aMailAboutPayment()]
    for (const mail of mails) {
      const [valid, rehearsed] = [await read(mail, { language }), await read(mail, { language, isRehearsal: true })]
      for (const text of [rehearsed.subject, rehearsed.text, rehearsed.html]) expect(text).toContain(notValid)
      expect(rehearsed.html).toMatch(new RegExp(`<p[^>]*>${notValid}</p>`))
      expect(rehearsed.subject).toContain(valid.subject)
      for (const text of [valid.subject, valid.text, valid.html]) expect(text).not.toContain(notValid)
    }
  })

  it('has the image of each ticket in the text and attached, and the same code in both', async () => {
    const mail = await aMailOfAnOrder()
    const parsed = await read(mail)
    const images = imagesOf(parsed)
    const codes = mail.tickets.map(({ ticket }) => anAdmissionCode(ticket))
    const [inline, attached] = [images.filter(({ related }) => related), images.filter(({ related }) => !related)]
    expect(inline.map(({ content }) => readCode(content))).toEqual(codes)
    expect(attached.map(({ content }) => readCode(content))).toEqual(codes)
    expect(attached.map(({ contentDisposition }) => contentDisposition)).toEqual(codes.map(() => 'attachment'))
    expect(attached[2]!.filename).toBe(`${mail.tickets[2]!.ticket.confirmationCode}.png`)
    const shown = [...(parsed.html as string).matchAll(/<img\s+src="cid:([^"]+)"\s+alt="([^"]+)"/g)]
    expect(shown.map(([, id]) => id)).toEqual(inline.map(({ cid }) => cid))
    expect(shown[2]![2]).toContain(mail.tickets[2]!.ticket.confirmationCode)
  })

  // A large mail service cuts HTML off at 102 kB.
  it('has HTML of at most 90 kB with every ticket and its whole code for any order', async () => {
    const [{ image }] = (await aMail()).tickets
    const texts = ['W', 'é', '😀', '"', 'ש', '夜', 'W ', 'a\u0301', 'a\u2066'].map((text) =>
      text.repeat(255 / text.length),
    )
    const category = (text: string) => ({
      priceCategory: PriceCategoryId('child'),
      name: PriceCategoryName(text.slice(0, 60)),
    })
    const publicUrl = { origin: 'https://museum.example', path: '' }
    const mailOf = (count: number, differentEvents: boolean, text: string) =>
      aMail({
        link: 'A'.repeat(44),
        orderId: OrderId(exampleId(900)),
        tickets: Array.from({ length: count }, (_, n) => ({
          ticket: anEventTicket({
            ticketId: TicketId(exampleId(1_000 + n)),
            event: {
              eventId: EventId(exampleId(differentEvents ? 2_000 + n : 2_000)),
              name: EventName(text),
              location: EventLocation(text),
            },
            priceCategory: category(text),
          }),
          image,
        })) as unknown as MailAboutTickets['tickets'],
      })
    for (const language of languages)
      for (const text of texts)
        for (const differentEvents of [true, false])
          for (const count of [1, 50]) {
            const { html } = mailMessage(await mailOf(count, differentEvents, text), {
              ...options,
              publicUrl,
              language,
            })
            expect(Buffer.byteLength(html as string)).toBeLessThanOrEqual(90_000)
            expect((html as string).match(/<img /g)).toHaveLength(count)
            const codes = [...(html as string).matchAll(/class="value code">(?:<[^>]+>)?([^<]+)</g)].map(
              ([, code]) => code,
            )
            expect(codes.filter((code) => code === anEventTicket().confirmationCode)).toHaveLength(count)
            expect(html).toContain(text.slice(0, 10).trim().replaceAll('"', '&quot;'))
          }
  })

  it('has no image of cancelled tickets', async () => {
    const { ticket } = (await aMail()).tickets[0]
    const parsed = await read(await aMail({ kind: 'cancelled', tickets: [{ ticket }] }))
    expect(imagesOf(parsed)).toEqual([])
    expect(parsed.html).not.toContain('<img')
  })

  it('has an all-day entry for the date of an event, and the hours of the museum for general entry', async () => {
    const mail = await aMailOfAnOrder()
    const parsed = await read(mail)
    const [night, day, ...others] = calendarsOf(parsed)
    expect(others).toEqual([])
    expect(parsed.text).toContain('2 entries for your calendar are attached.')
    expect((await read(await aMail())).text).toContain('An entry for your calendar is attached.')
    expect(night!.calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
    expect(night!.attached.headers.get('content-type')).toMatchObject({ params: { method: 'PUBLISH' } })
    expect([night!.attached.filename, day!.attached.filename]).toEqual(['2030-05-17.ics', '2030-05-17-2.ics'])
    expect(night!.event.startDate.isDate).toBe(true)
    expect(night!.event.startDate.toString()).toBe('2030-05-17')
    expect(night!.event.endDate.toString()).toBe('2030-05-18')
    expect(night!.event.summary).toBe('Night at the Museum')
    expect(night!.event.location).toBe('Main Hall, City Museum, Museumsplatz 1, 8001 Zürich')
    expect(night!.event.description.split('\n')).toHaveLength(2)
    expect(night!.valueOf('status')).toBe('CONFIRMED')
    expect(night!.valueOf('organizer')).toBe('mailto:tickets@museum.example')
    // 9:00 and 18:00 in Zurich in summer.
    expect(day!.event.startDate.toJSDate().toISOString()).toBe('2030-05-17T07:00:00.000Z')
    expect(day!.event.endDate.toJSDate().toISOString()).toBe('2030-05-17T16:00:00.000Z')
    expect(day!.event.summary).toBe('General entry, City Museum')
    for (const { text } of [night!, day!]) {
      expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
      expect(text).toContain('\r\nDTSTAMP:20300401T120000Z\r\n')
    }
  })

  it.each(languages)('has the entry time in the subject and beside the date: %s', async (language) => {
    const ticket = aGeneralTicket({ entryTime: TimeOfDay('11:30') })
    const parsed = await read(await aMail({ tickets: [await withImage(ticket)] }), { language })
    expect(parsed.subject).toContain(formatVisit(language, ticket, 'short'))
    for (const text of [parsed.text!, shownText(parsed.html as string)])
      expect(text).toContain(formatVisit(language, ticket))
    expect(formatVisit(language, ticket)).toContain('11:30')
  })

  it.each([
    ['in summer', '2030-05-17', '2030-05-17T09:30:00.000Z'],
    ['in winter', '2030-01-17', '2030-01-17T10:30:00.000Z'],
    ['on the day on which clocks change', '2030-03-31', '2030-03-31T09:30:00.000Z'],
  ])('has a calendar entry that begins at the entry time, without an end: %s', async (_, date, start) => {
    const time = { ticketDate: CalendarDate(date), entryTime: TimeOfDay('11:30') }
    for (const ticket of [aGeneralTicket(time), anEventTicket(time)]) {
      const [calendar] = calendarsOf(await read(await aMail({ tickets: [await withImage(ticket)] })))
      expect(calendar!.event.startDate.toJSDate().toISOString()).toBe(start)
      expect([calendar!.valueOf('dtend'), calendar!.valueOf('duration')]).toEqual([null, null])
    }
  })

  it('names each entry time of a date with its tickets, and has a calendar entry for each', async () => {
    const timed = (n: number, entryTime: string) =>
      withImage(aGeneralTicket({ ticketId: TicketId(exampleId(n)), entryTime: TimeOfDay(entryTime) }))
    const tickets = [await timed(1, '11:30'), await timed(2, '12:00'), await timed(3, '11:30')] as const
    const sold = await aMail({ orderId: OrderId(exampleId(900)), tickets })
    const parsed = await read(sold)
    expect(parsed.subject).toBe('Your 3 tickets: City Museum')
    expect(parsed.text!.match(/17 May 2030, 1[12]:\d0|Ticket \d of 3/g)).toEqual([
      '17 May 2030, 11:30',
      'Ticket 1 of 3',
      'Ticket 3 of 3',
      '17 May 2030, 12:00',
      'Ticket 2 of 3',
    ])
    const calendars = calendarsOf(parsed)
    expect(calendars.map(({ event }) => event.description.split('\n').length)).toEqual([2, 1])
    const [first, second, third] = tickets
    const cancelled = { ...sold, kind: 'cancelled' as const, tickets: [second, third] as const }
    const entries = calendarsOf(await read({ ...cancelled, stillValid: [first.ticket] }))
    expect(entries.map(({ event }) => event.uid)).toEqual([calendars[1]!.event.uid])
  })

  it('cancels the entry under the same identifier and a greater number, and a restoration replaces both', async () => {
    const sold = await aMailOfAnOrder()
    const later = (kind: MailAboutTickets['kind'], seconds: number) =>
      read({ ...sold, kind, at: Instant(sold.at + 1_000 * seconds) }).then(calendarsOf)
    const versions = [calendarsOf(await read(sold)), await later('cancelled', 1), await later('restored', 2)]
    for (const n of [0, 1]) {
      const [first, ...others] = versions.map((version) => version[n]!)
      for (const other of others) expect(other.event.uid).toBe(first!.event.uid)
      const numbers = versions.map((version) => version[n]!.event.sequence)
      expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2])
      expect(versions.map((version) => version[n]!.valueOf('status'))).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED'])
      expect(versions.map((version) => version[n]!.calendar.getFirstPropertyValue('method'))).toEqual([
        'PUBLISH',
        'CANCEL',
        'PUBLISH',
      ])
    }
    expect(versions[0]![0]!.event.uid).not.toBe(versions[0]![1]!.event.uid)
  })

  it('keeps the entry of a date for which other tickets of the order stay valid', async () => {
    const { tickets, ...mail } = await aMailOfAnOrder({ kind: 'cancelled' })
    const [one, two, day] = tickets
    const cancelled = { ...mail, tickets: [one, day!] as const }
    const parsed = await read({ ...cancelled, stillValid: [two!.ticket] })
    expect(calendarsOf(parsed).map(({ event }) => event.summary)).toEqual(['General entry, City Museum'])
    expect(parsed.text).toContain('Your other tickets of this order remain valid.')
    expect(calendarsOf(await read(cancelled))).toHaveLength(2)
  })

  it.each(languages)('names general entry as the ticket image does: %s', async (language) => {
    const { generalEntry } = dictionaries[language].ticketImage
    const parsed = await read(await aMail({ tickets: [await withImage(aGeneralTicket())] }), { language })
    for (const text of [parsed.subject!, parsed.text!, shownText(parsed.html as string)])
      expect(text).toContain(generalEntry)
    expect(calendarsOf(parsed)[0]!.event.summary.startsWith(generalEntry)).toBe(true)
  })

  it('has an all-day entry for general entry whose hours are not known', async () => {
    const parsed = await read(await aMail({ tickets: [{ ticket: aGeneralTicket() }] }))
    expect(calendarsOf(parsed)[0]!.event.startDate.isDate).toBe(true)
    expect(parsed.text).not.toContain('Opening hours')
  })

  it('shows texts of visitors and staff as they are, in every part, whatever characters they have', async () => {
    const name = `<b>"Nacht" & 'Tag'; a,b\\c\r\nBcc: x@y.example 夜のミュージアム😀` as EventName
    const location = EventLocation('Saal <1>, "links"; & ö')
    const ticket = anEventTicket({ event: { ...anEventTicket().event, name, location }, price: Price(0) })
    const parsed = await read(await aMail({ tickets: [await withImage(ticket)] }), {
      museumName: '"Museum", <a@b.example>; Köln\r\nX-Injected: yes',
    })
    expect(parsed.subject).toContain(`<b>"Nacht" & 'Tag'; a,b\\c`)
    for (const header of ['bcc', 'x-injected']) expect(parsed.headers.has(header)).toBe(false)
    expect((parsed.to as AddressObject).value).toEqual([{ address: 'visitor@example.org', name: '' }])
    expect(parsed.from!.value).toHaveLength(1)
    expect(parsed.from!.value[0]!.address).toBe('tickets@museum.example')
    expect(parsed.from!.value[0]!.name).toMatch(/^"?Museum"?, <?a@b\.example/)
    expect(parsed.html).not.toContain('<b>')
    expect(shownText(parsed.html as string)).toContain(`<b>"Nacht" & 'Tag'; a,b\\c`)
    expect(shownText(parsed.html as string)).toContain('Saal <1>, "links"; & ö')
    const [{ event, text }] = calendarsOf(parsed) as [ReturnType<typeof calendarsOf>[number]]
    expect(event.summary).toBe(name.replace('\r\n', '\n'))
    expect(event.location).toContain('Saal <1>, "links"; & ö, "Museum", <a@b.example>; Köln')
    expect(text).not.toMatch(/^Bcc/m)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })

  describe('with the link of a visitor', () => {
    const link = `AQ${'-_Az09'.repeat(7)}`
    const publicUrl = { origin: 'https://museum.example', path: '/entry' }
    const url = `https://museum.example/entry/my-tickets/${link}`

    it.each(languages)('leads to the tickets online, and says so: %s', async (language) => {
      const { online } = dictionaries[language].mail
      for (const kind of ['sold', 'cancelled', 'restored'] as const) {
        const { text, html } = await read(await aMailOfAnOrder({ kind, link }), { language, publicUrl })
        const [sentence, other] =
          kind === 'cancelled' ? [online.cancelled, online.valid] : [online.valid, online.cancelled]
        expect(text).toContain(`\n${sentence}\n${dictionaries[language].mail.labelled(online.link, url)}\n`)
        const shown = shownText(html as string)
        for (const words of [sentence, online.link]) expect(shown).toContain(words)
        expect(shown + text).not.toContain(other)
        expect(html).toMatch(new RegExp(`<a href="${url}"[^>]*>${online.link}</a`))
      }
    })

    it('has it in each calendar entry, also in one that is cancelled', async () => {
      for (const kind of ['sold', 'cancelled'] as const) {
        const calendars = calendarsOf(await read(await aMailOfAnOrder({ kind, link }), { publicUrl }))
        expect(calendars.map(({ valueOf }) => valueOf('url'))).toEqual([url, url])
      }
    })

    it('has it neither without the link nor without the URL of the museum', async () => {
      const mail = await aMailOfAnOrder()
      for (const [without, but] of [
        [mail, { publicUrl }],
        [{ ...mail, link }, {}],
      ] as const) {
        const parsed = await read(without, but)
        expect([parsed.text, parsed.html].join()).not.toContain(dictionaries.en.mail.online.link)
        expect(calendarsOf(parsed).map(({ text }) => text.includes('\r\nURL'))).toEqual([false, false])
      }
    })
  })

  it('is in the language of the visitor, else in the one of the museum', async () => {
    for (const [tag, language] of [
      ['fr-CH', 'fr'],
      ['pt-BR', 'de'],
      [undefined, 'de'],
    ] as const) {
      const mail = await aMail({ ...(tag && { language: LanguageTag(tag) }) })
      const parsed = await read(mail, { language: 'de' })
      expect(parsed.headers.get('content-language')).toBe(language)
      expect(parsed.text).toContain(dictionaries[language].mail.sold.introduction(1))
      expect(parsed.html).toContain(`<html lang="${language}"`)
      expect(calendarsOf(parsed)[0]!.event.description).toContain(dictionaries[language].mail.confirmationCode)
    }
  })

  it('isolates texts from right to left in the subject, the text, the HTML and the calendar', async () => {
    const [name, location, museumName] = ['ليلة في المتحف', 'القاعة 2', 'מוזיאון']
    const category = { priceCategory: PriceCategoryId('child'), name: PriceCategoryName('طفل 6') }
    const event = { ...anEventTicket().event, name: EventName(name), location: EventLocation(location) }
    const one = await withImage(anEventTicket({ event, priceCategory: category }))
    const its = { museumName, address: 'רחוב 1\nתל אביב' }
    const parsed = await read(await aMail({ tickets: [one] }), its)
    expect(parsed.subject).toBe(`Your ticket: \u2068${name}\u2069, 17 May 2030`)
    expect((await read(await aMailOfAnOrder(), its)).subject).toBe(`Your 3 tickets: \u2068${museumName}\u2069`)
    for (const text of [name, location, museumName, 'רחוב 1', 'תל אביב', 'طفل 6']) {
      expect(parsed.text).toContain(`\u2068${text}\u2069`)
      expect(parsed.html).toContain(`<bdi>${text}</bdi>`)
    }
    const cancelled = await read(await aMail({ kind: 'cancelled', cause: 'event', tickets: [one] }), its)
    expect(cancelled.html).toContain(`<bdi>${name}</bdi> on 17 May 2030`)
    const [{ event: entry }] = calendarsOf(parsed) as [ReturnType<typeof calendarsOf>[number]]
    expect(entry.summary).toBe(`\u2068${name}\u2069`)
    expect(entry.location).toBe(
      ['القاعة 2', museumName, 'רחוב 1', 'תל אביב'].map((text) => `\u2068${text}\u2069`).join(', '),
    )
  })

  it('has balanced elements in the HTML, whatever controls a name has', async () => {
    const name = EventName('\u2069\u2067ليلة\u2069 في\u2069 \u202eالمتحف\u2068')
    const one = await withImage(anEventTicket({ event: { ...anEventTicket().event, name } }))
    const { html } = await read(await aMail({ kind: 'cancelled', cause: 'event', tickets: [one] }))
    const counts = ['<bdi>', '</bdi>'].map((tag) => (html as string).split(tag).length - 1)
    expect(counts).toEqual([2, 2])
  })

  it('has a Message-ID of the identifier and the domain of the sender, the same each time', async () => {
    const mail = await aMail()
    const [first, again] = [await read(mail), await read(mail)]
    expect(first.messageId).toBe('<01940000-0000-7000-8000-00000000abcd@museum.example>')
    expect(again.messageId).toBe(first.messageId)
    expect((await read(mail, { from: 'karten@köln.example' })).messageId).toMatch(/@xn--kln-sna\.example>$/)
  })
})

describe('the e-mail with the link of a cancellation', () => {
  const publicUrl = { origin: 'https://museum.example', path: '/entry' }

  it.each(languages)('leads to the page that asks, and says what comes back: %s', async (language) => {
    const words = dictionaries[language].ownCancellation
    const mail = aMailAboutCancellation({ back: { online: 1_990, atMuseum: 1_200 } })
    const { text, html, subject, attachments } = await read(mail, { language, publicUrl })
    const url = `https://museum.example/entry/my-tickets/cancellation/${mail.link}`
    expect(subject).toBe(words.subject(isolated('City Museum')))
    const until = formatMoment(language, mail.until, 'Europe/Zurich')
    expect(until).toContain('15:00')
    for (const shown of [
      words.question(2),
      words.introduction,
      words.confirmUntil(until),
      words.amountGoesBack.online(formatMoney(language, 1_990, 'EUR')),
      words.amountGoesBack.atMuseum(formatMoney(language, 1_200, 'EUR')),
      words.ignore,
      mail.tickets[0].confirmationCode,
    ]) {
      expect(text).toContain(shown)
      expect(shownText(html as string)).toContain(shown)
    }
    expect(text).toContain(url)
    expect(html).toContain(`href="${url}"`)
    expect(attachments).toEqual([])
  })

  it('is followed by one that says what the payment provider gives back', async () => {
    const { text } = await read(await aMailOfAnOrder({ kind: 'cancelled', givenBackOnline: 1_990 }))
    expect(text).toContain('€19.90 goes back the way you paid')
    expect((await read(await aMailOfAnOrder({ kind: 'cancelled' }))).text).not.toContain('goes back')
  })
})

describe('the e-mail about a payment that is returned', () => {
  it('says it all in plain text, with no attachment', async () => {
    const parsed = await read(aMailAboutPayment())
    expect([parsed.subject, parsed.attachments]).toEqual([
      'Your payment is refunded: Night at the Museum, 17 May 2030, 11:30',
      [],
    ])
    expect(parsed.text).toBe(
      [
        'We are refunding your payment',
        'When your payment reached us, your places were no longer reserved and could no longer be sold to you.',
        'No tickets were issued for this payment.',
        'We are refunding the whole amount, €39.80. It goes back the way you paid, for example to your card, and usually arrives within a few days.',
        '— ◆ —\nNight at the Museum\nMain Hall\nFriday, 17 May 2030, 11:30',
        '— ◆ —\nRefund: €39.80',
        'If you have any questions, please contact the museum.',
        '-- \nCity Museum\nMuseumsplatz 1\n8001 Zürich\nTerms and conditions: https://museum.example/terms?a=1&b=2\n',
      ].join('\n\n'),
    )
  })

  it.each(languages)('gives each reason, the amount and what was reserved in the language: %s', async (language) => {
    const { reasons, noTickets, ticketsStayValid, amountGoesBack, ...words } =
      dictionaries[language].mail.paymentReturned
    const money = formatMoney(language, 3_980, 'EUR')
    for (const because of ['sold', 'released', 'expired', 'another-amount'] as const) {
      const parsed = await read(aMailAboutPayment({ because }), { language })
      expect(parsed.headers.get('content-language')).toBe(language)
      for (const text of [parsed.text!, shownText(parsed.html as string)]) {
        const visit = formatVisit(language, { ticketDate: '2030-05-17', entryTime: '11:30' })
        for (const part of [
          words.heading,
          reasons[because],
          amountGoesBack(money),
          words.refund,
          words.questions,
          visit,
        ])
          expect(text).toContain(part)
        expect([text.includes(noTickets), text.includes(ticketsStayValid)]).toEqual([true, false])
      }
    }
    expect(new Set(Object.values(reasons)).size).toBe(4)
  })

  it('says of the order that another payment has paid that its tickets are valid', async () => {
    const parsed = await read(aMailAboutPayment({ because: 'sold', orderId: OrderId(exampleId(900)) }))
    for (const text of [parsed.text!, shownText(parsed.html as string)]) {
      expect(text).toContain('The tickets that you already have remain valid.')
      expect(text).toContain('aaaa-acpm')
      expect(text).not.toContain('No tickets were issued')
    }
  })

  it('is in the language of the visitor where the museum writes in it, and names the museum for several visits', async () => {
    const [visit] = aMailAboutPayment().visits
    const visits = [visit!, { ticketDate: CalendarDate('2030-05-18') }]
    const inFrench = await read(aMailAboutPayment({ language: LanguageTag('fr-CH'), visits }))
    expect([inFrench.headers.get('content-language'), inFrench.subject]).toEqual([
      'fr',
      'Votre paiement vous est remboursé\u00a0: City Museum',
    ])
    expect(inFrench.html).toContain('<html lang="fr"')
    expect(inFrench.text).toContain('Entrée au musée\nSamedi 18 mai 2030')
    const inAnother = await read(aMailAboutPayment({ language: LanguageTag('it') }))
    expect(inAnother.headers.get('content-language')).toBe('en')
  })
})

describe('the e-mail by which a reservation is paid', () => {
  const publicUrl = { origin: 'https://museum.example', path: '/museum' }
  const { link } = aMailAboutReservation()
  const url = `https://museum.example/museum/buy/${link}`

  it('says what is reserved, the total, until when, and leads to the page where it is ordered', async () => {
    const parsed = await read(aMailAboutReservation(), { publicUrl })
    expect(parsed.subject).toBe('Your reservation: City Museum')
    expect(parsed.attachments).toEqual([])
    for (const text of [parsed.text!, shownText(parsed.html as string)])
      for (const shown of [
        'Your places are reserved',
        'Night at the Museum',
        'Main Hall',
        'Friday, 17 May 2030, 11:30 · 28 places',
        'Saturday, 18 May 2030 · 1 place',
        '€278.60',
        'Friday, 10 May 2030, 18:00',
      ])
        expect(text).toContain(shown)
    expect(parsed.text).toContain(url)
    expect(parsed.html).toContain(`href="${url}"`)
  })

  it('says all of it in every language, and that it is free where it is', async () => {
    for (const language of languages) {
      const { reservation, free } = dictionaries[language].mail
      const parsed = await read(aMailAboutReservation({ total: 0 }), { language, publicUrl })
      expect(parsed.subject).toBe(reservation.subject('City Museum'))
      for (const shown of [reservation.heading, reservation.introduction, reservation.online.label, free, url])
        expect(parsed.text).toContain(shown)
    }
  })
})

describe('the e-mail with the links that a visitor has asked for', () => {
  const publicUrl = { origin: 'https://museum.example', path: '' }
  const urls = aMailWithLinks().linked.map(({ link }) => `https://museum.example/my-tickets/${link}`)

  it('has each link once, below what its tickets are for', async () => {
    const parsed = await read(aMailWithLinks(), { publicUrl })
    expect([parsed.subject, parsed.attachments]).toEqual(['Your tickets: City Museum', []])
    const inOrder = [
      'Night at the Museum',
      'Main Hall',
      'Friday, 17 May 2030',
      'Saturday, 18 May 2030, 11:30',
      urls[0]!,
      'Sunday, 19 May 2030',
      urls[1]!,
    ]
    for (const text of [parsed.text!, parsed.html as string]) {
      const places = inOrder.map((shown) => text.indexOf(shown))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(places).not.toContain(-1)
      for (const url of urls) expect(text.split(url)).toHaveLength(2)
    }
  })

  it('says in every language who has asked for it', async () => {
    for (const language of languages) {
      const { links, online } = dictionaries[language].mail
      const parsed = await read(aMailWithLinks(), { language, publicUrl })
      expect(parsed.subject).toBe(links.subject('City Museum'))
      for (const shown of [links.heading, links.introduction, links.notAsked, online.link])
        expect(parsed.text).toContain(shown)
    }
  })
})

/** The text of HTML, as a reader sees it. */
const shownText = (markup: string) =>
  markup
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
