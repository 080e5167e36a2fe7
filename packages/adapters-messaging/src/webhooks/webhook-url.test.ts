import { describe, expect, it } from '@jest/globals'
import { webhookSender } from '../index.ts'

const faultOf = (url: string, privateAddresses: 'refuse' | 'allow' = 'refuse') =>
  webhookSender({ privateAddresses }).faultOfUrl(url)

describe('the URL of a receiver', () => {
  it.each([
    'https://receiver.example',
    'https://receiver.example:8443/messages?museum=1',
    'HTTPS://Receiver.Example/%20',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://localhost.example/',
    'https://notlocalhost/',
    `https://receiver.example/${'x'.repeat(1_975)}`,
  ])('can be %s', (url) => {
    expect(faultOf(url)).toBeUndefined()
  })

  it.each([
    ['', /must be a URL/],
    ['receiver.example/messages', /must be a URL/],
    ['https://', /must be a URL/],
    ['https://receiver.example:99999/', /must be a URL/],
    ['http://receiver.example/', /https/],
    ['http://127.0.0.1/', /https/],
    ['ftp://receiver.example/', /https/],
    ['file:///etc/passwd', /https/],
    ['https://curator@receiver.example/', /user name/],
    ['https://:secret@receiver.example/', /password/],
    ['https://receiver.example/#part', /fragment/],
    ['https://receiver.example/#', /fragment/],
    [' https://receiver.example/', /white space/],
    ['https://receiver.example/a b', /white space/],
    ['https://receiver.example/\n', /white space/],
    ['https://receiver.example/\u{0}', /control/],
    [`https://receiver.example/${'x'.repeat(1_976)}`, /2,000/],
  ])('cannot be %j', (url, expected) => {
    expect(faultOf(url)).toEqual({ code: 'not-a-webhook-url', detail: expect.stringMatching(expected) })
  })

  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://１２７.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[0:0::1]:8443/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[4000::1]/',
    'https://0.1.2.3/',
    'https://10.1.2.3/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://169.254.169.254/',
    'https://172.31.255.255/',
    'https://192.0.0.192/',
    'https://192.0.2.1/',
    'https://192.88.99.1/',
    'https://192.168.0.1/',
    'https://198.19.0.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://receiver.localhost:8443/',
  ])('can be %s only where private addresses are allowed', (url) => {
    expect(faultOf(url)).toEqual({
      code: 'not-a-webhook-url',
      detail: expect.stringMatching(/must have a public address/),
    })
    expect(faultOf(url, 'allow')).toBeUndefined()
  })

  it.each([
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '169.253.0.1',
    '198.17.0.1',
    '223.255.255.255',
  ])('can be one with %s, which is next to a network that is not public', (address) => {
    expect(faultOf(`https://${address}/`)).toBeUndefined()
  })

  it.each([
    'http://127.0.0.1:3000/',
    'http://2130706433/',
    'http://[::1]:3000/',
    'http://localhost:3000',
    'http://a.localhost.',
  ])('can be %s where private addresses are allowed', (url) => {
    expect(faultOf(url, 'allow')).toBeUndefined()
  })

  it.each([
    'http://receiver.example/',
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://localhost.example/',
    'http://[fe80::1]/',
  ])('cannot be %s, since http is for this machine only', (url) => {
    expect(faultOf(url, 'allow')?.detail).toMatch(/not on this machine/)
  })
})
