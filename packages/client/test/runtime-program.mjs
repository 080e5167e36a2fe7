// @ts-check A program on the installed package, which runs in every runtime that the client supports. Prints its
// results.
import { isProblem, museumClient, verifyAdmissionCode } from '@museum/client'

const [, , baseUrl = '', username = '', password = '', vectors = ''] = process.argv
const museum = museumClient({ baseUrl, credentials: { username, password } })

const sold = await museum.buyMuseumTickets({
  ticketType: 'general',
  ticketDate: '2030-05-01',
  email: 'visitor@example.org',
})
const png = await museum.getTicketCode(sold.ticketId)
const dates = []
for await (const { date } of museum.getMuseumHours({ startDate: '2030-05-06', endDate: '2030-05-10', limit: 2 }))
  dates.push(date)
const problem = await museum.getTicket('none').catch((error) => isProblem(error, 'validation-failed'))
const aborted = await museum.getTicket(sold.ticketId, { signal: AbortSignal.abort() }).catch(({ name }) => name)
const { keys, codes } = JSON.parse(vectors)
const contents = await Promise.all(codes.map((/** @type {string} */ code) => verifyAdmissionCode(code, keys)))
console.log(
  JSON.stringify({
    message: sold.message,
    isPng: String.fromCharCode(...png.subarray(1, 4)),
    dates,
    problem,
    aborted,
    tickets: contents.map((content) => content?.ticketId ?? null),
  }),
)
