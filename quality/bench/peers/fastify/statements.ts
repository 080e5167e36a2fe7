/** The SQL of the Fastify servers. */

export const findEvent =
  'select event_id, name, location, event_description, price from special_event where event_id = ?'
export const findDates =
  'select event_date from event_occurrence where event_id = ? and removed_at is null order by event_date'
export const listEvents = `select e.event_id, e.name, e.location, e.event_description, e.price,
     (select group_concat(event_date order by event_date) from event_occurrence d
      where d.event_id = e.event_id and removed_at is null) dates
   from (select event_id, event_date from event_occurrence
         where removed_at is null and event_date >= ? and (previous_date is null or previous_date < ?)
         order by event_date, event_id limit ? offset ?) k
   join special_event e on e.event_id = k.event_id order by k.event_date, k.event_id`
export const findOccurrence = `select e.name, e.location, e.price, o.number as occurrence_number
   from special_event e join event_occurrence o on o.event_id = e.event_id and o.removed_at is null
   where e.event_id = ? and o.event_date = ?`
/** Takes a place of an occurrence, if one is left. */
export const takePlace = `update slot set sold = sold + 1 where offer_id = ? and slot_date = ?
   and (select capacity is null or slot.sold < capacity from special_event where event_id = slot.offer_id)`
/** The same for general entry on a day. */
export const takePlaceOfDay = `update slot set sold = sold + 1
   where offer_id = x'${'00'.repeat(16)}' and slot_date = ?
   and (select capacity is null or slot.sold < capacity from general_entry)`
export const insertTicket = `insert into museum_ticket (ticket_id, ticket_type, event_id, event_name, event_location, ticket_date,
     email, phone, confirmation_code, price, currency, state, occurrence_number, sold_at, sold_by)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'EUR', 'valid', ?, ?, ?)`
