import { Module } from '@nestjs/common'
import { TypeOrmModule } from '@nestjs/typeorm'
import { Slot, Ticket } from './ticket.entity.ts'
import { TicketsController } from './tickets.controller.ts'
import { TicketsService } from './tickets.service.ts'

@Module({
  imports: [TypeOrmModule.forFeature([Slot, Ticket])],
  controllers: [TicketsController],
  providers: [TicketsService],
})
export class TicketsModule {}
