import { randomInt, randomUUIDv7 } from 'node:crypto'
import { Injectable, NotFoundException } from '@nestjs/common'
import { DataSource, type EntityManager } from 'typeorm'
import { codeOf, confirmation } from '../../../servers/representations.ts'
import { SpecialEventOccurrence } from '../special-events/special-event.entity.ts'
import type { BuyTicketDto } from './buy-ticket.dto.ts'
import { Ticket } from './ticket.entity.ts'

@Injectable()
export class TicketsService {
  constructor(private readonly dataSource: DataSource) {}

  async buy({ ticketType, ticketDate, email, phone, eventId }: BuyTicketDto, username: string) {
    const ticket = await this.dataSource.transaction(async (manager) => {
      const event =
        ticketType === 'event'
          ? await this.findEvent(manager, eventId!, ticketDate)
          : { price: 0, occurrenceNumber: null }
      const ticket = manager.create(Ticket, {
        ticketId: randomUUIDv7(),
        ticketType,
        ...event,
        ticketDate,
        email,
        phone,
        confirmationCode: codeOf(ticketType, randomInt),
        currency: 'EUR',
        state: 'valid',
        soldAt: Date.now(),
        soldBy: Buffer.from(username),
      })
      await manager.insert(Ticket, ticket)
      return ticket
    })
    return confirmation(ticketType, ticketDate, ticket.ticketId, ticket.confirmationCode, ticket.eventName)
  }

  private async findEvent(manager: EntityManager, eventId: string, eventDate: string) {
    const occurrence = await manager.findOne(SpecialEventOccurrence, {
      where: { eventId, eventDate },
      relations: { event: true },
    })
    if (occurrence === null) throw new NotFoundException()
    const { event, occurrenceNumber } = occurrence
    return { eventId, eventName: event.name, eventLocation: event.location, price: event.price, occurrenceNumber }
  }
}
