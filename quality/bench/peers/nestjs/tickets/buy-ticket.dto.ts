import { IsEmail, IsIn, IsISO8601, IsOptional, IsString, IsUUID, MaxLength, ValidateIf } from 'class-validator'

export class BuyTicketDto {
  @IsIn(['general', 'event'])
  ticketType: 'general' | 'event'

  @IsISO8601({ strict: true })
  @MaxLength(10)
  ticketDate: string

  @IsEmail()
  @MaxLength(254)
  email: string

  @ValidateIf(({ ticketType }: BuyTicketDto) => ticketType === 'event')
  @IsUUID()
  eventId?: string

  @IsOptional()
  @IsString()
  @MaxLength(32)
  phone?: string
}
