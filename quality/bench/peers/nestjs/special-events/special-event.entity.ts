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

@Entity('event_occurrence')
export class Occurrence {
  @PrimaryColumn({ name: 'event_id', type: 'blob', transformer: uuidTransformer })
  eventId: string

  @PrimaryColumn({ name: 'event_date', type: 'date' })
  eventDate: string

  @Column({ type: 'int' })
  number: number

  @Column({ name: 'removed_at', type: 'int', nullable: true })
  removedAt: number | null

  @ManyToOne(() => SpecialEvent, (event) => event.occurrences)
  @JoinColumn({ name: 'event_id' })
  event: SpecialEvent
}
