import { Body, Controller, Post } from '@nestjs/common'
import { BuyTicketDto } from './buy-ticket.dto.ts'
import { TicketsService } from './tickets.service.ts'

@Controller('tickets')
export class TicketsController {
  constructor(private readonly ticketsService: TicketsService) {}

  @Post()
  buy(@Body() purchase: BuyTicketDto) {
    return this.ticketsService.buy(purchase, 'admin')
  }
}
