/**
 * Receives messages, and answers each at once with 204; at the path `/dead` it never answers. `GET /` has their number. Writes
 * its URL to standard output.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let received = 0
const server = createServer((request, response) => {
  if (request.method === 'GET') response.end(String(received))
  request.resume()
  request.once('end', () => {
    if (request.method === 'GET' || request.url === '/dead') return
    received += 1
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
