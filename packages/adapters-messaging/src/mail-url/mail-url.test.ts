import { describe, expect, it } from '@jest/globals'
import { faultOfMailName, faultOfMailUrl, mailDestination } from './index.ts'

describe('the URL of a mail server', () => {
  it.each([
    ['smtp://localhost', { host: 'localhost', port: 587, isSecure: false, isThisMachine: true }],
    ['smtp://127.1.2.3:2525/', { host: '127.1.2.3', port: 2525, isSecure: false, isThisMachine: true }],
    ['smtp://[::1]:25', { host: '::1', port: 25, isSecure: false, isThisMachine: true }],
    ['smtp://127.0.0.1.example', { host: '127.0.0.1.example', port: 587, isSecure: false, isThisMachine: false }],
    ['smtp://LOCALHOST', { host: 'localhost', port: 587, isSecure: false, isThisMachine: true }],
    [
      'smtp://mail.bücher.example',
      { host: 'mail.xn--bcher-kva.example', port: 587, isSecure: false, isThisMachine: false },
    ],
    ['smtp://localhost.example', { host: 'localhost.example', port: 587, isSecure: false, isThisMachine: false }],
    ['smtp://[::ffff:127.0.0.1]', { host: '::ffff:7f00:1', port: 587, isSecure: false, isThisMachine: false }],
    [
      'smtps://tickets%40museum.example:p%3Aa%2Fss@mail.example',
      {
        host: 'mail.example',
        port: 465,
        isSecure: true,
        isThisMachine: false,
        user: { name: 'tickets@museum.example', password: 'p:a/ss' },
      },
    ],
    ['file:outbox', { folder: 'outbox' }],
    ['file:/var/outbox', { folder: '/var/outbox' }],
    ['file:///var/outbox', { folder: '/var/outbox' }],
  ])('%s', (url, destination) => {
    expect(faultOfMailUrl(url)).toBeUndefined()
    expect(mailDestination(url)).toEqual(destination)
  })

  const form =
    'must be smtp://host:port, smtps://user:password@host:port or file:folder, with user and password percent-encoded'
  it.each([
    ['mail.example', form],
    ['http://mail.example', form],
    ['smtp://mail.example:99999', form],
    ['smtp://', 'must name the host of the mail server'],
    ['smtp://mail%0d.example', 'must name the host of the mail server'],
    ['smtp://mail%zz.example', 'must name the host of the mail server'],
    ['smtp:mail.example', 'must name the host of the mail server'],
    ['smtp://mail.example/path', 'must have nothing after the port: no path, no ? and no #'],
    ['smtp://mail.example?pool=true', 'must have nothing after the port: no path, no ? and no #'],
    ['smtp://mail.example#a', 'must have nothing after the port: no path, no ? and no #'],
    ['smtp://mail.example:0', 'must have a port from 1 to 65535'],
    ['smtps://secret@mail.example', 'must have a user and a password, or neither'],
    ['smtps://:secret@mail.example', 'must have a user and a password, or neither'],
    ['smtps://a:secret%zz@mail.example', 'must have a percent-encoded user and password'],
    ['smtps://a:secret%0d%0a@mail.example', 'must have a percent-encoded user and password'],
    ['file:', 'must name a folder after file:'],
  ])('%s has a fault, which shows nothing of it', (url, fault) => {
    expect(faultOfMailUrl(url)).toBe(fault)
    expect(() => mailDestination(url)).toThrow(new TypeError(`The URL of the mail server ${fault}.`))
    expect(fault).not.toContain('secret')
  })
})

describe('the name of this server in the greeting of a mail server', () => {
  it.each(['tickets.museum.example', 'museum', 'bücher.example', '[192.0.2.1]', '[IPv6:2001:db8::1]'])(
    'may be %s',
    (name) => {
      expect(faultOfMailName(name)).toBeUndefined()
    },
  )

  it.each([
    '',
    ' ',
    'museum.example\r\nRSET',
    'a b',
    'a..b',
    'tickets@museum.example',
    '[tickets]',
    'http://museum.example',
  ])('may not be %j', (name) => {
    expect(faultOfMailName(name)).toMatch(/^must be a host name such as /)
  })
})
