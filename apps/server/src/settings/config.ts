import type { BlockList } from 'node:net'
import type { ClientCertificate } from '@museum/adapters-persistence'
import type { Password, ProgrammeScope, TicketKeyPair, Username } from '@museum/application'
import type { CalendarDate, Currency, Price } from '@museum/domain'
import type { Language } from '@museum/languages'
import type { PublicUrl } from './public-url.ts'

/** A warning about a setting that is valid but probably a mistake or a risk, and what the operator must do. */
export type Warning = Readonly<{ message: string; advice: string }>

export type Config = Readonly<{
  host: string
  port: number
  basePath: string
  /** Where clients see the museum. */
  publicUrl?: PublicUrl
  databaseUrl: string
  /** The certificate of the authority that signed the database's certificate, as PEM text. */
  databaseCa?: string
  /** The certificate of the server as a client of MySQL, and its key, as PEM text. */
  databaseClientCertificate?: ClientCertificate
  databaseConnections: number
  /** The administrator that the environment names. */
  administrator?: Readonly<{ username: Username; password: Password }>
  /** The key pairs for the codes of tickets, from a file. */
  givenTicketKeys?: readonly TicketKeyPair[]
  trustedProxies: BlockList
  museumName: string
  /** The postal address of the museum, of one line or several. */
  address?: string
  /** What the page at `/` tells everyone. */
  homePage: ProgrammeScope
  language: Language
  timeZone: string
  currency: Currency
  generalPrice: Price
  /** A fixed date instead of the current one, for rehearsals. */
  today?: CalendarDate
  corsOrigins: readonly string[]
  /** The number of days after the date of a ticket for which the data of its purchaser are kept; for ever if absent. */
  retentionDays?: number
  /** Whether the pages for staff are served. */
  desk: 'on' | 'off'
  /** Whether messages are sent to addresses of this machine and of private networks. */
  webhookPrivateAddresses: 'refuse' | 'allow'
  /**
   * How e-mails are sent; none are without it: the URL of the mail server, the address of the sender, the most e-mails a minute
   * about tickets of changed events, the name of this server in the greeting of the mail server, and the URL of the museum's
   * terms.
   */
  mail?: Readonly<{ url: string; from: string; rate: number; name?: string; termsUrl?: string }>
  /** Where the metrics are served; nothing is counted without it. Port 0 takes a free one. */
  metrics?: Readonly<{ host: string; port: number }>
  logLevel: string
  warnings: readonly Warning[]
}>
