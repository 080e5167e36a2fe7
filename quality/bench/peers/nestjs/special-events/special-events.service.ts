import { Injectable, NotFoundException } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import { Repository } from 'typeorm'
import { SpecialEvent } from './special-event.entity.ts'

@Injectable()
export class SpecialEventsService {
  constructor(
    @InjectRepository(SpecialEvent)
    private readonly specialEvents: Repository<SpecialEvent>,
  ) {}

  async findOne(eventId: string) {
    const event = await this.specialEvents.findOne({
      where: { eventId },
      relations: { occurrences: true },
      order: { occurrences: { eventDate: 'ASC' } },
    })
    if (event === null) throw new NotFoundException()
    const { name, location, eventDescription, price, occurrences } = event
    const dates = occurrences.flatMap(({ eventDate, removedAt }) => (removedAt === null ? [eventDate] : []))
    return { eventId, name, location, eventDescription, dates, price: price / 100 }
  }
}
