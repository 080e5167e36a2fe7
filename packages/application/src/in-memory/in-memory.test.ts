import {
  museumHoursRepositoryContract,
  specialEventRepositoryContract,
  ticketRendererContract,
  ticketRepositoryContract,
  userRepositoryContract,
} from '../contracts/index.ts'
import { inMemoryRepositories, inMemoryTicketRenderer, readInMemoryTicket } from './index.ts'

const open = async () => {
  const repositories = inMemoryRepositories()
  return { one: repositories, other: repositories }
}

museumHoursRepositoryContract('memory', open)
specialEventRepositoryContract('memory', open)
ticketRepositoryContract('memory', open)
userRepositoryContract('memory', open)
ticketRendererContract('memory', async () => ({ ticketRenderer: inMemoryTicketRenderer(), read: readInMemoryTicket }))
