import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, describe, expect, it } from '@jest/globals'
import { generate } from 'selfsigned'
import { settingNames } from './describe-settings.ts'
import { readConfig } from './read-config.ts'

const { cert, private: certKey } = await generate([{ name: 'commonName', value: 'An authority' }])
const { private: anotherKey } = await generate([{ name: 'commonName', value: 'Another' }])
const encryptedKey = createPrivateKey(certKey).export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'hunter2',
})
const ticketKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
const folder = mkdtempSync(join(tmpdir(), 'museum-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const bytes = (name: string, content: readonly number[]) => {
  writeFileSync(join(folder, name), Uint8Array.from(content))
  return join(folder, name)
}

const config = (environment: NodeJS.ProcessEnv) => {
  const read = readConfig(environment)
  expect(read.faults).toEqual([])
  return { ...read.config, warnings: read.config.warnings.map(({ message }) => message) }
}
const faults = (environment: NodeJS.ProcessEnv) => readConfig(environment).faults

describe('the settings', () => {
  it('have defaults', () => {
    const { trustedProxies, shopUnlimitedNetworks, ...rest } = config({ HOME: '/root', MUSEUM_NAME: '' })
    for (const list of [trustedProxies, shopUnlimitedNetworks]) expect(list.rules).toEqual([])
    expect(rest).toEqual({
      host: '127.0.0.1',
      port: 8080,
      basePath: '/v1.1',
      databaseUrl: 'sqlite:data/museum.sqlite',
      databaseConnections: 10,
      adminUsername: 'admin',
      userAdministration: 'api',
      museumName: 'The Museum',
      homePage: 'hours',
      language: 'en',
      timeZone: 'UTC',
      currency: 'EUR',
      generalPrice: 0,
      paymentMethods: ['cash', 'card'],
      dayEnds: '00:00',
      corsOrigins: [],
      mailRate: 60,
      metricsHost: '127.0.0.1',
      logLevel: 'info',
      desk: 'on',
      webhookPrivateAddresses: 'refuse',
      shop: 'off',
      shopTickets: 20,
      shopPhone: 'off',
      shopLimit: 30,
      payment: 'off',
      rehearsalFolder: 'data/payments',
      stripeMethods: ['card'],
      warnings: [],
    })
  })

  it('have a port and a host of the metrics, and a warning about a host without a port', () => {
    expect(config({ MUSEUM_METRICS_PORT: '0' })).toMatchObject({
      metricsHost: '127.0.0.1',
      metricsPort: 0,
      warnings: [],
    })
    expect(config({ MUSEUM_METRICS_PORT: '9464', MUSEUM_METRICS_HOST: '::' })).toMatchObject({
      metricsHost: '::',
      metricsPort: 9464,
    })
    expect(config({ MUSEUM_METRICS_HOST: '127.0.0.1' })).toMatchObject({
      warnings: ['MUSEUM_METRICS_HOST has no effect without MUSEUM_METRICS_PORT: no metrics are served.'],
    })
    expect(faults({ MUSEUM_METRICS_PORT: '65536' })).toEqual(['MUSEUM_METRICS_PORT must be at most 65535.'])
  })

  it('have a payment page for rehearsals, with a warning, and a place to which visitors come back', () => {
    const MUSEUM_PUBLIC_URL = 'https://museum.example'
    const read = config({ MUSEUM_PAYMENT: 'rehearsal', MUSEUM_PUBLIC_URL, MUSEUM_REHEARSAL_PAYMENTS: 'payments' })
    expect(read).toMatchObject({ payment: 'rehearsal', rehearsalFolder: 'payments' })
    expect(read.warnings).toEqual([expect.stringMatching(/^MUSEUM_PAYMENT IS rehearsal: /)])
    expect(faults({ MUSEUM_PAYMENT: 'rehearsal' })).toEqual([
      'MUSEUM_PAYMENT needs MUSEUM_PUBLIC_URL, to which visitors come back from the payment page.',
    ])
    expect(faults({ MUSEUM_PAYMENT: 'on' })).toEqual(['MUSEUM_PAYMENT must be one of off, stripe, rehearsal.'])
  })

  it('have the key of Stripe in a file, with a warning about one for tests', () => {
    const [MUSEUM_PAYMENT, MUSEUM_PUBLIC_URL] = ['stripe', 'https://museum.example']
    const live = config({
      MUSEUM_PAYMENT,
      MUSEUM_PUBLIC_URL,
      MUSEUM_STRIPE_KEY_FILE: file('live-key', 'rk_live_abc\n'),
      MUSEUM_STRIPE_WEBHOOK_SECRET_FILE: file('stripe-secret', 'whsec_abc\n'),
      MUSEUM_STRIPE_METHODS: 'card,twint',
    })
    expect(live).toMatchObject({
      stripeKey: 'rk_live_abc',
      stripeWebhookSecret: 'whsec_abc',
      stripeMethods: ['card', 'twint'],
      warnings: [],
    })
    const MUSEUM_STRIPE_KEY_FILE = file('test-key', 'sk_test_abc')
    const test = config({ MUSEUM_PAYMENT, MUSEUM_PUBLIC_URL, MUSEUM_STRIPE_KEY_FILE })
    expect(test.warnings).toEqual([expect.stringMatching(/^MUSEUM_STRIPE_KEY_FILE has a test key/)])
    expect(faults({ MUSEUM_PAYMENT, MUSEUM_PUBLIC_URL })).toEqual([
      'MUSEUM_PAYMENT=stripe needs MUSEUM_STRIPE_KEY_FILE.',
    ])
    expect(faults({ MUSEUM_STRIPE_KEY_FILE: file('no-stripe-key', 'hunter2') })).toEqual([
      'MUSEUM_STRIPE_KEY_FILE names a file that does not hold a secret or restricted key of Stripe.',
    ])
    const paying = { MUSEUM_PAYMENT, MUSEUM_STRIPE_KEY_FILE }
    expect(faults({ ...paying, MUSEUM_PUBLIC_URL: 'http://museum.example' })).toEqual([
      expect.stringMatching(/^MUSEUM_PUBLIC_URL must be https/),
    ])
    expect(faults({ ...paying, MUSEUM_PUBLIC_URL, MUSEUM_TODAY: '2030-05-17' })).toEqual([
      expect.stringMatching(/^MUSEUM_TODAY and MUSEUM_PAYMENT=stripe are both set/),
    ])
    expect(faults({ MUSEUM_STRIPE_API_URL: 'https://elsewhere.example' })).toEqual([
      'MUSEUM_STRIPE_API_URL must be an http URL of this machine.',
    ])
  })

  it('are read from the environment', () => {
    const read = config({
      MUSEUM_HOST: '::1',
      MUSEUM_PORT: '0',
      MUSEUM_BASE_PATH: '/museum/v1.1',
      MUSEUM_DATABASE_URL: 'mysql://museum:p%40ss@db.example/museum',
      MUSEUM_DATABASE_CA_FILE: file('ca.pem', cert),
      MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: file('client.pem', cert),
      MUSEUM_DATABASE_CLIENT_KEY_FILE: file('client-key.pem', certKey),
      MUSEUM_ADMIN_USERNAME: 'Direktør',
      MUSEUM_ADMIN_PASSWORD: 'a:b ',
      MUSEUM_TICKET_KEY_FILE: file('ticket-key.pem', ticketKey),
      MUSEUM_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,2001:db8::/32',
      MUSEUM_NAME: 'Musée 🏛️',
      MUSEUM_HOME_PAGE: 'full',
      MUSEUM_LANGUAGE: 'fr',
      MUSEUM_TIME_ZONE: 'Pacific/Auckland',
      MUSEUM_CURRENCY: 'CHF',
      MUSEUM_GENERAL_PRICE: '12,50',
      MUSEUM_PAYMENT_METHODS: 'card, cash,gift-card-2',
      MUSEUM_TODAY: '2030-02-28',
      MUSEUM_DAY_ENDS: '06:00',
      MUSEUM_CORS_ORIGINS: 'https://a.example,http://localhost:3000',
      MUSEUM_DESK: 'off',
      MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'allow',
      MUSEUM_LOG_LEVEL: 'silent',
    })
    expect(read).toMatchObject({
      host: '::1',
      port: 0,
      basePath: '/museum/v1.1',
      databaseUrl: 'mysql://museum:p%40ss@db.example/museum',
      databaseCa: cert.trimEnd(),
      databaseClientCertificate: cert.trimEnd(),
      databaseClientKey: certKey.trimEnd(),
      givenTicketKeys: [{ privateKey: ticketKey, publicKey: expect.stringMatching(/^[\w-]{43}$/) }],
      adminUsername: 'Direktør',
      adminPassword: 'a:b ',
      museumName: 'Musée 🏛️',
      homePage: 'full',
      language: 'fr',
      timeZone: 'Pacific/Auckland',
      currency: 'CHF',
      generalPrice: 1250,
      paymentMethods: ['card', 'cash', 'gift-card-2'],
      today: '2030-02-28',
      dayEnds: '06:00',
      corsOrigins: ['https://a.example', 'http://localhost:3000'],
      desk: 'off',
      webhookPrivateAddresses: 'allow',
      logLevel: 'silent',
    })
    expect(config({ MUSEUM_RETENTION_DAYS: '30' }).retentionDays).toBe(30)
    expect(read.trustedProxies.check('10.9.9.9')).toBe(true)
    expect(read.trustedProxies.check('192.0.2.7')).toBe(true)
    expect(read.trustedProxies.check('192.0.2.8')).toBe(false)
    expect(read.trustedProxies.check('2001:db8::1', 'ipv6')).toBe(true)
  })

  it.each([
    ['https://museum.example', 'https://museum.example', ''],
    ['https://museum.example/', 'https://museum.example', ''],
    ['http://LOCALHOST:80', 'http://localhost', ''],
    ['https://Example.org:8443/our/museum/', 'https://example.org:8443', '/our/museum'],
    ['https://[::1]/museum', 'https://[::1]', '/museum'],
    ['https://müseum.example', 'https://xn--mseum-kva.example', ''],
  ])('have a public URL, whose origin and path are %s', (MUSEUM_PUBLIC_URL, origin, path) => {
    expect(config({ MUSEUM_PUBLIC_URL }).publicUrl).toEqual({ origin, path })
  })

  it.each([
    'museum.example',
    '/museum',
    'ftp://museum.example',
    'https:museum.example',
    'https:///museum',
    'https://',
    'https://museum.example:x',
    'https://user@museum.example',
    'https://user:secret@museum.example',
    'https://museum.example/?',
    'https://museum.example/#',
    'https://museum.example/a b',
    'https://museum.example\\museum',
  ])('have no public URL that is not one: %s', (MUSEUM_PUBLIC_URL) => {
    expect(faults({ MUSEUM_PUBLIC_URL })).toEqual([
      'MUSEUM_PUBLIC_URL must be a URL such as https://museum.example or https://example.org/museum, without user, query and fragment.',
    ])
  })

  it.each([
    ['//', 'must be empty or a path such as /museum, without a slash at its end'],
    ['/museum//', 'must be empty or a path such as /museum, without a slash at its end'],
    ['/mus%C3%A9e', 'must be empty or a path such as /museum, without a slash at its end'],
    ['/docs', 'must not be /docs or above it'],
    ['/v1.1', 'must not be the base path or above it'],
  ])('have no public URL with a path below which the museum cannot be: %s', (path, fault) => {
    expect(faults({ MUSEUM_PUBLIC_URL: `https://example.org${path}` })).toEqual([
      `The path of MUSEUM_PUBLIC_URL ${fault}.`,
    ])
  })

  it('of e-mails are read, the URL of the mail server from a file too', () => {
    const mail = { MUSEUM_SMTP_URL: 'smtps://museum:p%40ss@mail.example', MUSEUM_MAIL_FROM: 'tickets@museum.example' }
    const read = { smtpUrl: mail.MUSEUM_SMTP_URL, mailFrom: mail.MUSEUM_MAIL_FROM, mailRate: 60, warnings: [] }
    expect(config(mail)).toMatchObject(read)
    expect(
      config({ ...mail, MUSEUM_SMTP_URL: '', MUSEUM_SMTP_URL_FILE: file('smtp-url', `${read.smtpUrl}\n`) }),
    ).toMatchObject(read)
    expect(
      config({
        MUSEUM_SMTP_NAME: 'tickets.museum.example',
        MUSEUM_MAIL_RATE: '6000',
        MUSEUM_ADDRESS: '1 Main Street, Bergen',
        MUSEUM_TERMS_URL: 'https://museum.example/terms',
      }),
    ).toMatchObject({
      smtpUrl: undefined,
      smtpName: 'tickets.museum.example',
      mailRate: 6000,
      address: '1 Main Street, Bergen',
      termsUrl: 'https://museum.example/terms',
      warnings: [],
    })
  })

  describe('of the shop', () => {
    const needed = {
      MUSEUM_PUBLIC_URL: 'https://museum.example',
      MUSEUM_SMTP_URL: 'smtps://mail.example',
      MUSEUM_TERMS_URL: 'https://museum.example/terms',
      MUSEUM_PRIVACY_URL: 'https://museum.example/privacy',
      MUSEUM_LEGAL_NOTICE_URL: 'https://museum.example/legal-notice',
    }
    const shop = { ...needed, MUSEUM_SHOP: 'on', MUSEUM_MAIL_FROM: 'tickets@museum.example' }

    it('are read', () => {
      expect(config(shop)).toMatchObject({
        shop: 'on',
        termsUrl: needed.MUSEUM_TERMS_URL,
        privacyUrl: needed.MUSEUM_PRIVACY_URL,
        legalNoticeUrl: needed.MUSEUM_LEGAL_NOTICE_URL,
        warnings: [
          'MUSEUM_SHOP is on and MUSEUM_TRUSTED_PROXIES is not set: visitors behind a proxy are not limited by MUSEUM_SHOP_LIMIT.',
        ],
      })
      expect(config({ ...shop, MUSEUM_TRUSTED_PROXIES: '10.0.0.0/8' }).warnings).toEqual([])
      expect(config({ MUSEUM_SHOP: 'off' })).toMatchObject({ shop: 'off' })
      expect(faults({ ...shop, MUSEUM_SHOP: 'yes' })).toEqual(['MUSEUM_SHOP must be one of off, on, rehearsal.'])
    })

    it('have the hours until which visitors cancel, or none', () => {
      for (const [text, hours] of [
        ['24', 24],
        ['0', 0],
        ['8760', 8_760],
        ['off', undefined],
        ['', undefined],
      ] as const)
        expect([text, config({ ...shop, MUSEUM_OWN_CANCELLATION: text }).ownCancellation]).toEqual([text, hours])
      for (const text of ['on', '-1', '1.5', '8761', '24h'])
        expect(faults({ ...shop, MUSEUM_OWN_CANCELLATION: text })).toEqual([
          'MUSEUM_OWN_CANCELLATION must be off or a number of hours from 0 to 8760.',
        ])
    })

    it.each(['MUSEUM_PUBLIC_URL', 'MUSEUM_SMTP_URL'])('are faulty while it is on without %s', (name) => {
      expect(faults({ ...shop, [name]: '' })).toEqual([`MUSEUM_SHOP=on needs ${name}.`])
    })

    it('are faulty with one sentence that names everything that is missing', () => {
      expect(faults({ MUSEUM_SHOP: 'on', MUSEUM_TERMS_URL: needed.MUSEUM_TERMS_URL })).toEqual([
        'MUSEUM_SHOP=on needs MUSEUM_PUBLIC_URL and MUSEUM_SMTP_URL.',
      ])
    })

    it('have the telephone number and the e-mail address of the museum', () => {
      const contacts = { MUSEUM_PHONE: '+49 (0)30 1234-0', MUSEUM_EMAIL: 'welcome@museum.example' }
      expect(config(contacts)).toMatchObject({ phone: contacts.MUSEUM_PHONE, email: contacts.MUSEUM_EMAIL })
      expect(faults({ MUSEUM_PHONE: 'ask at the desk', MUSEUM_EMAIL: 'museum.example' })).toEqual([
        expect.stringMatching(/^MUSEUM_PHONE must be a phone number/),
        expect.stringMatching(/^MUSEUM_EMAIL must be /),
      ])
    })

    it('have no second fault of one that is set and faulty', () => {
      expect(faults({ ...shop, MUSEUM_PRIVACY_URL: 'privacy' })).toEqual([
        'MUSEUM_PRIVACY_URL must be a URL such as https://museum.example/page.',
      ])
    })
  })

  describe('of a rehearsal of the shop', () => {
    const MUSEUM_SHOP = 'rehearsal'

    it('need nothing else, and give one warning', () => {
      expect(config({ MUSEUM_SHOP })).toMatchObject({
        shop: 'rehearsal',
        databaseUrl: 'sqlite:data/rehearsal/museum.sqlite',
        payment: 'rehearsal',
        publicUrl: { origin: 'http://127.0.0.1:8080', path: '' },
        smtpUrl: 'file:data/rehearsal/outbox',
        mailFrom: 'rehearsal@museum.example',
        rehearsalFolder: 'data/rehearsal/payments',
        termsUrl: undefined,
        warnings: [
          'MUSEUM_SHOP IS rehearsal: visitors buy at http://127.0.0.1:8080/buy, and the tickets are not valid; ' +
            'e-mails are files in data/rehearsal/outbox. This database stays one for rehearsals.',
        ],
      })
    })

    it.each([
      [{ MUSEUM_HOST: '0.0.0.0', MUSEUM_PORT: '81' }, 'http://127.0.0.1:81'],
      [{ MUSEUM_HOST: '::' }, 'http://127.0.0.1:8080'],
      [{ MUSEUM_HOST: '::1' }, 'http://[::1]:8080'],
      [{ MUSEUM_HOST: 'localhost', MUSEUM_PORT: '80' }, 'http://localhost'],
    ])('have the address of the server as the public URL: %j', (environment, origin) => {
      expect(config({ MUSEUM_SHOP, ...environment }).publicUrl?.origin).toBe(origin)
    })

    it.each([
      ['sqlite:/srv/trial/museum.sqlite', '/srv/trial'],
      ['sqlite:museum.sqlite', '.'],
      ['mysql://museum:secret@127.0.0.1/museum', 'data'],
    ])('have their files beside the embedded database, or in data: %s', (MUSEUM_DATABASE_URL, folder) => {
      expect(config({ MUSEUM_SHOP, MUSEUM_DATABASE_URL })).toMatchObject({
        smtpUrl: `file:${join(folder, 'outbox')}`,
        rehearsalFolder: join(folder, 'payments'),
      })
    })

    it('can be set otherwise, except for a payment at Stripe', () => {
      const others = {
        MUSEUM_PAYMENT: 'off',
        MUSEUM_PUBLIC_URL: 'https://trial.example/museum',
        MUSEUM_SMTP_URL: 'smtps://mail.example',
        MUSEUM_MAIL_FROM: 'tickets@museum.example',
      }
      expect(config({ MUSEUM_SHOP, ...others })).toMatchObject({
        payment: 'off',
        publicUrl: { origin: 'https://trial.example', path: '/museum' },
        smtpUrl: 'smtps://mail.example',
        mailFrom: 'tickets@museum.example',
        warnings: [expect.stringMatching(/ at https:\/\/trial\.example\/museum\/buy, .*; e-mails are sent\. /)],
      })
      const keyFile = file('rehearsed-stripe-key', 'rk_live_1')
      expect(faults({ MUSEUM_SHOP, MUSEUM_PAYMENT: 'stripe', MUSEUM_STRIPE_KEY_FILE: keyFile })).toEqual([
        'MUSEUM_SHOP=rehearsal and MUSEUM_PAYMENT=stripe are both set: a rehearsal takes no money. Remove MUSEUM_PAYMENT.',
      ])
    })

    it('need a public URL where each start takes another port', () => {
      expect(faults({ MUSEUM_SHOP, MUSEUM_PORT: '0' })).toEqual([
        'MUSEUM_SHOP=rehearsal needs MUSEUM_PUBLIC_URL while MUSEUM_PORT is 0: each start takes another port.',
      ])
    })
  })

  it('with a sender of e-mails and no mail server give a warning', () => {
    expect(config({ MUSEUM_MAIL_FROM: 'tickets@museum.example' }).warnings).toEqual([
      'MUSEUM_MAIL_FROM has no effect without MUSEUM_SMTP_URL: no e-mails are sent.',
    ])
  })

  it.each([
    [
      { MUSEUM_SMTP_URL: 'file:outbox' },
      'MUSEUM_SMTP_URL needs MUSEUM_MAIL_FROM: the address from which e-mails are sent.',
    ],
    [
      { MUSEUM_SMTP_URL_FILE: file('outbox-url', 'file:outbox') },
      'MUSEUM_SMTP_URL needs MUSEUM_MAIL_FROM: the address from which e-mails are sent.',
    ],
    [
      {
        MUSEUM_SMTP_URL: 'file:outbox',
        MUSEUM_SMTP_URL_FILE: file('another-url', 'file:outbox'),
        MUSEUM_MAIL_FROM: 'tickets@museum.example',
      },
      'MUSEUM_SMTP_URL and MUSEUM_SMTP_URL_FILE are both set: set one.',
    ],
    [
      { MUSEUM_SMTP_URL: 'mail.example', MUSEUM_MAIL_FROM: 'tickets@museum.example' },
      'MUSEUM_SMTP_URL must be smtp://host:port, smtps://user:password@host:port or file:folder, with user and password percent-encoded.',
    ],
    [
      { MUSEUM_SMTP_URL: 'smtp://hunter2@mail.example', MUSEUM_MAIL_FROM: 'tickets@museum.example' },
      'MUSEUM_SMTP_URL must have a user and a password, or neither.',
    ],
    ...['Museum <tickets@museum.example>', 'tickets', 'a@b.example,c@d.example'].map((from) => [
      { MUSEUM_MAIL_FROM: from },
      expect.stringMatching(/^MUSEUM_MAIL_FROM must /),
    ]),
    [
      { MUSEUM_SMTP_NAME: 'the museum' },
      'MUSEUM_SMTP_NAME must be a host name such as tickets.museum.example, or an address such as [192.0.2.1].',
    ],
    [{ MUSEUM_MAIL_RATE: '0' }, 'MUSEUM_MAIL_RATE must be at least 1.'],
    [{ MUSEUM_MAIL_RATE: '6001' }, 'MUSEUM_MAIL_RATE must be at most 6000.'],
    [{ MUSEUM_ADDRESS: ' ' }, 'MUSEUM_ADDRESS must not be blank.'],
    ...['museum.example/terms', 'javascript:alert(1)', 'file:///terms'].flatMap((url) => [
      [{ MUSEUM_TERMS_URL: url }, 'MUSEUM_TERMS_URL must be a URL such as https://museum.example/page.'],
      [{ MUSEUM_PRIVACY_URL: url }, 'MUSEUM_PRIVACY_URL must be a URL such as https://museum.example/page.'],
      [{ MUSEUM_LEGAL_NOTICE_URL: url }, 'MUSEUM_LEGAL_NOTICE_URL must be a URL such as https://museum.example/page.'],
    ]),
  ] as [NodeJS.ProcessEnv, string][])('of e-mails are faulty: %j: %s', (environment, fault) => {
    expect(faults(environment)).toEqual([fault])
  })

  it('name the administrator admin when only the password is given', () => {
    expect(config({ MUSEUM_ADMIN_PASSWORD: 'x' })).toMatchObject({ adminUsername: 'admin', adminPassword: 'x' })
  })

  it('that are secret can be read from files, without the last line end', () => {
    const read = config({
      MUSEUM_DATABASE_URL_FILE: file('url', 'sqlite:elsewhere.sqlite\r\n'),
      MUSEUM_ADMIN_PASSWORD_FILE: file('password', ' kept as it is \n'),
    })
    expect(read.databaseUrl).toBe('sqlite:elsewhere.sqlite')
    expect(read.adminPassword).toBe(' kept as it is ')
  })

  it.each([
    [{ MUSEUM_PORT: '65536' }, 'MUSEUM_PORT must be at most 65535.'],
    [{ MUSEUM_RETENTION_DAYS: '-1' }, 'MUSEUM_RETENTION_DAYS must be an integer.'],
    [{ MUSEUM_RETENTION_DAYS: '36501' }, 'MUSEUM_RETENTION_DAYS must be at most 36500.'],
    [{ MUSEUM_PORT: '80a' }, 'MUSEUM_PORT must be an integer.'],
    [{ MUSEUM_BASE_PATH: '/' }, 'MUSEUM_BASE_PATH must be a path such as /v1.1, without a slash at its end.'],
    [{ MUSEUM_BASE_PATH: 'v1' }, 'MUSEUM_BASE_PATH must be a path such as /v1.1, without a slash at its end.'],
    [{ MUSEUM_BASE_PATH: '/v1/' }, 'MUSEUM_BASE_PATH must be a path such as /v1.1, without a slash at its end.'],
    [
      { MUSEUM_BASE_PATH: '/v1/..' },
      'MUSEUM_BASE_PATH must not have the segment . or .., since clients remove them from URLs.',
    ],
    [{ MUSEUM_BASE_PATH: '/docs/x' }, 'MUSEUM_BASE_PATH must not be /docs or below it.'],
    ...[
      'sqlite:',
      'mysql://db',
      'mysql://db/',
      'mysql:///museum',
      'mysql://db/a/b',
      'file:museum',
      ' ',
      'mysql://museum:50%off@db/museum',
      // A password that is not percent-encoded: the text after its ? or # is not a parameter.
      'mysql://museum:1/2?hunter2@db/museum',
      'mysql://museum:1/2#hunter2@db/museum',
    ].map((url) => [
      { MUSEUM_DATABASE_URL: url },
      'MUSEUM_DATABASE_URL must be sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE, its parts percent-encoded, several hosts separated by commas.',
    ]),
    [
      { MUSEUM_DATABASE_URL: 'mysql://u:hunter2@db/museum?ssl-mode=VERIFY_IDENTITY&x=hunter2' },
      'MUSEUM_DATABASE_URL has parameters that are not supported: ssl-mode, x; for TLS, set MUSEUM_DATABASE_CA_FILE.',
    ],
    ...['ssl', 'sslmode', 'useSSL', 'tls', 'sslca', 'ssl-ca', 'sslrootcert', 'requireTLS'].map((name) => [
      { MUSEUM_DATABASE_URL: `mysql://db/museum?${name}=hunter2` },
      `MUSEUM_DATABASE_URL has parameters that are not supported: ${name}; for TLS, set MUSEUM_DATABASE_CA_FILE.`,
    ]),
    [
      { MUSEUM_DATABASE_URL: 'mysql://db/museum?connectTimeout=1&connectTimeout=2&%00=3' },
      'MUSEUM_DATABASE_URL has parameters that are not supported: connectTimeout, (a name that is not shown).',
    ],
    [
      { MUSEUM_TODAY: '2030-05-17', MUSEUM_RETENTION_DAYS: '30' },
      'MUSEUM_TODAY and MUSEUM_RETENTION_DAYS are both set: by a fixed date, data could be erased too early. Set one.',
    ],
    [
      { MUSEUM_DATABASE_URL: 'sqlite:museum.sqlite?mode=ro' },
      'MUSEUM_DATABASE_URL has parameters that are not supported: mode.',
    ],
    ...['', 'run/mysqld.sock', '%2e/mysqld.sock', '/run/%00x', 'hunter2'].map((path) => [
      { MUSEUM_DATABASE_URL: `mysql://u:hunter2@localhost/museum?socketPath=${path}` },
      'MUSEUM_DATABASE_URL must have an absolute path in socketPath, such as /run/mysqld/mysqld.sock.',
    ]),
    [
      { MUSEUM_DATABASE_URL: `mysql://localhost/museum?socketPath=/${'é'.repeat(60)}` },
      `MUSEUM_DATABASE_URL must have at most ${process.platform === 'darwin' ? 103 : 107} bytes in socketPath, the limit of the operating system.`,
    ],
    ...['db.example', '127.0.0.1', 'localhost:3306'].map((host) => [
      { MUSEUM_DATABASE_URL: `mysql://${host}/museum?socketPath=/run/mysqld.sock` },
      'MUSEUM_DATABASE_URL must have the host localhost, without a port, when it has socketPath.',
    ]),
    [
      { MUSEUM_DATABASE_URL: 'mysql://localhost/museum?socketPath=/a&socket%50ath=/b' },
      'MUSEUM_DATABASE_URL must not have more than one socketPath.',
    ],
    [
      { MUSEUM_DATABASE_URL: 'mysql://localhost/museum?socketPath=/a&socket=/b&ssl=1' },
      'MUSEUM_DATABASE_URL has parameters that are not supported: socket, ssl; for TLS, set MUSEUM_DATABASE_CA_FILE.',
    ],
    [
      { MUSEUM_DATABASE_URL: 'sqlite:museum.sqlite?socketPath=/a' },
      'MUSEUM_DATABASE_URL has parameters that are not supported: socketPath.',
    ],
    [
      { MUSEUM_DATABASE_URL: 'mysql://db/museum#hunter2' },
      'MUSEUM_DATABASE_URL must not have a fragment: write a # in one of its parts as %23.',
    ],
    [
      { MUSEUM_DATABASE_URL: 'mysql://db:1/museum', MUSEUM_DATABASE_CA_FILE: file('key.pem', 'hunter2') },
      'MUSEUM_DATABASE_CA_FILE names a file that holds no PEM certificate.',
    ],
    [
      { MUSEUM_DATABASE_CA_FILE: file('half.pem', `${cert}\n${cert.replace('MII', 'AAA')}`) },
      'MUSEUM_DATABASE_CA_FILE names a file that holds a PEM certificate that cannot be read.',
    ],
    ...['192.0.2.1', '[2001:db8::1]', '127.0.0.1', 'db1:3306,192.0.2.1:3306'].map((host) => [
      { MUSEUM_DATABASE_URL: `mysql://${host}/museum`, MUSEUM_DATABASE_CA_FILE: file('ip.pem', cert) },
      'MUSEUM_DATABASE_URL must have a host name, not an IP address, with MUSEUM_DATABASE_CA_FILE: the certificate is compared with the name.',
    ]),
    ...[
      [
        { CERTIFICATE: file('a.pem', cert) },
        'CERTIFICATE_FILE needs MUSEUM_DATABASE_CLIENT_KEY_FILE: a PEM file with the private key of the client certificate.',
      ],
      [
        { KEY: file('b.pem', certKey) },
        'KEY_FILE needs MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: a PEM file with the client certificate of a MySQL user who must have one.',
      ],
      [
        { CERTIFICATE: file('c.pem', certKey), KEY: file('d.pem', certKey) },
        'CERTIFICATE_FILE names a file that holds no PEM certificate.',
      ],
      [
        { CERTIFICATE: file('e.pem', cert), KEY: file('f.pem', cert) },
        'KEY_FILE names a file that holds no PEM private key.',
      ],
      [
        { CERTIFICATE: file('g.pem', cert), KEY: file('h.pem', encryptedKey) },
        'KEY_FILE names a file that holds a PEM private key that cannot be read, or that a passphrase protects.',
      ],
      [
        { CERTIFICATE: file('i.pem', cert), KEY: file('j.pem', anotherKey) },
        'KEY_FILE names a file that holds the private key of another certificate.',
      ],
      [{ CERTIFICATE: file('k.pem', cert), KEY: '/nowhere' }, 'KEY_FILE names a file that cannot be read (ENOENT).'],
    ].map(([files, fault]) => [
      {
        MUSEUM_DATABASE_CA_FILE: file('authority.pem', cert),
        ...Object.fromEntries(
          Object.entries(files!).map(([name, path]) => [`MUSEUM_DATABASE_CLIENT_${name}_FILE`, path]),
        ),
      },
      `MUSEUM_DATABASE_CLIENT_${fault as string}`,
    ]),
    [
      {
        MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE: file('client.pem', cert),
        MUSEUM_DATABASE_CLIENT_KEY_FILE: file('client-key.pem', certKey),
      },
      'MUSEUM_DATABASE_CLIENT_CERTIFICATE_FILE needs MUSEUM_DATABASE_CA_FILE: a PEM file with the authorities for TLS to MySQL.',
    ],
    [{ MUSEUM_TICKET_KEY_FILE: '/nowhere' }, 'MUSEUM_TICKET_KEY_FILE names a file that cannot be read (ENOENT).'],
    [
      { MUSEUM_TICKET_KEY_FILE: file('no-key.pem', 'hunter2') },
      'MUSEUM_TICKET_KEY_FILE names a file that does not hold private keys only, PKCS#8 as PEM (openssl genpkey -algorithm ed25519 makes one).',
    ],
    [{ MUSEUM_DATABASE_CA_FILE: '/nowhere' }, 'MUSEUM_DATABASE_CA_FILE names a file that cannot be read (ENOENT).'],
    [
      { MUSEUM_ADMIN_PASSWORD_FILE: '/nowhere' },
      'MUSEUM_ADMIN_PASSWORD_FILE names a file that cannot be read (ENOENT).',
    ],
    [
      { MUSEUM_ADMIN_USERNAME: 'a' },
      'MUSEUM_ADMIN_USERNAME needs MUSEUM_ADMIN_PASSWORD or MUSEUM_ADMIN_PASSWORD_FILE: the password of the administrator.',
    ],
    [
      { MUSEUM_ADMIN_USERNAME: 'a:b', MUSEUM_ADMIN_PASSWORD: 'x' },
      'MUSEUM_ADMIN_USERNAME must not hold a colon or a control character, such as a line end.',
    ],
    [
      { MUSEUM_ADMIN_USERNAME: 'a'.repeat(256), MUSEUM_ADMIN_PASSWORD: 'x' },
      'MUSEUM_ADMIN_USERNAME must have 1 to 255 characters.',
    ],
    [
      { MUSEUM_ADMIN_USERNAME: 'server', MUSEUM_ADMIN_PASSWORD: 'x' },
      'MUSEUM_ADMIN_USERNAME must not be "server", the name of the server itself in the audit log.',
    ],
    ...['10.0.0.0/33', 'proxy', '10.0.0.0/8/8', '10.0.0.0/', '1.2.3'].map((cidr) => [
      { MUSEUM_TRUSTED_PROXIES: cidr },
      'MUSEUM_TRUSTED_PROXIES must be networks such as 10.0.0.0/8, separated by commas.',
    ]),
    [{ MUSEUM_HOME_PAGE: 'all' }, 'MUSEUM_HOME_PAGE must be hours or full.'],
    [{ MUSEUM_LANGUAGE: 'it' }, 'MUSEUM_LANGUAGE must be one of en, de, fr, es, ja.'],
    [{ MUSEUM_TIME_ZONE: 'Mars' }, 'MUSEUM_TIME_ZONE must be an IANA time zone, such as Europe/Paris.'],
    ...['06:01', '3:00', '24:00', '03:00:00', 'never'].map((time) => [
      { MUSEUM_DAY_ENDS: time },
      'MUSEUM_DAY_ENDS must be a time from 00:00 to 06:00, written HH:mm.',
    ]),
    [{ MUSEUM_DESK: 'false' }, 'MUSEUM_DESK must be on or off.'],
    [{ MUSEUM_WEBHOOK_PRIVATE_ADDRESSES: 'yes' }, 'MUSEUM_WEBHOOK_PRIVATE_ADDRESSES must be refuse or allow.'],
    [{ MUSEUM_CURRENCY: 'eur' }, 'MUSEUM_CURRENCY must be three capital letters, such as EUR.'],
    [{ MUSEUM_GENERAL_PRICE: 'five' }, 'MUSEUM_GENERAL_PRICE must be a number such as 12.50.'],
    [{ MUSEUM_GENERAL_PRICE: '0.125' }, 'MUSEUM_GENERAL_PRICE must have at most two decimals.'],
    [{ MUSEUM_GENERAL_PRICE: '100000000' }, 'MUSEUM_GENERAL_PRICE must be a number from 0 to 99999999.99.'],
    ...['1.250', '1,250', '1 250'].map((price): [object, string] => [
      { MUSEUM_GENERAL_PRICE: price },
      'MUSEUM_GENERAL_PRICE must have no separator of thousands: write 1250 or 12.50.',
    ]),
    [
      { MUSEUM_CURRENCY: 'JPY', MUSEUM_GENERAL_PRICE: '1500.5' },
      'MUSEUM_GENERAL_PRICE has more decimals than amounts in MUSEUM_CURRENCY: 1500.50 is no price in JPY.',
    ],
    [{ MUSEUM_PORT: '8.080' }, 'MUSEUM_PORT must be an integer.'],
    [{ MUSEUM_TODAY: '2030-02-29' }, 'MUSEUM_TODAY must be a real date, YYYY-MM-DD.'],
    ...['*', 'https://a.example/', 'null', 'a.example', 'https://a.example,*'].map((origins) => [
      { MUSEUM_CORS_ORIGINS: origins },
      'MUSEUM_CORS_ORIGINS must be origins such as https://museum.example, never *, separated by commas.',
    ]),
  ] as [NodeJS.ProcessEnv, string][])('%j: %s', (environment, fault) => {
    expect(faults(environment)).toEqual([fault])
  })

  it('are faulty when a secret is given twice, and all faults are returned at once', () => {
    const url = file('url2', 'sqlite:x')
    expect(
      faults({
        MUSEUM_DATABASE_URL: 'sqlite:y',
        MUSEUM_DATABASE_URL_FILE: url,
        MUSEUM_PORT: 'x',
        MUSEUM_LOG_LEVEL: 'loud',
      }),
    ).toEqual([
      'MUSEUM_PORT must be an integer.',
      'MUSEUM_DATABASE_URL and MUSEUM_DATABASE_URL_FILE are both set: set one.',
      'MUSEUM_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    ])
  })

  it('that are secret are read from UTF-8 files without a byte order mark', () => {
    const read = config({ MUSEUM_ADMIN_PASSWORD_FILE: file('marked', '\ufeffa long password\r\n') })
    expect(read.adminPassword).toBe('a long password')
  })

  it.each([
    [{ MUSEUM_ADMIN_PASSWORD_FILE: file('two-ends', 'a long password\n\n') }, 'MUSEUM_ADMIN_PASSWORD must not hold'],
    [{ MUSEUM_ADMIN_PASSWORD: 'a long password\r' }, 'MUSEUM_ADMIN_PASSWORD must not end with a carriage return'],
    [
      { MUSEUM_ADMIN_PASSWORD_FILE: bytes('binary', [0x61, 0xff]) },
      'MUSEUM_ADMIN_PASSWORD_FILE names a file that is not UTF-8.',
    ],
    [
      { MUSEUM_ADMIN_USERNAME: 'admin\n', MUSEUM_ADMIN_PASSWORD: 'x' },
      'MUSEUM_ADMIN_USERNAME must not hold control characters',
    ],
    [{ MUSEUM_NAME: '   ' }, 'MUSEUM_NAME must not be blank.'],
  ] as [NodeJS.ProcessEnv, string][])(
    'are faulty when no client could send them or they are blank: %j: %s',
    (environment, fault) => {
      expect(faults(environment)).toEqual([expect.stringContaining(fault)])
    },
  )

  it.each(settingNames)(
    'are faulty when they end with a carriage return, before anything is made of them: %s',
    (name) => {
      expect(faults({ [name]: `${file('a-file', 'x')}\r` })).toEqual([
        `${name} must not end with a carriage return: save the file in which it is set with the line ends of Linux (LF), not of Windows (CRLF).`,
      ])
    },
  )

  it('are faulty when the file of a secret has two lines, or its only line ends as on Windows and as on Linux', () => {
    for (const [name, content] of [
      ['MUSEUM_DATABASE_URL', 'sqlite:museum.sqlite\r\r\n'],
      ['MUSEUM_DATABASE_URL', 'sqlite:museum.sqlite\nsqlite:other.sqlite\n'],
      ['MUSEUM_SMTP_URL', 'smtp://localhost\t'],
    ] as const)
      expect(faults({ [`${name}_FILE`]: file('lines', content) })).toEqual([expect.stringContaining(name)])
  })

  it('are one to eight payment methods, each once', () => {
    const words = 'abcdefgh'.split('')
    expect(config({ MUSEUM_PAYMENT_METHODS: words.join(',') }).paymentMethods).toEqual(words)
    expect(config({ MUSEUM_PAYMENT_METHODS: 'free' }).paymentMethods).toEqual(['free'])
    const many = 'MUSEUM_PAYMENT_METHODS must have 1 to 8 payment methods, each once.'
    expect(faults({ MUSEUM_PAYMENT_METHODS: [...words, 'i'].join(',') })).toEqual([many])
    expect(faults({ MUSEUM_PAYMENT_METHODS: 'cash,card, cash' })).toEqual([many])
    for (const faulty of ['Cash', 'cash,', 'cash,,card', 'cash;card', '1st', 'x'.repeat(31)])
      expect(faults({ MUSEUM_PAYMENT_METHODS: faulty })).toEqual([
        'MUSEUM_PAYMENT_METHODS must be words of lower-case letters, digits and hyphens, at most 30, a letter first, separated by commas.',
      ])
  })

  it('are rates of tax in per cent, with at most two decimals, and its number', () => {
    const tax = { MUSEUM_VAT_ID: 'DE 123', MUSEUM_VAT_RATE: '8,1', MUSEUM_EVENT_VAT_RATE: '19' }
    expect(config(tax)).toMatchObject({ vatId: 'DE 123', vatRate: 810, eventVatRate: 1_900 })
    expect(config({ MUSEUM_VAT_RATE: '0', MUSEUM_EVENT_VAT_RATE: '100.00' })).toMatchObject({
      vatRate: 0,
      eventVatRate: 10_000,
    })
    expect('vatRate' in config({}) && config({}).vatRate).toBeFalsy()
    for (const faulty of ['-1', '100.01', '1.005', '19 %', 'x'])
      expect(faults({ MUSEUM_VAT_RATE: faulty })).toEqual([
        'MUSEUM_VAT_RATE must be a number from 0 to 100 with at most two decimals, such as 19 or 8.1.',
      ])
    expect(faults({ MUSEUM_VAT_ID: 'x'.repeat(51) })).toEqual(['MUSEUM_VAT_ID must have at most 50 characters.'])
  })

  it('may be a postal address of several lines', () => {
    expect(config({ MUSEUM_ADDRESS: 'Museumsplatz 1\r\n8001 Zürich' }).address).toBe('Museumsplatz 1\r\n8001 Zürich')
  })

  it('do not appear with their values in faults', () => {
    const secret = 'hunter2'
    const names = [
      'PORT',
      'BASE_PATH',
      'DATABASE_URL',
      'DATABASE_CA_FILE',
      'TICKET_KEY_FILE',
      'ADMIN_PASSWORD_FILE',
      'TIME_ZONE',
      'CURRENCY',
      'TODAY',
    ]
    const found = faults(Object.fromEntries(names.map((name) => [`MUSEUM_${name}`, secret])))
    expect(found).toHaveLength(names.length)
    expect(found.join()).not.toContain(secret)
  })

  it('with an unknown name give a warning with the nearest name, also beside faults', () => {
    const unknown = [
      'MUSEUM_PROT is not a setting; the nearest is MUSEUM_PORT.',
      'MUSEUM_ADMIN_PASWORD_FILE is not a setting; the nearest is MUSEUM_ADMIN_PASSWORD_FILE.',
    ]
    const misspelt = { MUSEUM_PROT: '1', MUSEUM_ADMIN_PASWORD_FILE: 'x', OTHER: '1', MUSEUM_TEST_X: '1', MUSEUM_Y: '' }
    expect(config(misspelt).warnings).toEqual(unknown)
    const { unknownNames } = readConfig({ ...misspelt, MUSEUM_ADMIN_USERNAME: 'a' })
    expect(unknownNames.map(({ message }) => message)).toEqual(unknown)
  })

  it('that are faulty have their defaults in the configuration, and both settings of a faulty pair are faulty', () => {
    const { config: usable, isFaulty } = readConfig({
      MUSEUM_PORT: 'x',
      MUSEUM_NAME: 'A museum',
      MUSEUM_TODAY: '2030-05-17',
      MUSEUM_RETENTION_DAYS: '30',
      MUSEUM_SMTP_URL: 'file:outbox',
    })
    expect(usable).toMatchObject({ port: 8080, museumName: 'A museum', today: undefined, retentionDays: undefined })
    expect(usable.smtpUrl).toBeUndefined()
    expect((['port', 'today', 'retentionDays', 'smtpUrl', 'mailFrom'] as const).filter(isFaulty)).toHaveLength(5)
    expect(isFaulty('museumName')).toBe(false)
  })

  it('of a pair are not compared while one of them is faulty', () => {
    expect(faults({ MUSEUM_PUBLIC_URL: 'https://museum.example/v1.1', MUSEUM_BASE_PATH: '/' })).toEqual([
      expect.stringMatching(/^MUSEUM_BASE_PATH must be a path/),
    ])
  })

  it('with a short password give a warning, also when it is read from a file', () => {
    const warning = 'The administrator’s password has fewer than 10 characters. It works, but set a longer one.'
    expect(config({ MUSEUM_ADMIN_PASSWORD: '🗝️'.repeat(4) }).warnings).toEqual([warning])
    expect(config({ MUSEUM_ADMIN_PASSWORD_FILE: file('short', '123456789\n') }).warnings).toEqual([warning])
    expect(config({ MUSEUM_ADMIN_PASSWORD: '1234567890' }).warnings).toEqual([])
  })

  it('with a database on another machine and no authority give a warning that the connection is not encrypted', () => {
    const warning =
      'MUSEUM_DATABASE_URL names another machine and MUSEUM_DATABASE_CA_FILE is not set: the connection is not encrypted.'
    const url = (host: string) => ({ MUSEUM_DATABASE_URL: `mysql://museum@${host}/museum` })
    for (const host of [
      'db.example:3306',
      '192.0.2.1',
      '[2001:db8::1]',
      'localhost.example',
      '127.example',
      'localhost,db2:3306',
    ])
      expect(config(url(host)).warnings).toEqual([warning])
    expect(config({ MUSEUM_DATABASE_URL: 'mysql://museum@localhost/museum?socketPath=/run/my+sqld' }).warnings).toEqual(
      [],
    )
    for (const host of [
      'localhost',
      'LOCALHOST:3306',
      '127.0.0.1',
      '127.1.2.3:1',
      '[::1]:3306',
      'localhost:1,localhost:2',
    ])
      expect(config(url(host)).warnings).toEqual([])
    expect(config({ ...url('db.example'), MUSEUM_DATABASE_CA_FILE: file('ca2.pem', cert) }).warnings).toEqual([])
  })

  it('with a fixed date give a warning', () => {
    expect(config({ MUSEUM_TODAY: '2030-01-01' }).warnings).toEqual([
      'MUSEUM_TODAY IS SET: for this server every day is 2030-01-01. Only for rehearsals.',
    ])
  })
})
