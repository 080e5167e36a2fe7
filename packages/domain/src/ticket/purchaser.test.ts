import { beforeAll, describe, expect, it } from '@jest/globals'
import { everyCharacter } from '../../../../tools/fast-check/characters.ts'
import { Email, Phone, comparableEmail, isSameMailbox } from '../index.ts'

describe('an e-mail address', () => {
  it.each([
    'a@b',
    'visitor@example.org',
    "o'hara+museum@sub.example.org",
    'Ünïcode@例え.jp',
    '🦣@museum.example',
    "a!#$%&'*+-/=?^_`{}~.@example.org",
    'a@EXAMPLE.org.',
    'kasse@ｂü\u00adcher。example',
    'a@xn--bcher-kva.x--y.9',
    'a@[192.0.2.1]',
    `${'x'.repeat(242)}@example.org`,
    `${'🦣'.repeat(242)}@example.org`,
  ])('accepts %s and keeps it as it was sent', (text) => {
    expect(Email(text)).toBe(text)
  })
  it.each([
    '',
    '@',
    'a@',
    '@b',
    'ab',
    'a@b@c',
    'a@@b',
    'a b@c',
    'a@b c',
    ' a@b',
    'a@b ',
    'a@b\r\nBcc: c@d',
    'a@b\n',
    'a\u0000@b',
    'a@b\u0085',
    '\ud800@b',
    `${'x'.repeat(243)}@example.org`,
    `${'🦣'.repeat(243)}@example.org`,
  ])('rejects %j', (text) => {
    expect(Email.faultOf(text)).toEqual({
      code: 'not-an-email',
      detail: expect.stringContaining('must be an e-mail address'),
    })
  })
})

const special = ['a;b', 'a,b', 'a|b', 'a<b', 'a>b', '"a"', 'a(b)', '(b)a', 'a\\b', 'a:b', 'a[b]', '[a]'].flatMap(
  (part) => [`${part}@c`, `c@${part}`],
)
const noHostNames = (
  '.b b..c b... . -b b-.c b_c b%c b! b（c） b\uff3cc b.\u00ad.c \u00ad ' +
  '[b.c] [192.0.2] [192.0.2.01] [IPv6:2001:db8::1] 192.0.2.1]'
)
  .split(' ')
  .map((domain) => `a@${domain}`)

describe('an e-mail address with a character that mail servers or spreadsheets read as syntax, or without a host name', () => {
  it.each([...special, ...noHostNames])('is rejected in a purchase, and accepted when it is stored: %s', (text) => {
    expect(Email.faultOf(text)).toEqual({
      code: 'not-an-email',
      detail: expect.stringMatching(/one @ before a host name, .*, no ; , \| < > \( \) \[ \] : \\ or double quote$/),
    })
    expect(() => Email(text)).toThrow(TypeError)
    expect(Email.stored(text)).toBe(text)
  })
  it('has all other limits also when it is stored', () => {
    for (const text of ['ab', 'a@b@c', 'a;b @c', 'a;\u009b@b', `${'x'.repeat(253)}@b`])
      expect(Email.stored.faultOf(text)?.code).toBe('not-an-email')
  })
})

describe('the comparable form of an e-mail address', () => {
  /** Every character that has a case or another normalization form. */
  let characters: readonly string[] = []
  beforeAll(() => {
    characters = everyCharacter(/\p{Assigned}/gu).filter(
      (character) => /\p{Changes_When_Casemapped}/u.test(character) || character.normalize('NFD') !== character,
    )
  })

  it('is the same for a character, its normalization forms and its comparable form', () => {
    const differing = characters.filter((character) => {
      const form = comparableEmail(character)
      return [character.normalize('NFC'), character.normalize('NFD'), form].some(
        (other) => comparableEmail(other) !== form,
      )
    })
    expect(differing).toEqual([])
  })

  it('is the same for a character, its upper case and its lower case, except for ı and characters whose upper case is several letters', () => {
    const differing = characters.filter((character) => {
      const form = comparableEmail(character)
      return [character.toUpperCase(), character.toLowerCase()].some((other) => comparableEmail(other) !== form)
    })
    expect(differing.join('')).toBe('ßıŉևẚﬀﬁﬂﬃﬄﬅﬆﬓﬔﬕﬖﬗ')
    for (const character of differing) expect(comparableEmail(character)).toBe(character)
  })

  it('matches its character in a regular expression that ignores case, which uses the simple case folding of Unicode', () => {
    const changed = characters.filter(
      (character) => character.normalize('NFD') === character && comparableEmail(character) !== character,
    )
    expect(changed.length).toBeGreaterThan(500)
    const unequal = changed.filter(
      (character) =>
        !new RegExp(`^\\u{${character.codePointAt(0)!.toString(16)}}$`, 'iu').test(comparableEmail(character)),
    )
    expect(unequal).toEqual([])
  })

  it.each([
    ['strasse@example.org', 'straße@example.org'],
    ['irmak@example.org', 'ırmak@example.org'],
    ['irmak@example.org', 'İrmak@example.org'],
    ['ada@example.org', 'ａda@example.org'],
    ['fiona@example.org', 'ﬁona@example.org'],
    ['unal@example.org', 'ünal@example.org'],
    ['νικος@example.org', 'νίκος@example.org'],
  ])('of %s differs from that of %s', (one, other) => {
    expect(comparableEmail(one)).not.toBe(comparableEmail(other))
  })
})

describe('a phone number', () => {
  it.each(['+1(234)-567-8910', '123', '+49 30 / 901820 x17', '1.2.3#', '1'.repeat(32), '(((123)))'])(
    'accepts %s',
    (text) => {
      expect(Phone(text)).toBe(text)
    },
  )
  it.each(['', '12', '+()-./x#', 'call me 123', '１２３', '123\n', '1'.repeat(33), '12a34', '123,4'])(
    'rejects %j',
    (text) => {
      expect(Phone.faultOf(text)).toEqual({
        code: 'not-a-phone',
        detail: expect.stringContaining('must be a phone number'),
      })
    },
  )
})

describe('one mailbox', () => {
  it.each([
    ['Ada@Example.org', 'ada@example.ORG'],
    ['ada@bücher.example', 'ADA@xn--bcher-kva.example'],
  ])('have the addresses %s and %s', (one, other) => {
    expect([isSameMailbox(one, other), isSameMailbox(other, one)]).toEqual([true, true])
  })

  it.each([
    ['\u017Fara@example.org', 'sara@example.org'],
    ['\u212Aarl@example.org', 'karl@example.org'],
    ['ZOË@example.org', 'zoë@example.org'],
    ['zoe\u0308@example.org', 'zo\u00EB@example.org'],
    ['ada@example.org', 'ada@example.com'],
    ['ada@example.org', 'bea@example.org'],
  ])('have not surely the addresses %s and %s', (one, other) => {
    expect([isSameMailbox(one, other), isSameMailbox(other, one)]).toEqual([false, false])
  })
})
