import { Module } from '@nestjs/common'
import { TypeOrmModule } from '@nestjs/typeorm'
import { GeneralEntryDay, Ticket } from './ticket.entity.ts'
import { TicketsController } from './tickets.controller.ts'
import { TicketsService } from './tickets.service.ts'

@Module({
  imports: [TypeOrmModule.forFeature([GeneralEntryDay, Ticket])],
  controllers: [TicketsController],
  providers: [TicketsService],
})
export class TicketsModule {}
