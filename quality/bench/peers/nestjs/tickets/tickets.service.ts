import { randomInt, randomUUIDv7 } from 'node:crypto'
import { ConflictException, Injectable, NotFoundException } from '@nestjs/common'
import { DataSource, type EntityManager, type EntityTarget } from 'typeorm'
import { codeOf, confirmation } from '../../../servers/representations.ts'
import { Occurrence } from '../special-events/special-event.entity.ts'
import type { BuyTicketDto } from './buy-ticket.dto.ts'
import { GeneralEntryDay, Ticket } from './ticket.entity.ts'

type Counter = { sold: number; capacity: number | null }

@Injectable()
export class TicketsService {
  constructor(private readonly dataSource: DataSource) {}

  async buy({ ticketType, ticketDate, email, phone, eventId }: BuyTicketDto, username: string) {
    const ticket = await this.dataSource.transaction(async (manager) => {
      await (ticketType === 'event'
        ? this.takePlace(manager, Occurrence, { eventId, eventDate: ticketDate })
        : this.takePlace(manager, GeneralEntryDay, { entryDate: ticketDate }))
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
      // `save` would look for the ticket first.
      await manager.insert(Ticket, ticket)
      return ticket
    })
    return confirmation(ticketType, ticketDate, ticket.ticketId, ticket.confirmationCode, ticket.eventName)
  }

  /** Counts a ticket as sold, if a place is left. */
  private async takePlace(manager: EntityManager, entity: EntityTarget<Counter>, where: object) {
    const { affected } = await manager
      .createQueryBuilder()
      .update(entity)
      .set({ sold: () => 'sold + 1' })
      .where(where)
      .andWhere('(capacity is null or sold < capacity)')
      .execute()
    if (affected === 0) throw new ConflictException()
  }

  private async findEvent(manager: EntityManager, eventId: string, eventDate: string) {
    const occurrence = await manager.findOne(Occurrence, {
      where: { eventId, eventDate },
      relations: { event: true },
    })
    if (occurrence === null) throw new NotFoundException()
    const { event, occurrenceNumber } = occurrence
    return { eventId, eventName: event.name, eventLocation: event.location, price: event.price, occurrenceNumber }
  }
}
