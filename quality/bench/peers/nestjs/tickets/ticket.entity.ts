import { Column, Entity, PrimaryColumn } from 'typeorm'
import { uuidTransformer } from '../uuid.transformer.ts'

@Entity()
export class Slot {
  @PrimaryColumn({ name: 'offer_id', type: 'blob', transformer: uuidTransformer })
  offerId: string

  @PrimaryColumn({ name: 'slot_date', type: 'date' })
  slotDate: string

  @Column({ type: 'int' })
  sold: number
}

@Entity('museum_ticket')
export class Ticket {
  @PrimaryColumn({ name: 'ticket_id', type: 'blob', transformer: uuidTransformer })
  ticketId: string

  @Column({ name: 'ticket_type' })
  ticketType: string

  @Column({ name: 'event_id', type: 'blob', nullable: true, transformer: uuidTransformer })
  eventId?: string

  @Column({ name: 'event_name', nullable: true })
  eventName?: string

  @Column({ name: 'event_location', nullable: true })
  eventLocation?: string

  @Column({ name: 'ticket_date', type: 'date' })
  ticketDate: string

  @Column()
  email: string

  @Column({ nullable: true })
  phone?: string

  @Column({ name: 'confirmation_code' })
  confirmationCode: string

  @Column({ type: 'int' })
  price: number

  @Column()
  currency: string

  @Column()
  state: string

  @Column({ name: 'occurrence_number', type: 'int', nullable: true })
  occurrenceNumber: number | null

  @Column({ name: 'sold_at', type: 'bigint', nullable: true })
  soldAt: number

  @Column({ name: 'sold_by', type: 'blob', nullable: true })
  soldBy: Buffer
}
