import { z } from 'zod'

/** One open day in a response. */
export const MuseumHoursBody = z
  .object({
    date: z.iso.date().meta({ description: 'The day on which these hours apply.', example: '2030-05-17' }),
    timeOpen: z
      .string()
      .meta({ description: 'When the museum opens, HH:mm.', example: '09:00', pattern: '^\\d{2}:\\d{2}$' }),
    timeClose: z
      .string()
      .meta({ description: 'When the museum closes, HH:mm.', example: '18:00', pattern: '^\\d{2}:\\d{2}$' }),
  })
  .meta({ id: 'MuseumHours', description: 'The hours of one open day. A closed day has none.' })
