import { describe, expect, it } from '@jest/globals'
import { generalOrder } from '../../test/a-museum-api.ts'
import { postBody } from '../../test/post-body.ts'
import { problemOf } from '../../test/problem-of.ts'

describe('a JSON body', () => {
  it.each([
    ['not-json', ''],
    ['not-json', '  '],
    ['not-json', '{"ticketType":'],
    ['not-json', "{'ticketType':'general'}"],
    ['not-an-object', '[]'],
    ['not-an-object', 'null'],
    ['not-an-object', '"general"'],
    ['not-an-object', '17'],
  ])('has the fault %s: %j', async (code, body) => {
    expect(await problemOf(await postBody(body))).toMatchObject({ status: 400, errors: [{ pointer: '#', code }] })
  })

  it('has the fault not-utf-8 when its bytes are not UTF-8', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"email":"'), 0xff, ...Buffer.from('"}')])
    expect(await problemOf(await postBody(bytes))).toMatchObject({
      status: 400,
      errors: [{ pointer: '#', code: 'not-utf-8' }],
    })
    const utf16 = new Uint8Array(Buffer.from(JSON.stringify(generalOrder), 'utf16le'))
    expect((await postBody(utf16)).status).toBe(400)
  })

  it('can begin with a byte order mark', async () => {
    expect((await postBody(`\ufeff${JSON.stringify(generalOrder)}`)).status).toBe(201)
  })

  it('does not pollute prototypes, and inherits no members', async () => {
    const body = `{"__proto__":{"email":"a@b"},"constructor":{"prototype":{"x":1}},"toString":1,${JSON.stringify(generalOrder).slice(1)}`
    expect((await postBody(body)).status).toBe(201)
    expect(({} as { x?: number }).x).toBeUndefined()
    const inherited = await postBody('{"__proto__":{"ticketType":"general","ticketDate":"2030-05-17","email":"a@b"}}')
    expect((await problemOf(inherited)).errors).toHaveLength(3)
  })

  it('is read, and its problem record sent, whatever Accept says', async () => {
    for (const accept of ['text/html', 'image/png', 'nonsense', 'application/json;q=0']) {
      const headers = { 'Content-Type': 'application/json', Accept: accept }
      expect((await postBody(JSON.stringify(generalOrder), headers)).status).toBe(201)
      expect((await problemOf(await postBody('', headers))).status).toBe(400)
    }
  })
})
