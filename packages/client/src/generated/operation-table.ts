// Generated from packages/adapters-http/openapi.json by `pnpm client:types`.
/** Each operation: its kind, HTTP method and path, and what the client's method takes besides. */
export const operationTable = {
  /** What a client must know before it shows anything: the museum with its current date, and the user with the role that says which operations the user may call. */
  getMuseum: ['read', 'GET', '/museum'],
  /** The upcoming operating hours of the museum, ascending by date. A closed day has no record. */
  getMuseumHours: ['list', 'GET', '/museum-hours', 'query'],
  /** The rule behind the museum hours: the hours of the week, and the dates that differ from it. */
  getSchedule: ['read', 'GET', '/museum-hours/schedule'],
  /** Replaces the whole schedule: an exception that is not sent is removed. Tickets that are sold stay as they are, and so do special events; so a day for which valid tickets are sold is closed, and an entry time taken away, only with `confirm=true`. It takes effect at once. The audit log has an entry for each weekday and date that changes. Not repeated when its outcome is unknown. */
  setSchedule: ['change', 'PUT', '/museum-hours/schedule', 'body', 'query', 'if-match'],
  /** The rule from which the entry times of general entry follow. The entry times of a date, with their places, are in its availability. */
  getEntryTimes: ['read', 'GET', '/museum-hours/entry-times'],
  /** Replaces the rule. It is in force for every sale that begins after the response. Sold tickets keep their entry time, date and price; so an entry time for which tickets are sold is taken away only with `confirm=true`. With `early` and `late`, it also says when tickets with an entry time admit, those that are sold already too. Not repeated when its outcome is unknown. */
  setEntryTimes: ['change', 'PUT', '/museum-hours/entry-times', 'body', 'query', 'if-match'],
  /** The places for general entry on each open day, ascending by date. A closed day has no record. */
  getGeneralEntryAvailability: ['list', 'GET', '/museum-hours/availability', 'query'],
  /** How many tickets for general entry are sold at most for each day. */
  getGeneralEntryCapacity: ['read', 'GET', '/museum-hours/capacity'],
  /** Limits how many tickets for general entry are sold for each day. Sold tickets stay valid, even if they are more than that. After a 503, send the request again. */
  setGeneralEntryCapacity: ['idempotent', 'PUT', '/museum-hours/capacity', 'body'],
  /** Creates a special event. Past dates are accepted. Dates are sorted, and repeated dates are removed. */
  createSpecialEvent: ['keyed', 'POST', '/special-events', 'body'],
  /** The special events with at least one date from startDate to endDate, each once with all of its dates, in the order of their first date in that period, then of their eventId. */
  listSpecialEvents: ['list', 'GET', '/special-events', 'query'],
  /** One special event. */
  getSpecialEvent: ['read', 'GET', '/special-events/{eventId}'],
  /** Changes only the members that are sent. Valid tickets for a removed date are cancelled. Not repeated when its outcome is unknown. */
  updateSpecialEvent: ['change', 'PATCH', '/special-events/{eventId}', 'body', 'if-match'],
  /** Deletes a planned event. Its valid tickets are cancelled. Not repeated when its outcome is unknown. */
  deleteSpecialEvent: ['change', 'DELETE', '/special-events/{eventId}', 'if-match'],
  /** The special events that were deleted and not restored, as they were, the latest deletion first; those of one second in the order of their eventId. */
  listDeletedSpecialEvents: ['list', 'GET', '/deleted-special-events', 'query'],
  /** Undoes the deletion of an event: it has its dates and its capacity again, and the tickets that the deletion cancelled are valid again. An event that is not deleted stays as it is. Not repeated when its outcome is unknown. */
  restoreSpecialEvent: ['change', 'POST', '/deleted-special-events/{eventId}/restoration'],
  /** Creates the special events of a file of at most 10 MB. The whole file is checked first: while it has a fault, nothing is stored. Each fault has its `line`, and a `pointer` such as `#/2/price` to the member of the event with this index, from 0 on. Nothing is created twice: a row creates no event if its content was imported before, even if that event was changed or deleted since, or if its eventId is that of an event of this museum; any other eventId is ignored. A file that takes longer than a request may is imported in part (`remaining`). A dry run shows the rows as they were read. */
  importSpecialEvents: ['idempotent', 'POST', '/special-event-imports', 'file', 'query'],
  /** The places of each date of the event, ascending by date. */
  getEventAvailability: ['read', 'GET', '/special-events/{eventId}/availability'],
  /** How many tickets are sold at most for each date of the event. */
  getEventCapacity: ['read', 'GET', '/special-events/{eventId}/capacity'],
  /** Limits how many tickets are sold for each date of the event. Sold tickets stay valid, even if they are more than that. After a 503, send the request again. */
  setEventCapacity: ['idempotent', 'PUT', '/special-events/{eventId}/capacity', 'body'],
  /** The entry times that a special event has on each of its dates. Their places are in its availability. */
  getEventEntryTimes: ['read', 'GET', '/special-events/{eventId}/entry-times'],
  /** Replaces the entry times of a special event, which raises its revision. Each has the capacity; that of the event does not count meanwhile. Otherwise like `PUT /museum-hours/entry-times`. Not repeated when its outcome is unknown. */
  setEventEntryTimes: ['change', 'PUT', '/special-events/{eventId}/entry-times', 'body', 'query', 'if-match'],
  /** The places of general entry and of all special events on each date of at most 31, ascending by date. */
  getAvailability: ['read', 'GET', '/availability', 'query'],
  /** The price categories of the museum. A ticket costs the percentage of the full price; one for general entry costs the generalPrice of the category where it has one. */
  getPriceCategories: ['read', 'GET', '/price-categories'],
  /** Replaces the list. Tickets that are sold keep their category and price. This server sells at the new prices at once, another one within 5 seconds. Not repeated when its outcome is unknown. */
  setPriceCategories: ['change', 'PUT', '/price-categories', 'body', 'if-match'],
  /** Purchases one ticket, for general entry or for a special event. */
  buyMuseumTickets: ['keyed', 'POST', '/tickets', 'body'],
  /** The tickets with a confirmation code, with the e-mail address of a purchaser, or for a date of a special event, in the order in which they were sold. The query has one of these three filters. */
  findTickets: ['list', 'GET', '/tickets', 'query'],
  /** The ticket in its current state. The role gate gets neither the e-mail address, nor the phone number, nor the refund; once the first two are erased, no role gets them. */
  getTicket: ['read', 'GET', '/tickets/{ticketId}'],
  /** An image of the ticket with a scannable QR code, used for museum or event entry. */
  getTicketCode: ['read', 'GET', '/tickets/{ticketId}/qr', 'image'],
  /** Cancels a ticket and gives its place back. It cannot be undone. A repetition has no further effect and gets the same response. The body may be left out. */
  cancelTicket: ['idempotent', 'POST', '/tickets/{ticketId}/cancellation', 'body'],
  /** The shop at which visitors buy tickets, and whether it is open. */
  getShop: ['read', 'GET', '/shop'],
  /** Opens or closes the shop, on every server within 5 seconds. While it is closed, the pages and the role `shop` make no new reservations. What is held is still paid and sold, links to tickets stay valid, and the box office sells and reserves as before. Not repeated when its outcome is unknown. */
  setShop: ['change', 'PUT', '/shop', 'body', 'if-match'],
  /** What the museum says of itself, and what general entry costs: each setting with its value, and whether that is stored or the environment of the server has it. */
  getMuseumSettings: ['read', 'GET', '/museum-settings'],
  /** Stores the settings that it names; `null` returns to the value of the environment. They are in force on every server within 5 seconds, the price of general entry for every sale that begins after the response. A shop keeps its termsUrl, privacyUrl and legalNoticeUrl. Not repeated when its outcome is unknown. */
  setMuseumSettings: ['change', 'PUT', '/museum-settings', 'body', 'if-match'],
  /** Sells several tickets at once: all of them or none. The payment is recorded; no money is taken. All faults of all items are reported together. */
  placeOrder: ['keyed', 'POST', '/orders', 'body'],
  /** The orders that were sold last first: without a filter those that the caller has sold today. Tickets that were bought alone have no order. */
  listOrders: ['list', 'GET', '/orders', 'query'],
  /** The order with its tickets in their current state, and what of it is to be refunded. */
  getOrder: ['read', 'GET', '/orders/{orderId}'],
  /** Corrects the email address of all tickets of an order that have one, and sends those that are not cancelled to it, where the museum sends e-mails. Earlier links to the tickets lead nowhere. The same body again has no further effect. */
  correctOrderAddress: ['idempotent', 'PATCH', '/orders/{orderId}', 'body'],
  /** What is printed for an order: the receipt of its sale, and one, with negative amounts, for each time that refunds were settled. The service is no fiscal device. */
  getReceipts: ['read', 'GET', '/orders/{orderId}/receipts'],
  /** Cancels the tickets of an order that are neither used nor cancelled, and gives their places back. It cannot be undone. A repetition has no further effect. The body may be left out. */
  cancelOrder: ['idempotent', 'POST', '/orders/{orderId}/cancellation', 'body'],
  /** Undoes an order on the day of its sale: cancels every ticket, and settles what is due with the method of its payment. An order without a payment is only cancelled, unless a method is sent. No money is moved, unless the order was paid online: then the payment provider gives it back. A repetition has no further effect. The body may be left out. */
  reverseOrder: ['idempotent', 'POST', '/orders/{orderId}/reversal', 'body'],
  /** Records that all that is due of an order was given back. No money is moved, unless the method is `online`: then the payment provider gives back what was paid there, and the refunds are `sending` until it has. Refunds that are settled stay as they are; the same body again has no further effect. */
  refundOrder: ['idempotent', 'POST', '/orders/{orderId}/refund', 'body'],
  /** Corrects how an order was paid, on the day of its sale, unless it was paid online or all of it was refunded. The sales of the day then have the corrected method. No money is moved. The same body again has no further effect. */
  correctOrderPayment: ['idempotent', 'PUT', '/orders/{orderId}/payment', 'body'],
  /** Holds the places of an order, all of them or none, until it is sold or its time is over. No ticket is sold. The prices are those of this moment. */
  createReservation: ['keyed', 'POST', '/reservations', 'body'],
  /** The reservations whose places are held, or whose payments need a person, by the end of their time. */
  listReservations: ['list', 'GET', '/reservations', 'query'],
  /** The reservation in its current state. */
  getReservation: ['read', 'GET', '/reservations/{reservationId}'],
  /** Holds the places for 15 minutes from now, to at most 60 minutes after the reservation was made. One that was made with `until` is held until the `until` that is sent. The body may be left out. */
  extendReservation: ['idempotent', 'POST', '/reservations/{reservationId}/extension', 'body'],
  /** Gives the places back. It cannot be undone. An open payment is closed first. A repetition has no further effect. */
  releaseReservation: ['idempotent', 'POST', '/reservations/{reservationId}/release'],
  /** Sells a reservation at the reserved prices: the order has the identifier of the reservation. A reservation whose time is over is sold too if its places are free. A repetition returns the same order. The body may be left out. */
  sellReservation: ['idempotent', 'POST', '/reservations/{reservationId}/order', 'body'],
  /** Opens a payment page at the payment provider, or returns the one that is open. The places are held until five minutes after the end of the page. Once it is paid, the reservation is sold by itself. The body may be left out. */
  openPayment: ['idempotent', 'POST', '/reservations/{reservationId}/payment', 'body'],
  /** Records that a person has dealt with a payment of the member `attention`: it is listed no more, until something else needs a person. No money is moved. A repetition, also for a payment that needs no person, has no further effect. */
  attendToPayment: ['idempotent', 'POST', '/reservations/{reservationId}/attention', 'body'],
  /** The refunds that are due, that the payment provider is giving, or that were settled, in the order of the time of the cancellation. A refund is due for a cancelled ticket that was not free, unless its date was removed only after it had passed. */
  listRefunds: ['list', 'GET', '/refunds', 'query'],
  /** Records that the price of a cancelled ticket was given back. No money is moved, unless the method is `online`: then the payment provider gives back what was paid there, and the refund is `sending` until it has. Such a refund is given at no till, and without a reference of the sender. One that fails is due again. The same body again has no further effect. From then on the ticket itself is cancelled, also when its event is restored. */
  settleRefund: ['idempotent', 'POST', '/tickets/{ticketId}/refund', 'body'],
  /** Has the payment provider give back all that is due of what was paid online for an event, or for one of its dates: 60 orders a minute, each once. `GET /refunds` with the event and the state shows how far it is. Not repeated when its outcome is unknown. */
  createRefundRun: ['change', 'POST', '/refund-runs', 'body'],
  /** What was sold and refunded on each date, added up by user, method, till, event, price category and currency. A sale has the date on which it was made, and keeps it; its row says how many of its tickets are cancelled now. A refund has the date on which it was settled, or asked for at the payment provider; one that failed there has negative numbers on that date. With a till, only what was sold and refunded there. An administrator gets the rows of all users, the box office those of the caller. Tickets that were sold before times of sale were stored are left out. */
  getSales: ['read', 'GET', '/sales', 'query'],
  /** Closes a till, or what the caller sells at no till: what was sold and refunded since the closing before, the first one from today on, beside what was found of it. A sale that is stored later is in the next closing. It is stored once, and never changes. */
  createClosing: ['keyed', 'POST', '/closings', 'body'],
  /** The latest closings first: for the box office those that it has made, for an administrator all. */
  listClosings: ['list', 'GET', '/closings', 'query'],
  /** What the next closing of a till, or of what the caller sells at no till, would have now, with nothing counted and no float. */
  previewClosing: ['read', 'GET', '/closing-preview', 'query'],
  /** The box office may read the closings that it has made, an administrator all. */
  getClosing: ['read', 'GET', '/closings/{closingId}'],
  /** Decides and records the scan of a code. The response to every valid scan is 200, also when it does not admit. Only one scan of a ticket admits. Offline scans arrive in any order, and the earliest one admits: an offline scan that is earlier than the admission of its ticket replaces it. With `wholeOrder` one scan admits all tickets of the order that admit now, in one step: the code of any of them is enough. */
  admitTicket: ['idempotent', 'POST', '/admissions', 'body'],
  /** The scan log: every scan, also those that did not admit, the latest first. Only an administrator may read the scans of a date other than today, except with `conflict`, and those of the day before until the day ends at the gates. */
  listAdmissions: ['list', 'GET', '/admissions', 'query'],
  /** The scans of a date, counted. Only an administrator may read the summary of a date other than today, and the day before until the day ends at the gates. */
  getAdmissionSummary: ['read', 'GET', '/admissions/summary', 'query'],
  /** How many tickets for each date are valid or admitted, and how many of them are admitted: for general entry, and for each event with such tickets. A date is that of the tickets, not that of their sale. Tickets of a removed date or a deleted event are cancelled unless they were admitted. */
  getAttendance: ['read', 'GET', '/attendance', 'query'],
  /** The ticket is no longer used: it is valid again, or cancelled if its event was deleted or its date removed. The scan log keeps the scan, with the reason `reverted`. Not repeated when its outcome is unknown. */
  revertAdmission: ['change', 'DELETE', '/admissions/{admissionId}'],
  /** The public keys that verify the codes of tickets, for a scanner without a network, and when tickets admit. A code is invalid when its key is not among them. */
  listTicketKeys: ['read', 'GET', '/ticket-keys'],
  /** What a gate without a network must refuse although the signature of a code is valid: cancelled tickets, and removed dates of events. With the cursor of an earlier response in since, the response has only what is new. It may repeat entries: merge them by their identifiers. Entries are withdrawn only when a deleted event is restored: the response without since has all that are in force. */
  getTicketRevocations: ['read', 'GET', '/ticket-revocations', 'query'],
  /** Who changed what, the latest change first: special events, museum hours, users, ticket keys, the key of links, and tickets that were cancelled or whose admission was reverted; each with the values before and after the change. */
  listAuditEntries: ['list', 'GET', '/audit', 'query'],
  /** Adds a webhook: from now on each change of its types is sent to its URL, as the section `webhooks` of this document describes. The response has the secret of its signatures, this once. There are at most 50 webhooks. Not repeated when its outcome is unknown. */
  createWebhook: ['change', 'POST', '/webhooks', 'body'],
  /** All webhooks, in the order in which they were added. */
  listWebhooks: ['read', 'GET', '/webhooks'],
  /** One webhook. */
  getWebhook: ['read', 'GET', '/webhooks/{webhookId}'],
  /** Changes the members that the request has. While a webhook is disabled, messages are recorded for three days; `"enabled": true` sends them. Not repeated when its outcome is unknown. */
  updateWebhook: ['change', 'PATCH', '/webhooks/{webhookId}', 'body'],
  /** Removes a webhook. Messages that wait for it are not delivered. Not repeated when its outcome is unknown. */
  deleteWebhook: ['change', 'DELETE', '/webhooks/{webhookId}'],
  /** Sends a message of the type `webhook.test`. The list of deliveries shows what became of it. Not repeated when its outcome is unknown. */
  testWebhook: ['change', 'POST', '/webhooks/{webhookId}/test'],
  /** Gives a webhook a new secret and a new public key. For 24 hours messages are signed with the one before too, so that the receiver can be changed meanwhile: with each one that was renewed within 24 hours, at most 4. Not repeated when its outcome is unknown. */
  renewWebhookSecret: ['change', 'POST', '/webhooks/{webhookId}/secret'],
  /** The deliveries of messages to a webhook, the latest first. Those that succeeded are kept for 30 days, those that failed until they are replayed or removed. */
  listWebhookDeliveries: ['list', 'GET', '/webhooks/{webhookId}/deliveries', 'query'],
  /** Delivers a message again under the same `webhook-id`, as if it were new. Its place in the order is not kept. Not repeated when its outcome is unknown. */
  replayWebhookDelivery: ['change', 'POST', '/webhooks/{webhookId}/deliveries/{deliveryId}/replay'],
  /** Removes the failed deliveries of a webhook, which are kept until then. Not repeated when its outcome is unknown. */
  removeFailedDeliveries: ['change', 'DELETE', '/webhooks/{webhookId}/failed-deliveries'],
  /** Sends a ticket to the email address of its purchaser again, or to another one. The response does not wait for the e-mail. The body may be left out. In an hour, at most 10 e-mails are sent so to one address, and at most 200 by one user. Not repeated when its outcome is unknown. */
  mailTicket: ['change', 'POST', '/tickets/{ticketId}/mail', 'body'],
  /** Sends the tickets of an order that are not cancelled to the email address of their purchaser again, or to another one, in one e-mail. Otherwise as for a ticket. The body may be left out. Not repeated when its outcome is unknown. */
  mailOrder: ['change', 'POST', '/orders/{orderId}/mail', 'body'],
  /** Sends the link by which a reservation that was made with `until` is ordered and paid online, until its end, to the email address of its purchaser. The response does not wait for the e-mail. It is limited as for a ticket. Not repeated when its outcome is unknown. */
  mailReservation: ['change', 'POST', '/reservations/{reservationId}/mail'],
  /** The e-mails to purchasers and what became of them, the latest first. Those that were sent are kept for 30 days, those that failed until they are replayed or removed. */
  listMails: ['list', 'GET', '/mails', 'query'],
  /** Attempts an e-mail again at once, under the same Message-ID. Not repeated when its outcome is unknown. */
  replayMail: ['change', 'POST', '/mails/{deliveryId}/replay'],
  /** Removes the e-mails that could not be sent, which are kept until then. Not repeated when its outcome is unknown. */
  removeFailedMails: ['change', 'DELETE', '/failed-mails'],
  /** Adds a user, who can log in at once. Without a password, a random one is made, and the response has it, this once: the user is asked to change it. Not repeated when its outcome is unknown. */
  addUser: ['change', 'POST', '/users', 'body'],
  /** All users, in the order of their names. */
  listUsers: ['read', 'GET', '/users'],
  /** Changes the members that the request has, on every server within 5 seconds. `"password": null` makes a random password, which the response has, this once. One enabled administrator must remain. Not repeated when its outcome is unknown. */
  updateUser: ['change', 'PATCH', '/users/{username}', 'body'],
  /** Removes a user. The tickets that the user sold stay valid, and the audit log keeps the name. To only end the access, disable the user. Not repeated when its outcome is unknown. */
  removeUser: ['change', 'DELETE', '/users/{username}'],
  /** Gives the user who sends the request a new password. Requests with the former one are refused within 5 seconds. A wrong present password counts as a failed sign-in. Not repeated when its outcome is unknown. */
  changeOwnPassword: ['change', 'PUT', '/users/me/password', 'body'],
} as const
