import { Module } from '@nestjs/common'
import { TypeOrmModule } from '@nestjs/typeorm'
import { SpecialEvent, Occurrence } from './special-event.entity.ts'
import { SpecialEventsController } from './special-events.controller.ts'
import { SpecialEventsService } from './special-events.service.ts'

@Module({
  imports: [TypeOrmModule.forFeature([SpecialEvent, Occurrence])],
  controllers: [SpecialEventsController],
  providers: [SpecialEventsService],
})
export class SpecialEventsModule {}
