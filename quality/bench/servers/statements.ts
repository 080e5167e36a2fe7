/** The SQL of the servers that the museum is compared with. It names only the columns that these servers need. */

const event = 'e.event_id, e.name, e.location, e.event_description, e.price'

export const findEvent = `select ${event} from special_event e where e.event_id = ?`

export const findDates =
  'select event_date from event_occurrence where event_id = ? and removed_at is null order by event_date'

export const listEvents = `select ${event},
     (select group_concat(event_date order by event_date) from event_occurrence d
      where d.event_id = e.event_id and removed_at is null) dates
   from (select event_id, event_date from event_occurrence
         where removed_at is null and event_date >= ? and (previous_date is null or previous_date < ?)
         order by event_date, event_id limit ? offset ?) k
   join special_event e on e.event_id = k.event_id order by k.event_date, k.event_id`

const columns =
  'ticket_id, ticket_type, event_id, event_name, event_location, ticket_date, email, confirmation_code, price, ' +
  'currency, state, occurrence_number'

/** Values: identifier, date, e-mail address, confirmation code. */
export const insertGeneralTicket = `insert into museum_ticket (${columns})
   values (?, 'general', null, null, null, ?, ?, ?, 0, 'EUR', 'valid', null)`

/** Values: identifier, e-mail address, confirmation code, event, date. Inserts nothing when the event is not on that date. */
export const insertEventTicket = `insert into museum_ticket (${columns})
   select ?, 'event', e.event_id, e.name, e.location, o.event_date, ?, ?, e.price, 'EUR', 'valid', o.number
   from special_event e join event_occurrence o on o.event_id = e.event_id and o.removed_at is null
   where e.event_id = ? and o.event_date = ?`

export const findEventName = 'select name from special_event where event_id = ?'

/** Takes a place of an occurrence, if one is left. Values: event, date. */
export const takePlace = `update slot set sold = sold + 1 where offer_id = ? and slot_date = ?
   and (select capacity is null or slot.sold < capacity from special_event where event_id = slot.offer_id)`

/** The same for general entry on a day. */
export const takePlaceOfDay = `update slot set sold = sold + 1
   where offer_id = x'${'00'.repeat(16)}' and slot_date = ?
   and (select capacity is null or slot.sold < capacity from general_entry)`

/** Values: admission, moment, gate, ticket. */
export const admitTicket = `update museum_ticket set admission_id = ?, admitted_at = ?, admission_gate = ?
   where ticket_id = ? and state = 'valid' and admission_id is null`

/** Values: admission, moment, day, gate, user, ticket, scan. */
export const insertScan = `insert into scan
   (admission_id, scanned_at, scan_date, gate, scanned_by, is_offline, ticket_id, scan_id) values (?, ?, ?, ?, ?, 0, ?, ?)`

export const findTicketState = 'select state from museum_ticket where ticket_id = ?'
