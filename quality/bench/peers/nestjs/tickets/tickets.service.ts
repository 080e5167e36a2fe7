import { randomInt, randomUUIDv7 } from 'node:crypto'
import { ConflictException, Injectable, NotFoundException } from '@nestjs/common'
import { DataSource, type EntityManager, IsNull } from 'typeorm'
import { codeOf, confirmation } from '../../../servers/representations.ts'
import { Occurrence } from '../special-events/special-event.entity.ts'
import type { BuyTicketDto } from './buy-ticket.dto.ts'
import { Slot, Ticket } from './ticket.entity.ts'

const generalEntry = '00000000-0000-0000-0000-000000000000'

@Injectable()
export class TicketsService {
  constructor(private readonly dataSource: DataSource) {}

  async buy({ ticketType, ticketDate, email, phone, eventId }: BuyTicketDto, username: string) {
    const ticket = await this.dataSource.transaction(async (manager) => {
      await (ticketType === 'event'
        ? this.takePlace(manager, eventId!, ticketDate, 'special_event where event_id = slot.offer_id')
        : this.takePlace(manager, generalEntry, ticketDate, 'general_entry'))
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
  private async takePlace(manager: EntityManager, offerId: string, slotDate: string, offer: string) {
    const { affected } = await manager
      .createQueryBuilder()
      .update(Slot)
      .set({ sold: () => 'sold + 1' })
      .where({ offerId, slotDate })
      .andWhere(`(select capacity is null or slot.sold < capacity from ${offer})`)
      .execute()
    if (affected === 0) throw new ConflictException()
  }

  private async findEvent(manager: EntityManager, eventId: string, eventDate: string) {
    const occurrence = await manager.findOne(Occurrence, {
      where: { eventId, eventDate, removedAt: IsNull() },
      relations: { event: true },
    })
    if (occurrence === null) throw new NotFoundException()
    const { event, number } = occurrence
    const { name: eventName, location: eventLocation, price } = event
    return { eventId, eventName, eventLocation, price, occurrenceNumber: number }
  }
}
