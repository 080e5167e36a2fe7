import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn } from 'typeorm'
import { uuidTransformer } from '../uuid.transformer.ts'

@Entity()
export class SpecialEvent {
  @PrimaryColumn({ name: 'event_id', type: 'blob', transformer: uuidTransformer })
  eventId: string

  @Column()
  name: string

  @Column()
  location: string

  @Column({ name: 'event_description' })
  eventDescription: string

  @Column({ type: 'int' })
  price: number

  @OneToMany(() => Occurrence, (occurrence) => occurrence.event)
  occurrences: Occurrence[]
}

@Entity()
export class Occurrence {
  @PrimaryColumn({ name: 'event_id', type: 'blob', transformer: uuidTransformer })
  eventId: string

  @PrimaryColumn({ name: 'event_date', type: 'date' })
  eventDate: string

  @Column({ name: 'occurrence_number', type: 'int' })
  occurrenceNumber: number

  @Column({ type: 'int' })
  sold: number

  @Column({ type: 'int', nullable: true })
  capacity: number | null

  @ManyToOne(() => SpecialEvent, (event) => event.occurrences)
  @JoinColumn({ name: 'event_id' })
  event: SpecialEvent
}
