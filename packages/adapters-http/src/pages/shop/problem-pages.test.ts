import { describe, expect, it } from '@jest/globals'
import { Unavailable } from '@museum/application'
import { aMuseumApi, credentials } from '../../../test/a-museum-api.ts'
import { museumApi } from '../../museum-api.ts'

const options = { publicOrigin: 'https://museum.example', shop: { mailFrom: 'tickets@museum.example' } }
const headers = { 'Accept-Language': 'fr', 'Accept-Encoding': 'gzip' }

describe('a problem on a path of visitors', () => {
  it.each([
    ['PUT', '/buy', 405, 'Cette commande n’existe pas'],
    ['GET', '/buy/x/y/z', 404, 'Cette commande n’existe pas'],
    ['GET', '/buy/%ff', 400, 'Cette commande n’existe pas'],
    ['DELETE', '/my-tickets/x', 405, 'Il n’y a pas de billets ici'],
    ['GET', '/my-tickets/x/y/z', 404, 'Il n’y a pas de billets ici'],
  ])('%s %s is a page in the language of the visitor', async (method, path, status, heading) => {
    const { api } = aMuseumApi({}, options)
    const response = await api.request(path, { method, headers })
    const type = 'text/html; charset=UTF-8'
    expect([response.status, response.headers.get('Content-Type')]).toEqual([status, type])
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Allow') === null).toBe(status !== 405)
    expect(await response.text()).toContain(heading)
  })

  it('with a form that is too long is a page', async () => {
    const { api } = aMuseumApi({}, options)
    const response = await api.request('/buy', { method: 'POST', headers, body: 'a'.repeat(20_000) })
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('<title>Le formulaire est trop long')
  })

  it.each([
    ['/buy', 'Aucun billet ne peut être acheté'],
    ['/buy/x', 'Nous ne savons pas encore où en est'],
    ['/my-tickets/x', 'Vos billets ne peuvent pas être affichés'],
  ])('of %s that missed its deadline, or whose database is away, is a page', async (path, heading) => {
    const away = async () => {
      throw new Unavailable('The database is away.')
    }
    const slow = () => new Promise<never>(() => {})
    for (const use of [away, slow]) {
      const { museum } = aMuseumApi()
      const broken = { ...museum, getProgramme: use, reservationOfLink: use, getLinkedTickets: use }
      const api = museumApi(broken, credentials, { ...options, deadline: 50 })
      const response = await api.request(path, { headers })
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
      expect(response.headers.get('Content-Encoding')).toBeNull()
      expect(await response.text()).toContain(heading)
    }
  })
})
