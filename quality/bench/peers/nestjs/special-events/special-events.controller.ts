import { Controller, Get, Param, ParseUUIDPipe } from '@nestjs/common'
import { SpecialEventsService } from './special-events.service.ts'

@Controller('special-events')
export class SpecialEventsController {
  constructor(private readonly specialEventsService: SpecialEventsService) {}

  @Get(':eventId')
  findOne(@Param('eventId', ParseUUIDPipe) eventId: string) {
    return this.specialEventsService.findOne(eventId)
  }
}
