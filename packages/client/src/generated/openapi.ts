// Generated from packages/adapters-http/openapi.json by `pnpm client:types`.
export interface paths {
    readonly "/museum": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get museum
         * @description What a client must know before it shows anything: the museum with its current date, and the user with the role that says which operations the user may call.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getMuseum"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/museum-hours": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get museum hours
         * @description The upcoming operating hours of the museum, ascending by date. A closed day has no record.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getMuseumHours"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/museum-hours/schedule": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get schedule
         * @description The rule behind the museum hours: the hours of the week, and the dates that differ from it.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["getSchedule"];
        /**
         * Set schedule
         * @description Replaces the whole schedule: an exception that is not sent is removed. Tickets that are sold stay as they are, and so do special events; so a day for which valid tickets are sold is closed, and an entry time taken away, only with `confirm=true`. It takes effect at once. The audit log has an entry for each weekday and date that changes.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setSchedule"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/museum-hours/entry-times": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get entry times
         * @description The rule from which the entry times of general entry follow. The entry times of a date, with their places, are in its availability.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getEntryTimes"];
        /**
         * Set entry times
         * @description Replaces the rule. It is in force for every sale that begins after the response. Sold tickets keep their entry time, date and price; so an entry time for which tickets are sold is taken away only with `confirm=true`. With `early` and `late`, it also says when tickets with an entry time admit, those that are sold already too.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setEntryTimes"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/museum-hours/availability": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get availability of general entry
         * @description The places for general entry on each open day, ascending by date. A closed day has no record.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getGeneralEntryAvailability"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/museum-hours/capacity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get capacity of general entry
         * @description How many tickets for general entry are sold at most for each day.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["getGeneralEntryCapacity"];
        /**
         * Set capacity of general entry
         * @description Limits how many tickets for general entry are sold for each day. Sold tickets stay valid, even if they are more than that. After a 503, send the request again.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setGeneralEntryCapacity"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/special-events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List special events
         * @description The special events with at least one date from startDate to endDate, each once with all of its dates, in the order of their first date in that period, then of their eventId.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["listSpecialEvents"];
        readonly put?: never;
        /**
         * Create special event
         * @description Creates a special event. Past dates are accepted. Dates are sorted, and repeated dates are removed.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["createSpecialEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/special-events/{eventId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get special event
         * @description One special event.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getSpecialEvent"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete special event
         * @description Deletes a planned event. Its valid tickets are cancelled.
         *
         *     Roles that may call it: admin.
         */
        readonly delete: operations["deleteSpecialEvent"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update special event
         * @description Changes only the members that are sent. Valid tickets for a removed date are cancelled.
         *
         *     Roles that may call it: admin.
         */
        readonly patch: operations["updateSpecialEvent"];
        readonly trace?: never;
    };
    readonly "/deleted-special-events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deleted special events
         * @description The special events that were deleted and not restored, as they were, the latest deletion first; those of one second in the order of their eventId.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["listDeletedSpecialEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/deleted-special-events/{eventId}/restoration": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore deleted special event
         * @description Undoes the deletion of an event: it has its dates and its capacity again, and the tickets that the deletion cancelled are valid again. An event that is not deleted stays as it is.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["restoreSpecialEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/special-event-imports": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Import special events
         * @description Creates the special events of a file of at most 10 MB. The whole file is checked first: while it has a fault, nothing is stored. Each fault has its `line`, and a `pointer` such as `#/2/price` to the member of the event with this index, from 0 on. Nothing is created twice: a row creates no event if its content was imported before, even if that event was changed or deleted since, or if its eventId is that of an event of this museum; any other eventId is ignored. A file that takes longer than a request may is imported in part (`remaining`). A dry run shows the rows as they were read.
         *
         *     After a 503 outcome-unknown: Send the same file again: nothing is created twice.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["importSpecialEvents"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/special-events/{eventId}/availability": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get availability of special event
         * @description The places of each date of the event, ascending by date.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getEventAvailability"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/special-events/{eventId}/capacity": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get capacity of special event
         * @description How many tickets are sold at most for each date of the event.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["getEventCapacity"];
        /**
         * Set capacity of special event
         * @description Limits how many tickets are sold for each date of the event. Sold tickets stay valid, even if they are more than that. After a 503, send the request again.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setEventCapacity"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/special-events/{eventId}/entry-times": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get entry times of special event
         * @description The entry times that a special event has on each of its dates. Their places are in its availability.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getEventEntryTimes"];
        /**
         * Set entry times of special event
         * @description Replaces the entry times of a special event, which raises its revision. Each has the capacity; that of the event does not count meanwhile. Otherwise like `PUT /museum-hours/entry-times`.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setEventEntryTimes"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/availability": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get availability
         * @description The places of general entry and of all special events on each date of at most 31, ascending by date.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getAvailability"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/price-categories": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get price categories
         * @description The price categories of the museum. A ticket costs the percentage of the full price; one for general entry costs the generalPrice of the category where it has one.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly get: operations["getPriceCategories"];
        /**
         * Set price categories
         * @description Replaces the list. Tickets that are sold keep their category and price. This server sells at the new prices at once, another one within 5 seconds.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setPriceCategories"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tickets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Find tickets
         * @description The tickets with a confirmation code, with the e-mail address of a purchaser, or for a date of a special event, in the order in which they were sold. The query has one of these three filters.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["findTickets"];
        readonly put?: never;
        /**
         * Buy museum tickets
         * @description Purchases one ticket, for general entry or for a special event.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["buyMuseumTickets"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tickets/{ticketId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get ticket
         * @description The ticket in its current state. The role gate gets neither the e-mail address, nor the phone number, nor the refund; once the first two are erased, no role gets them.
         *
         *     Roles that may call it: admin, box-office, shop, gate.
         */
        readonly get: operations["getTicket"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tickets/{ticketId}/qr": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get ticket QR code
         * @description An image of the ticket with a scannable QR code, used for museum or event entry.
         *
         *     Roles that may call it: admin, box-office, shop, gate.
         */
        readonly get: operations["getTicketCode"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tickets/{ticketId}/cancellation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel ticket
         * @description Cancels a ticket and gives its place back. It cannot be undone. A repetition has no further effect and gets the same response. The body may be left out.
         *
         *     After a 503 outcome-unknown: Send it again: a ticket that is cancelled stays as it is.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["cancelTicket"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/shop": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get shop
         * @description The shop at which visitors buy tickets, and whether it is open.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["getShop"];
        /**
         * Set shop
         * @description Opens or closes the shop, on every server within 5 seconds. While it is closed, the pages and the role `shop` make no new reservations. What is held is still paid and sold, links to tickets stay valid, and the box office sells and reserves as before.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setShop"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/museum-settings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get museum settings
         * @description What the museum says of itself, and what general entry costs: each setting with its value, and whether that is stored or the environment of the server has it.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["getMuseumSettings"];
        /**
         * Set museum settings
         * @description Stores the settings that it names; `null` returns to the value of the environment. They are in force on every server within 5 seconds, the price of general entry for every sale that begins after the response. A shop keeps its termsUrl, privacyUrl and legalNoticeUrl.
         *
         *     Roles that may call it: admin.
         */
        readonly put: operations["setMuseumSettings"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List orders
         * @description The orders that were sold last first: without a filter those that the caller has sold today. Tickets that were bought alone have no order.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["listOrders"];
        readonly put?: never;
        /**
         * Place order
         * @description Sells several tickets at once: all of them or none. The payment is recorded; no money is taken. All faults of all items are reported together.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["placeOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{orderId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get order
         * @description The order with its tickets in their current state, and what of it is to be refunded.
         *
         *     Roles that may call it: admin, box-office, shop.
         */
        readonly get: operations["getOrder"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Correct address
         * @description Corrects the email address of all tickets of an order that have one, and sends those that are not cancelled to it, where the museum sends e-mails. Earlier links to the tickets lead nowhere. The same body again has no further effect.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly patch: operations["correctOrderAddress"];
        readonly trace?: never;
    };
    readonly "/orders/{orderId}/receipts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get receipts
         * @description What is printed for an order: the receipt of its sale, and one, with negative amounts, for each time that refunds were settled. The service is no fiscal device.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["getReceipts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{orderId}/cancellation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel order
         * @description Cancels the tickets of an order that are neither used nor cancelled, and gives their places back. It cannot be undone. A repetition has no further effect. The body may be left out.
         *
         *     After a 503 outcome-unknown: Send it again: tickets that are cancelled stay as they are.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["cancelOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{orderId}/reversal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Undo order
         * @description Undoes an order on the day of its sale: cancels every ticket, and settles what is due with the method of its payment. An order without a payment is only cancelled, unless a method is sent. No money is moved, unless the order was paid online: then the payment provider gives it back. A repetition has no further effect. The body may be left out.
         *
         *     After a 503 outcome-unknown: Send it again: an order that is undone stays as it is.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["reverseOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{orderId}/refund": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Refund order
         * @description Records that all that is due of an order was given back. No money is moved, unless the method is `online`: then the payment provider gives back what was paid there, and the refunds are `sending` until it has. Refunds that are settled stay as they are; the same body again has no further effect.
         *
         *     After a 503 outcome-unknown: Send it again: refunds that are settled in the same way stay as they are.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["refundOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{orderId}/payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Correct payment
         * @description Corrects how an order was paid, on the day of its sale, unless it was paid online or all of it was refunded. The sales of the day then have the corrected method. No money is moved. The same body again has no further effect.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly put: operations["correctOrderPayment"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List reservations
         * @description The reservations whose places are held, or whose payments need a person, by the end of their time.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["listReservations"];
        readonly put?: never;
        /**
         * Create reservation
         * @description Holds the places of an order, all of them or none, until it is sold or its time is over. No ticket is sold. The prices are those of this moment.
         *
         *     Roles that may call it: admin, box-office, shop.
         */
        readonly post: operations["createReservation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations/{reservationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get reservation
         * @description The reservation in its current state.
         *
         *     Roles that may call it: admin, box-office, shop.
         */
        readonly get: operations["getReservation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations/{reservationId}/extension": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Extend reservation
         * @description Holds the places for 15 minutes from now, to at most 60 minutes after the reservation was made. One that was made with `until` is held until the `until` that is sent. The body may be left out.
         *
         *     After a 503 outcome-unknown: Send it again: at worst, the places are held a little longer.
         *
         *     Roles that may call it: admin, box-office, shop.
         */
        readonly post: operations["extendReservation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations/{reservationId}/release": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Release reservation
         * @description Gives the places back. It cannot be undone. An open payment is closed first. A repetition has no further effect.
         *
         *     After a 503 outcome-unknown: Send it again: a reservation that is released stays as it is.
         *
         *     Roles that may call it: admin, box-office, shop.
         */
        readonly post: operations["releaseReservation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations/{reservationId}/order": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Sell reservation
         * @description Sells a reservation at the reserved prices: the order has the identifier of the reservation. A reservation whose time is over is sold too if its places are free. A repetition returns the same order. The body may be left out.
         *
         *     After a 503 outcome-unknown: Send it again: a reservation is sold once.
         *
         *     Roles that may call it: admin, box-office, shop.
         */
        readonly post: operations["sellReservation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations/{reservationId}/payment": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open payment
         * @description Opens a payment page at the payment provider, or returns the one that is open. The places are held until five minutes after the end of the page. Once it is paid, the reservation is sold by itself. The body may be left out.
         *
         *     After a 503 outcome-unknown: Send it again: at most one payment of a reservation is open.
         *
         *     Roles that may call it: admin, box-office, shop.
         */
        readonly post: operations["openPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations/{reservationId}/attention": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Attend to payment
         * @description Records that a person has dealt with a payment of the member `attention`: it is listed no more, until something else needs a person. No money is moved. A repetition, also for a payment that needs no person, has no further effect.
         *
         *     After a 503 outcome-unknown: Send it again: a payment that was dealt with stays so.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["attendToPayment"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/refunds": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List refunds
         * @description The refunds that are due, that the payment provider is giving, or that were settled, in the order of the time of the cancellation. A refund is due for a cancelled ticket that was not free, unless its date was removed only after it had passed.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["listRefunds"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tickets/{ticketId}/refund": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Settle refund
         * @description Records that the price of a cancelled ticket was given back. No money is moved, unless the method is `online`: then the payment provider gives back what was paid there, and the refund is `sending` until it has. Such a refund is given at no till, and without a reference of the sender. One that fails is due again. The same body again has no further effect. From then on the ticket itself is cancelled, also when its event is restored.
         *
         *     After a 503 outcome-unknown: Send it again: a refund that is settled in the same way stays as it is.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["settleRefund"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/refund-runs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Refund event online
         * @description Has the payment provider give back all that is due of what was paid online for an event, or for one of its dates: 60 orders a minute, each once. `GET /refunds` with the event and the state shows how far it is.
         *
         *     After a 503 outcome-unknown: Read first how many refunds of the event are `sending`: none is given twice, but a second run sends again what failed in the first.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["createRefundRun"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/sales": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get sales
         * @description What was sold and refunded on each date, added up by user, method, till, event, price category and currency. A sale has the date on which it was made, and keeps it; its row says how many of its tickets are cancelled now. A refund has the date on which it was settled, or asked for at the payment provider; one that failed there has negative numbers on that date. With a till, only what was sold and refunded there. An administrator gets the rows of all users, the box office those of the caller. Tickets that were sold before times of sale were stored are left out.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["getSales"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/closings": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List closings
         * @description The latest closings first: for the box office those that it has made, for an administrator all.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["listClosings"];
        readonly put?: never;
        /**
         * Create closing
         * @description Closes a till, or what the caller sells at no till: what was sold and refunded since the closing before, the first one from today on, beside what was found of it. A sale that is stored later is in the next closing. It is stored once, and never changes.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["createClosing"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/closing-preview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Preview closing
         * @description What the next closing of a till, or of what the caller sells at no till, would have now, with nothing counted and no float.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["previewClosing"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/closings/{closingId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get closing
         * @description The box office may read the closings that it has made, an administrator all.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly get: operations["getClosing"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List scans
         * @description The scan log: every scan, also those that did not admit, the latest first. Only an administrator may read the scans of a date other than today, except with `conflict`, and those of the day before until the day ends at the gates.
         *
         *     Roles that may call it: admin, gate.
         */
        readonly get: operations["listAdmissions"];
        readonly put?: never;
        /**
         * Admit ticket
         * @description Decides and records the scan of a code. The response to every valid scan is 200, also when it does not admit. Only one scan of a ticket admits. Offline scans arrive in any order, and the earliest one admits: an offline scan that is earlier than the admission of its ticket replaces it. With `wholeOrder` one scan admits all tickets of the order that admit now, in one step: the code of any of them is enough.
         *
         *     After a 503 outcome-unknown: Send it again with the same scanId. If it has none, look for it in the scan log, GET /admissions, first.
         *
         *     Roles that may call it: admin, gate.
         */
        readonly post: operations["admitTicket"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admissions/summary": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get admission summary
         * @description The scans of a date, counted. Only an administrator may read the summary of a date other than today, and the day before until the day ends at the gates.
         *
         *     Roles that may call it: admin, gate.
         */
        readonly get: operations["getAdmissionSummary"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/attendance": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get attendance
         * @description How many tickets for each date are valid or admitted, and how many of them are admitted: for general entry, and for each event with such tickets. A date is that of the tickets, not that of their sale. Tickets of a removed date or a deleted event are cancelled unless they were admitted.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["getAttendance"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/admissions/{admissionId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revert admission
         * @description The ticket is no longer used: it is valid again, or cancelled if its event was deleted or its date removed. The scan log keeps the scan, with the reason `reverted`.
         *
         *     Roles that may call it: admin.
         */
        readonly delete: operations["revertAdmission"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ticket-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List ticket keys
         * @description The public keys that verify the codes of tickets, for a scanner without a network, and when tickets admit. A code is invalid when its key is not among them.
         *
         *     Roles that may call it: admin, gate.
         */
        readonly get: operations["listTicketKeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ticket-revocations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get ticket revocations
         * @description What a gate without a network must refuse although the signature of a code is valid: cancelled tickets, and removed dates of events. With the cursor of an earlier response in since, the response has only what is new. It may repeat entries: merge them by their identifiers. Entries are withdrawn only when a deleted event is restored: the response without since has all that are in force.
         *
         *     Roles that may call it: admin, gate.
         */
        readonly get: operations["getTicketRevocations"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List audit entries
         * @description Who changed what, the latest change first: special events, museum hours, users, ticket keys, the key of links, and tickets that were cancelled or whose admission was reverted; each with the values before and after the change.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["listAuditEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhooks
         * @description All webhooks, in the order in which they were added.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Create webhook
         * @description Adds a webhook: from now on each change of its types is sent to its URL, as the section `webhooks` of this document describes. The response has the secret of its signatures, this once. There are at most 50 webhooks.
         *
         *     After a 503 outcome-unknown: List the webhooks: if it was added, give it a new secret; if not, send the request again.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get webhook
         * @description One webhook.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["getWebhook"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete webhook
         * @description Removes a webhook. Messages that wait for it are not delivered.
         *
         *     Roles that may call it: admin.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update webhook
         * @description Changes the members that the request has. While a webhook is disabled, messages are recorded for three days; `"enabled": true` sends them.
         *
         *     Roles that may call it: admin.
         */
        readonly patch: operations["updateWebhook"];
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Test webhook
         * @description Sends a message of the type `webhook.test`. The list of deliveries shows what became of it.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["testWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Renew secret of webhook
         * @description Gives a webhook a new secret and a new public key. For 24 hours messages are signed with the one before too, so that the receiver can be changed meanwhile: with each one that was renewed within 24 hours, at most 4.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["renewWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List deliveries of webhook
         * @description The deliveries of messages to a webhook, the latest first. Those that succeeded are kept for 30 days, those that failed until they are replayed or removed.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/deliveries/{deliveryId}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay delivery of webhook
         * @description Delivers a message again under the same `webhook-id`, as if it were new. Its place in the order is not kept.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["replayWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/webhooks/{webhookId}/failed-deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove failed deliveries of webhook
         * @description Removes the failed deliveries of a webhook, which are kept until then.
         *
         *     Roles that may call it: admin.
         */
        readonly delete: operations["removeFailedDeliveries"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/tickets/{ticketId}/mail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send ticket by e-mail
         * @description Sends a ticket to the email address of its purchaser again, or to another one. The response does not wait for the e-mail. The body may be left out. In an hour, at most 10 e-mails are sent so to one address, and at most 200 by one user.
         *
         *     After a 503 outcome-unknown: Send it again: at worst, the visitor gets the ticket twice.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["mailTicket"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/orders/{orderId}/mail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send order by e-mail
         * @description Sends the tickets of an order that are not cancelled to the email address of their purchaser again, or to another one, in one e-mail. Otherwise as for a ticket. The body may be left out.
         *
         *     After a 503 outcome-unknown: Send it again: at worst, the visitor gets the tickets twice.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["mailOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reservations/{reservationId}/mail": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send reservation by e-mail
         * @description Sends the link by which a reservation that was made with `until` is ordered and paid online, until its end, to the email address of its purchaser. The response does not wait for the e-mail. It is limited as for a ticket.
         *
         *     After a 503 outcome-unknown: Send it again: at worst, the visitor gets the link twice.
         *
         *     Roles that may call it: admin, box-office.
         */
        readonly post: operations["mailReservation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/mails": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List e-mails
         * @description The e-mails to purchasers and what became of them, the latest first. Those that were sent are kept for 30 days, those that failed until they are replayed or removed.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["listMails"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/mails/{deliveryId}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay e-mail
         * @description Attempts an e-mail again at once, under the same Message-ID.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["replayMail"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/failed-mails": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove failed e-mails
         * @description Removes the e-mails that could not be sent, which are kept until then.
         *
         *     Roles that may call it: admin.
         */
        readonly delete: operations["removeFailedMails"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List users
         * @description All users, in the order of their names.
         *
         *     Roles that may call it: admin.
         */
        readonly get: operations["listUsers"];
        readonly put?: never;
        /**
         * Add user
         * @description Adds a user, who can log in at once. Without a password, a random one is made, and the response has it, this once: the user is asked to change it.
         *
         *     After a 503 outcome-unknown: List the users: if the user was added, give it a new password; if not, send the request again.
         *
         *     Roles that may call it: admin.
         */
        readonly post: operations["addUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/users/{username}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove user
         * @description Removes a user. The tickets that the user sold stay valid, and the audit log keeps the name. To only end the access, disable the user.
         *
         *     Roles that may call it: admin.
         */
        readonly delete: operations["removeUser"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Update user
         * @description Changes the members that the request has, on every server within 5 seconds. `"password": null` makes a random password, which the response has, this once. One enabled administrator must remain.
         *
         *     Roles that may call it: admin.
         */
        readonly patch: operations["updateUser"];
        readonly trace?: never;
    };
    readonly "/users/me/password": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Change own password
         * @description Gives the user who sends the request a new password. Requests with the former one are refused within 5 seconds. A wrong present password counts as a failed sign-in.
         *
         *     Roles that may call it: admin, box-office, shop, gate, reader.
         */
        readonly put: operations["changeOwnPassword"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly publishNewEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A special event was created.
         * @description The message of the type `special-event.created`.
         */
        readonly post: operations["publishNewEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishChangedEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A special event was changed.
         * @description The message of the type `special-event.updated`.
         */
        readonly post: operations["publishChangedEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishDeletedEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A special event was deleted.
         * @description The message of the type `special-event.deleted`.
         */
        readonly post: operations["publishDeletedEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishRestoredEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A deleted special event was restored.
         * @description The message of the type `special-event.restored`.
         */
        readonly post: operations["publishRestoredEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishChangedHours: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The museum hours were changed.
         * @description The message of the type `museum-hours.changed`.
         */
        readonly post: operations["publishChangedHours"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishSoldTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A ticket was sold.
         * @description The message of the type `ticket.sold`.
         */
        readonly post: operations["publishSoldTicket"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishCancelledTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A ticket was cancelled, by itself or with its order.
         * @description The message of the type `ticket.cancelled`.
         */
        readonly post: operations["publishCancelledTicket"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishNewOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * An order was placed.
         * @description The message of the type `order.created`.
         */
        readonly post: operations["publishNewOrder"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly publishTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A webhook is tested.
         * @description The message of the type `webhook.test`.
         */
        readonly post: operations["publishTest"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description The scans of one date, counted. Reverted admissions are not counted.
         * @example {
         *       "date": "2030-05-17",
         *       "sold": 120,
         *       "admitted": 3,
         *       "refused": {
         *         "already-admitted": 2,
         *         "wrong-date": 1
         *       },
         *       "gates": [
         *         {
         *           "gate": "North door",
         *           "admitted": 2,
         *           "refused": 3
         *         },
         *         {
         *           "gate": "South door",
         *           "admitted": 1,
         *           "refused": 0
         *         }
         *       ]
         *     }
         */
        readonly AdmissionSummary: {
            /**
             * Format: date
             * @description The date under which the scans stand.
             * @example 2030-05-17
             */
            readonly date: string;
            /**
             * @description How many valid and admitted tickets there are for this date.
             * @example 3
             */
            readonly sold: number;
            /**
             * @description How many scans are admissions.
             * @example 3
             */
            readonly admitted: number;
            /**
             * @description How many scans did not admit, by reason. A reason without scans is absent.
             * @example {
             *       "already-admitted": 2,
             *       "wrong-date": 1
             *     }
             */
            readonly refused: {
                readonly "bad-signature"?: number;
                readonly "unknown-ticket"?: number;
                readonly cancelled?: number;
                readonly "wrong-date"?: number;
                readonly "wrong-event"?: number;
                readonly "already-admitted"?: number;
                readonly "too-early"?: number;
                readonly "too-late"?: number;
            };
            /** @description The counts of each gate, in ascending order of their names; those of scans without a gate come first. */
            readonly gates: readonly {
                /**
                 * @description Name of the gate; null for the scans that have none.
                 * @example North door
                 */
                readonly gate: string | null;
                /**
                 * @description How many scans at this gate are admissions.
                 * @example 3
                 */
                readonly admitted: number;
                /**
                 * @description How many scans at this gate did not admit.
                 * @example 3
                 */
                readonly refused: number;
            }[];
            /** @description The same by entry time, ascending; absent when no ticket has an entry time. */
            readonly entryTimes?: readonly {
                /**
                 * @description The entry time, HH:mm on the museum's clock; null: tickets without one.
                 * @example 11:30
                 */
                readonly entryTime: string | null;
                /**
                 * @description How many valid and admitted tickets there are.
                 * @example 40
                 */
                readonly sold: number;
                /**
                 * @description How many of them are admitted.
                 * @example 31
                 */
                readonly admitted: number;
            }[];
        };
        /** @description The press admits holders of tickets of the order. */
        readonly AdmittedOrder: {
            /** @enum {boolean} */
            readonly admitted: true;
            readonly order: components["schemas"]["PressedOrder"];
            /** @description Identifiers of the admissions, one for each admitted ticket. */
            readonly admissionIds: readonly string[];
            /**
             * Format: uuid
             * @description Identifies the press: the admissionId of its first row in the scan log.
             */
            readonly pressId: string;
        };
        /** @description The scan admits the holder of the ticket. */
        readonly AdmittedScan: {
            /** @enum {boolean} */
            readonly admitted: true;
            /**
             * Format: uuid
             * @description Identifier of the admission.
             */
            readonly admissionId: string;
            readonly ticket: components["schemas"]["ScannedTicket"];
            /**
             * @description How many other tickets of the order would admit now; only if the scan asks for it and the ticket has an order. A scan that is sent again gets the present number.
             * @example 3
             */
            readonly orderOpen?: number;
        };
        /**
         * @description The tickets for each date of a period, counted.
         * @example {
         *       "from": "2030-05-17",
         *       "to": "2030-05-17",
         *       "rows": [
         *         {
         *           "date": "2030-05-17",
         *           "ticketType": "general",
         *           "sold": 120,
         *           "admitted": 97
         *         },
         *         {
         *           "date": "2030-05-17",
         *           "ticketType": "event",
         *           "eventId": "01940000-0000-7000-8000-000000000001",
         *           "eventName": "Night at the Museum",
         *           "sold": 80,
         *           "admitted": 0
         *         }
         *       ]
         *     }
         */
        readonly Attendance: {
            /**
             * Format: date
             * @description The first date.
             * @example 2030-05-17
             */
            readonly from: string;
            /**
             * Format: date
             * @description The last date.
             * @example 2030-05-17
             */
            readonly to: string;
            /** @description In ascending order of date; for one date, general entry first, then of eventName and eventId. */
            readonly rows: readonly components["schemas"]["AttendanceRow"][];
        };
        /** @description The tickets of one date for general entry, or for one event, counted. */
        readonly AttendanceRow: {
            /**
             * Format: date
             * @description The date of the tickets.
             * @example 2030-05-17
             */
            readonly date: string;
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: uuid
             * @description Identifier of the event; for event tickets only.
             */
            readonly eventId?: string;
            /**
             * @description Current name of the event, or its last one if it is deleted; for event tickets only.
             * @example Night at the Museum
             */
            readonly eventName?: string;
            /**
             * @description How many valid and admitted tickets there are.
             * @example 120
             */
            readonly sold: number;
            /**
             * @description How many of them are admitted.
             * @example 97
             */
            readonly admitted: number;
            /** @description The same by entry time, ascending; absent when no ticket has an entry time. */
            readonly entryTimes?: readonly {
                /**
                 * @description The entry time, HH:mm on the museum's clock; null: tickets without one.
                 * @example 11:30
                 */
                readonly entryTime: string | null;
                /**
                 * @description How many valid and admitted tickets there are.
                 * @example 40
                 */
                readonly sold: number;
                /**
                 * @description How many of them are admitted.
                 * @example 31
                 */
                readonly admitted: number;
            }[];
        };
        /**
         * @description Which payment was dealt with, and how.
         * @example {
         *       "paymentId": "01940000-0000-7000-8000-000000000601",
         *       "note": "Given back by transfer."
         *     }
         */
        readonly AttentionFields: {
            /**
             * Format: uuid
             * @description Identifier of the payment, as in the member `attention` of the reservation.
             * @example 01940000-0000-7000-8000-000000000601
             */
            readonly paymentId: string;
            /**
             * @description What was done about it, for the audit log. It should name no person.
             * @example Given back by transfer.
             */
            readonly note?: string | null;
        };
        /** @description Who changed what, when, and the values before and after. */
        readonly AuditEntry: {
            /**
             * @description Identifier of the entry. A later change of the same thing has a higher one.
             * @example 17
             */
            readonly auditId: number;
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly at: string;
            /**
             * @description Who made the change: the name of a user; `cli:` and the name of an operating system user, for a command; or `server`.
             * @example curator
             */
            readonly actor: string;
            /**
             * @description The name of the operation.
             * @example updateSpecialEvent
             */
            readonly operation: string;
            /** @description What was changed. */
            readonly subject: {
                /**
                 * @description The kind of thing: `special-event`, `museum-hours`, `user`, `ticket-key`, `link-key`, `ticket`, `purchaser-data`, `webhook`, `shop` or `database`. Later versions may have others.
                 * @example special-event
                 */
                readonly kind: string;
                /**
                 * @description Which thing of this kind: an eventId; for museum hours a date, a weekday such as `monday`, `capacity`, or `entry-times`; a user name; the number of a ticket key; `all` for the key of links and the shop; a ticketId; a webhookId; for purchaser data `one-purchaser`, or the date before which they were erased; `backup` for a database that was replaced by a backup.
                 * @example 01940000-0000-7000-8000-000000000001
                 */
                readonly id: string;
            };
            /**
             * @description The values that changed, as they were before. Null when the thing did not exist, or no values are recorded. They never contain a password or personal data of a purchaser.
             * @example {
             *       "name": "Night at the Museum"
             *     }
             */
            readonly before: {
                readonly [key: string]: string | number | boolean | readonly string[] | null;
            } | null;
            /**
             * @description The same values after the change. Null when the thing no longer exists, or no values are recorded.
             * @example {
             *       "name": "Day at the Museum"
             *     }
             */
            readonly after: {
                readonly [key: string]: string | number | boolean | readonly string[] | null;
            } | null;
        };
        /** @description The places of one date. */
        readonly Availability: {
            /**
             * Format: date
             * @description The date.
             * @example 2030-05-17
             */
            readonly date: string;
            /**
             * @description How many tickets are sold at most. null: not limited.
             * @example 120
             */
            readonly capacity: number | null;
            /**
             * @description How many tickets are sold and not cancelled.
             * @example 80
             */
            readonly sold: number;
            /**
             * @description How many places are reserved, which are not available; absent for none.
             * @example 5
             */
            readonly held?: number;
            /**
             * @description How many places are left. null: not limited.
             * @example 40
             */
            readonly available: number | null;
            /** @description The entry times of the date, ascending, without those of today that have ended; absent for a date without entry times. capacity and available of the date are sums over them; sold and held count all tickets and reserved places of the date. */
            readonly entryTimes?: readonly {
                /**
                 * @description The entry time, HH:mm on the museum's clock.
                 * @example 11:30
                 */
                readonly entryTime: string;
                /**
                 * @description How many tickets are sold for it at most.
                 * @example 40
                 */
                readonly capacity: number | null;
                /**
                 * @description How many tickets are sold for it.
                 * @example 28
                 */
                readonly sold: number;
                /**
                 * @description How many places are reserved, which are not available; absent for none.
                 * @example 5
                 */
                readonly held?: number;
                /**
                 * @description How many places it has left.
                 * @example 12
                 */
                readonly available: number | null;
            }[];
        };
        /** @description The places of general entry and of all events on one date. */
        readonly AvailabilityOfDate: {
            /**
             * Format: date
             * @description The date.
             * @example 2030-05-17
             */
            readonly date: string;
            /** @description The hours, the price and the places of general entry. null: the museum is closed. */
            readonly generalEntry: {
                /**
                 * @description When the museum opens, HH:mm.
                 * @example 09:00
                 */
                readonly timeOpen: string;
                /**
                 * @description When the museum closes, HH:mm.
                 * @example 18:00
                 */
                readonly timeClose: string;
                /**
                 * @description The full price of general entry.
                 * @example 12
                 */
                readonly price: number;
                /**
                 * @description How many tickets are sold at most. null: not limited.
                 * @example 120
                 */
                readonly capacity: number | null;
                /**
                 * @description How many tickets are sold and not cancelled.
                 * @example 80
                 */
                readonly sold: number;
                /**
                 * @description How many places are reserved, which are not available; absent for none.
                 * @example 5
                 */
                readonly held?: number;
                /**
                 * @description How many places are left. null: not limited.
                 * @example 40
                 */
                readonly available: number | null;
                /** @description The entry times of the date, ascending, without those of today that have ended; absent for a date without entry times. capacity and available of the date are sums over them; sold and held count all tickets and reserved places of the date. */
                readonly entryTimes?: readonly {
                    /**
                     * @description The entry time, HH:mm on the museum's clock.
                     * @example 11:30
                     */
                    readonly entryTime: string;
                    /**
                     * @description How many tickets are sold for it at most.
                     * @example 40
                     */
                    readonly capacity: number | null;
                    /**
                     * @description How many tickets are sold for it.
                     * @example 28
                     */
                    readonly sold: number;
                    /**
                     * @description How many places are reserved, which are not available; absent for none.
                     * @example 5
                     */
                    readonly held?: number;
                    /**
                     * @description How many places it has left.
                     * @example 12
                     */
                    readonly available: number | null;
                }[];
            } | null;
            /** @description The special events on this date with their places, in the order of their eventId. */
            readonly events: readonly {
                /**
                 * Format: uuid
                 * @description Identifier of the event; assigned by the service.
                 */
                readonly eventId: string;
                /**
                 * @description Name of the event.
                 * @example Night at the Museum
                 */
                readonly name: string;
                /**
                 * @description Where the event takes place.
                 * @example Main Hall
                 */
                readonly location: string;
                /**
                 * @description Price of the event in the museum's currency, no finer than the currency.
                 * @example 12.5
                 */
                readonly price: number;
                /**
                 * @description How many tickets are sold at most. null: not limited.
                 * @example 120
                 */
                readonly capacity: number | null;
                /**
                 * @description How many tickets are sold and not cancelled.
                 * @example 80
                 */
                readonly sold: number;
                /**
                 * @description How many places are reserved, which are not available; absent for none.
                 * @example 5
                 */
                readonly held?: number;
                /**
                 * @description How many places are left. null: not limited.
                 * @example 40
                 */
                readonly available: number | null;
                /** @description The entry times of the date, ascending, without those of today that have ended; absent for a date without entry times. capacity and available of the date are sums over them; sold and held count all tickets and reserved places of the date. */
                readonly entryTimes?: readonly {
                    /**
                     * @description The entry time, HH:mm on the museum's clock.
                     * @example 11:30
                     */
                    readonly entryTime: string;
                    /**
                     * @description How many tickets are sold for it at most.
                     * @example 40
                     */
                    readonly capacity: number | null;
                    /**
                     * @description How many tickets are sold for it.
                     * @example 28
                     */
                    readonly sold: number;
                    /**
                     * @description How many places are reserved, which are not available; absent for none.
                     * @example 5
                     */
                    readonly held?: number;
                    /**
                     * @description How many places it has left.
                     * @example 12
                     */
                    readonly available: number | null;
                }[];
            }[];
        };
        /**
         * @description The reason for a cancellation.
         * @example {}
         */
        readonly CancellationFields: {
            /**
             * @description Why it is cancelled, for the list of refunds and the audit log. It should name no person.
             * @example The visitor is ill.
             */
            readonly reason?: string | null;
        };
        /** @description A capacity. */
        readonly Capacity: {
            /**
             * @description How many tickets are sold at most for each date. null: not limited.
             * @example 120
             */
            readonly capacity: number | null;
        };
        /** @description The capacity to set. */
        readonly CapacityFields: {
            /**
             * @description How many tickets are sold at most for each date. null: not limited.
             * @example 120
             */
            readonly capacity: number | null;
        };
        /** @description The sums of a payment method. */
        readonly ClosedMethod: {
            /**
             * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
             * @example cash
             */
            readonly method: string;
            /**
             * @description The sum of the orders that were sold.
             * @example 180
             */
            readonly sold: number;
            /**
             * @description The sum of the refunds.
             * @example 17.5
             */
            readonly refunded: number;
            /**
             * @description What changed by corrections of sales that an earlier closing has counted.
             * @example 0
             */
            readonly corrected: number;
            /**
             * @description sold − refunded + corrected; for cash, and in the total, with the float and what was moved.
             * @example 312.5
             */
            readonly expected: number;
            /**
             * @description What was found; null if it was not counted.
             * @example 312.5
             */
            readonly counted: number | null;
            /**
             * @description What is over, or, negative, short: counted − expected, in the total of the counted methods. Null if none was counted.
             * @example 0
             */
            readonly difference: number | null;
        };
        /** @description What a till, or a user at no till, has sold and refunded since the closing before. */
        readonly Closing: {
            /**
             * Format: uuid
             * @description Identifier of the closing.
             * @example 01940000-0000-7000-8000-000000000501
             */
            readonly closingId: string;
            /**
             * @description The number of the closing: it counts up from 1 for each till, and for each user at no till.
             * @example 12
             */
            readonly number: number;
            /**
             * @description The till; absent for the closing of a user.
             * @example Till 1
             */
            readonly till?: string;
            /**
             * @description The user who made the closing.
             * @example desk-1
             */
            readonly closedBy: string;
            /**
             * Format: date-time
             * @description When the closing before was made; of the first one, when the day began. In UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description When the closing was made, in UTC.
             * @example 2030-05-01T17:05:00.000Z
             */
            readonly to: string;
            /**
             * @description The currency of the amounts (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * @description The cash that was in the drawer before the first sale.
             * @example 150
             */
            readonly float: number;
            /** @description Cash that was taken out of the drawer or put into it. */
            readonly moved: readonly {
                /**
                 * @description What was put into the drawer, or, negative, taken out.
                 * @example -200
                 */
                readonly amount: number;
                /**
                 * @description What was noted.
                 * @example To the bank
                 */
                readonly note?: string;
            }[];
            /** @description What was noted. */
            readonly note?: string;
            /** @description In ascending order of the methods. Orders without a payment method, and tickets that were bought alone, are left out. */
            readonly methods: readonly components["schemas"]["ClosedMethod"][];
            readonly total: components["schemas"]["ClosingTotal"];
        };
        /**
         * @description A closing of a till, or of what a user sells at no till.
         * @example {
         *       "till": "Till 1",
         *       "float": 150,
         *       "counted": [
         *         {
         *           "method": "cash",
         *           "amount": 312.5
         *         }
         *       ]
         *     }
         */
        readonly ClosingFields: {
            /**
             * @description The till, by its name: what has one belongs to the closing of the till, not to that of its user.
             * @example Till 1
             */
            readonly till?: string | null;
            /**
             * @description The cash that was in the drawer before the first sale.
             * @example 150
             */
            readonly float: number;
            /** @description What is to be noted. */
            readonly note?: string | null;
            /** @description What was found, each method once. */
            readonly counted: readonly components["schemas"]["CountedAmount"][];
            /** @description Cash that was taken out of the drawer or put into it. */
            readonly moved?: readonly components["schemas"]["MovedCash"][] | null;
        };
        /** @description The closing that would be made now, with nothing counted and no float. */
        readonly ClosingPreview: {
            /**
             * @description The till; absent for the closing of a user.
             * @example Till 1
             */
            readonly till?: string;
            /**
             * @description The user who made the closing.
             * @example desk-1
             */
            readonly closedBy: string;
            /**
             * Format: date-time
             * @description When the closing before was made; of the first one, when the day began. In UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly from: string;
            /**
             * @description The currency of the amounts (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * @description The cash that was in the drawer before the first sale.
             * @example 150
             */
            readonly float: number;
            /** @description Cash that was taken out of the drawer or put into it. */
            readonly moved: readonly {
                /**
                 * @description What was put into the drawer, or, negative, taken out.
                 * @example -200
                 */
                readonly amount: number;
                /**
                 * @description What was noted.
                 * @example To the bank
                 */
                readonly note?: string;
            }[];
            /** @description What was noted. */
            readonly note?: string;
            /** @description In ascending order of the methods. Orders without a payment method, and tickets that were bought alone, are left out. */
            readonly methods: readonly components["schemas"]["ClosedMethod"][];
            readonly total: components["schemas"]["ClosingTotal"];
        };
        /** @description The sums of all methods. */
        readonly ClosingTotal: {
            /**
             * @description The sum of the orders that were sold.
             * @example 180
             */
            readonly sold: number;
            /**
             * @description The sum of the refunds.
             * @example 17.5
             */
            readonly refunded: number;
            /**
             * @description What changed by corrections of sales that an earlier closing has counted.
             * @example 0
             */
            readonly corrected: number;
            /**
             * @description sold − refunded + corrected; for cash, and in the total, with the float and what was moved.
             * @example 312.5
             */
            readonly expected: number;
            /**
             * @description What was found; null if it was not counted.
             * @example 312.5
             */
            readonly counted: number | null;
            /**
             * @description What is over, or, negative, short: counted − expected, in the total of the counted methods. Null if none was counted.
             * @example 0
             */
            readonly difference: number | null;
        };
        /** @description What was found of a payment method. */
        readonly CountedAmount: {
            /**
             * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
             * @example cash
             */
            readonly method: string;
            /**
             * @description What was found of it; for cash, with the float.
             * @example 312.5
             */
            readonly amount: number;
        };
        /** @description A deleted event as it was. */
        readonly DeletedSpecialEvent: {
            /**
             * Format: uuid
             * @description Identifier of the event; assigned by the service.
             */
            readonly eventId: string;
            /**
             * @description Name of the event.
             * @example Night at the Museum
             */
            readonly name: string;
            /**
             * @description Where the event takes place.
             * @example Main Hall
             */
            readonly location: string;
            /**
             * @description Description of the event.
             * @example Torches and a mammoth.
             */
            readonly eventDescription: string;
            /**
             * @description Dates on which the event takes place. Ascending and each once in responses.
             * @example [
             *       "2030-05-17",
             *       "2030-05-18"
             *     ]
             */
            readonly dates: readonly string[];
            /**
             * @description Price of the event in the museum's currency, no finer than the currency.
             * @example 12.5
             */
            readonly price: number;
            /**
             * Format: date-time
             * @description When the event was deleted, to the second.
             * @example 2030-05-17T17:02:11.000Z
             */
            readonly deletedAt: string;
        };
        /**
         * @description The entry times of general entry.
         * @example {
         *       "rule": {
         *         "every": 30,
         *         "lastEntry": 60
         *       },
         *       "capacity": 40,
         *       "early": 15,
         *       "late": null,
         *       "exceptions": [
         *         {
         *           "weekday": "saturday",
         *           "capacity": 60
         *         },
         *         {
         *           "date": "2030-05-17",
         *           "entryTime": "11:30",
         *           "capacity": 0
         *         }
         *       ]
         *     }
         */
        readonly EntryTimes: {
            /** @description Either `every`, or `times` and `length`; null: a museum without entry times. The entry times of a date follow from the rule and its hours. */
            readonly rule: {
                /**
                 * @description The minutes from one entry time to the next, the first at opening.
                 * @example 30
                 */
                readonly every?: number;
                /**
                 * @description How many minutes before closing the last entry time is at the latest; by default as `every`.
                 * @example 60
                 */
                readonly lastEntry?: number;
                /** @description The entry times, ascending, instead of `every`. Those that are not in the hours of a date are left out on it. */
                readonly times?: readonly string[];
                /**
                 * @description With `times`: the minutes that the last entry time lasts, at most until closing.
                 * @example 30
                 */
                readonly length?: number;
            } | null;
            /** @description How many tickets are sold at most for each entry time. null: not limited. */
            readonly capacity: number | null;
            /**
             * @description How many minutes before its entry time a ticket admits.
             * @example 15
             */
            readonly early: number;
            /**
             * @description How many minutes after its entry time a ticket admits. null: until the end of the day.
             * @example 30
             */
            readonly late: number | null;
            /** @description Other capacities: for a date or a weekday, or, without both, for every day; for one entry time, or for all. The last one that matches counts. */
            readonly exceptions: readonly {
                /**
                 * Format: date
                 * @description The date.
                 * @example 2030-05-17
                 */
                readonly date?: string;
                /**
                 * @description The weekday.
                 * @enum {string}
                 */
                readonly weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                /**
                 * @description The entry time.
                 * @example 11:30
                 */
                readonly entryTime?: string;
                /** @description How many tickets are sold at most for each entry time. null: not limited. */
                readonly capacity: number | null;
            }[];
        };
        /**
         * @description The entry times of general entry.
         * @example {
         *       "rule": {
         *         "every": 30,
         *         "lastEntry": 60
         *       },
         *       "capacity": 40,
         *       "early": 15,
         *       "late": null,
         *       "exceptions": [
         *         {
         *           "weekday": "saturday",
         *           "capacity": 60
         *         },
         *         {
         *           "date": "2030-05-17",
         *           "entryTime": "11:30",
         *           "capacity": 0
         *         }
         *       ]
         *     }
         */
        readonly EntryTimesFields: {
            /** @description Either `every`, or `times` and `length`; null: a museum without entry times. The entry times of a date follow from the rule and its hours. */
            readonly rule: {
                /**
                 * @description The minutes from one entry time to the next, the first at opening.
                 * @example 30
                 */
                readonly every: number;
                /**
                 * @description How many minutes before closing the last entry time is at the latest; by default as `every`.
                 * @example 60
                 */
                readonly lastEntry?: number | null;
                readonly times?: null;
                readonly length?: null;
            } | {
                /** @description The entry times, ascending, instead of `every`. Those that are not in the hours of a date are left out on it. */
                readonly times: readonly string[];
                /**
                 * @description With `times`: the minutes that the last entry time lasts, at most until closing.
                 * @example 30
                 */
                readonly length: number;
                readonly every?: null;
                readonly lastEntry?: null;
            } | null;
            /**
             * @description How many tickets are sold at most for each entry time. null: not limited.
             * @default null
             */
            readonly capacity?: number | null;
            /**
             * @description How many minutes before its entry time a ticket admits.
             * @default 15
             * @example 15
             */
            readonly early?: number | null;
            /**
             * @description How many minutes after its entry time a ticket admits. null: until the end of the day.
             * @default null
             * @example 30
             */
            readonly late?: number | null;
            /** @description Other capacities: for a date or a weekday, or, without both, for every day; for one entry time, or for all. The last one that matches counts. */
            readonly exceptions?: readonly {
                /**
                 * Format: date
                 * @description The date.
                 * @example 2030-05-17
                 */
                readonly date?: string | null;
                /**
                 * @description The weekday.
                 * @enum {string|null}
                 */
                readonly weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday" | null;
                /**
                 * @description The entry time.
                 * @example 11:30
                 */
                readonly entryTime?: string | null;
                /** @description How many tickets are sold at most for each entry time. null: not limited. */
                readonly capacity: number | null;
            }[] | null;
        };
        /**
         * @description The entry times of a special event.
         * @example {
         *       "rule": {
         *         "times": [
         *           "11:00",
         *           "15:30"
         *         ],
         *         "length": 90
         *       },
         *       "capacity": 25
         *     }
         */
        readonly EventEntryTimes: {
            /** @description The entry times of the event on each of its dates, at most 12; null: an event without. A last entry time lasts at most until midnight. */
            readonly rule: {
                /** @description The entry times, ascending. */
                readonly times: readonly string[];
                /**
                 * @description With `times`: the minutes that the last entry time lasts, at most until closing.
                 * @example 30
                 */
                readonly length: number;
            } | null;
            /** @description How many tickets are sold at most for each entry time. null: not limited. */
            readonly capacity: number | null;
        };
        /**
         * @description The entry times of a special event.
         * @example {
         *       "rule": {
         *         "times": [
         *           "11:00",
         *           "15:30"
         *         ],
         *         "length": 90
         *       },
         *       "capacity": 25
         *     }
         */
        readonly EventEntryTimesFields: {
            /** @description The entry times of the event on each of its dates, at most 12; null: an event without. A last entry time lasts at most until midnight. */
            readonly rule: {
                /** @description The entry times, ascending. */
                readonly times: readonly string[];
                /**
                 * @description The minutes that the last entry time lasts.
                 * @example 30
                 */
                readonly length: number;
                readonly every?: null;
                readonly lastEntry?: null;
            } | null;
            /**
             * @description How many tickets are sold at most for each entry time. null: not limited.
             * @default null
             */
            readonly capacity?: number | null;
            readonly exceptions?: null;
            readonly early?: null;
            readonly late?: null;
        };
        /** @description The confirmation of a ticket for a special event. */
        readonly EventTicketConfirmation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly ticketType: "event";
            /**
             * @description Name of the special event.
             * @example Night at the Museum
             */
            readonly eventName: string;
            /**
             * @description Confirmation message.
             * @example Museum general entry ticket purchased
             */
            readonly message: string;
            /**
             * Format: uuid
             * @description Unique ticket identifier, generated at purchase.
             */
            readonly ticketId: string;
            /**
             * Format: date
             * @description Date the ticket is valid for.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description Unique code that verifies the purchase.
             * @example ticket-general-e5e5gh-jk234
             */
            readonly confirmationCode: string;
        };
        /**
         * @description One ticket for a special event.
         * @example {
         *       "ticketType": "event",
         *       "eventId": "01940000-0000-7000-8000-000000000001",
         *       "ticketDate": "2030-05-17",
         *       "email": "visitor@example.org"
         *     }
         */
        readonly EventTicketPurchase: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly ticketType: "event";
            /**
             * Format: uuid
             * @description Identifier of the special event.
             * @example 01940000-0000-7000-8000-000000000001
             */
            readonly eventId: string;
            /**
             * Format: date
             * @description Date the ticket is valid for: today or later; a date of the event, or for general entry an open day.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The entry time, HH:mm on the museum's clock: required where the date has entry times, and only there.
             * @example 11:30
             */
            readonly entryTime?: string | null;
            /**
             * Format: email
             * @description Email address of the purchaser.
             * @example visitor@example.org
             */
            readonly email: string;
            /**
             * @description The price category; by default `full`.
             * @example child
             */
            readonly priceCategory?: string | null;
            /**
             * @description Phone number of the purchaser.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
        };
        /**
         * @description Until when a reservation is held.
         * @example {}
         */
        readonly ExtensionFields: {
            /**
             * Format: date-time
             * @description Until when the places are held: for a reservation that was made with `until`, which needs it, and for no other. It is at most 180 days ahead, and not after the last date of the items.
             * @example 2030-05-17T19:02:11.250+02:00
             */
            readonly until?: string | null;
        };
        /**
         * @description How many failed deliveries were removed.
         * @example {
         *       "removed": 2
         *     }
         */
        readonly FailedRemoved: {
            /**
             * @description How many were removed.
             * @example 2
             */
            readonly removed: number;
        };
        /** @description The confirmation of a ticket for general entry. */
        readonly GeneralTicketConfirmation: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly ticketType: "general";
            /**
             * @description Confirmation message.
             * @example Museum general entry ticket purchased
             */
            readonly message: string;
            /**
             * Format: uuid
             * @description Unique ticket identifier, generated at purchase.
             */
            readonly ticketId: string;
            /**
             * Format: date
             * @description Date the ticket is valid for.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description Unique code that verifies the purchase.
             * @example ticket-general-e5e5gh-jk234
             */
            readonly confirmationCode: string;
        };
        /**
         * @description One ticket for general entry.
         * @example {
         *       "ticketType": "general",
         *       "ticketDate": "2030-05-17",
         *       "email": "visitor@example.org"
         *     }
         */
        readonly GeneralTicketPurchase: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            readonly ticketType: "general";
            /**
             * Format: uuid
             * @description Ignored.
             * @example 01940000-0000-7000-8000-000000000001
             */
            readonly eventId?: string | null;
            /**
             * Format: date
             * @description Date the ticket is valid for: today or later; a date of the event, or for general entry an open day.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The entry time, HH:mm on the museum's clock: required where the date has entry times, and only there.
             * @example 11:30
             */
            readonly entryTime?: string | null;
            /**
             * Format: email
             * @description Email address of the purchaser.
             * @example visitor@example.org
             */
            readonly email: string;
            /**
             * @description The price category; by default `full`.
             * @example child
             */
            readonly priceCategory?: string | null;
            /**
             * @description Phone number of the purchaser.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
        };
        /**
         * @description The codes of faults of this version. The page of `validation-failed` says what each means.
         * @enum {string}
         */
        readonly KnownFaultCode: "text-blank" | "text-too-long" | "text-control-character" | "text-not-unicode" | "not-a-uuid" | "not-a-calendar-date" | "not-a-date-or-time" | "not-a-date-time" | "not-a-time-of-day" | "closes-before-it-opens" | "too-many-exceptions" | "duplicate-date" | "no-dates" | "too-many-dates" | "price-out-of-range" | "price-too-precise" | "not-an-email" | "not-a-phone" | "not-a-currency" | "not-a-price-category" | "percentage-out-of-range" | "too-many-price-categories" | "duplicate-price-category" | "duplicate-price-category-name" | "full-price-not-100" | "full-price-missing" | "full-price-has-general-price" | "unknown-price-category" | "unknown-event" | "not-a-language" | "online-method" | "no-reference" | "not-a-return-url" | "not-in-the-future" | "too-far-ahead" | "after-the-last-date" | "until-required" | "no-until" | "not-one-for-each-item" | "no-tickets" | "no-items" | "too-many-items" | "quantity-out-of-range" | "too-many-tickets" | "not-a-payment-method" | "not-an-order-number" | "not-a-confirmation-code" | "not-the-method-of-the-order" | "not-a-page-url" | "not-a-vat-rate" | "not-a-list-of-methods" | "needed-by-shop" | "duplicate-method" | "not-a-webhook-url" | "not-a-username" | "not-a-password" | "wrong-password" | "no-types" | "too-many-types" | "capacity-out-of-range" | "event-id-required" | "event-not-on-that-date" | "date-in-the-past" | "museum-closed" | "sold-out" | "minutes-out-of-range" | "no-times" | "too-many-times" | "times-not-ascending" | "not-of-an-event" | "not-a-rule" | "entry-time-required" | "not-an-entry-time" | "no-entry-times" | "entry-time-over" | "scanned-at-required" | "whole-order-offline" | "scanned-in-the-future" | "scanned-too-long-ago" | "email-required" | "times-incomplete" | "missing" | "null-not-allowed" | "wrong-type" | "unknown-value" | "not-json" | "not-csv" | "empty-file" | "row-too-long" | "file-too-large" | "unknown-column" | "duplicate-column" | "thousands-separator" | "wrong-cell-count" | "not-utf-8" | "not-an-object" | "not-an-array" | "not-an-integer" | "out-of-range" | "start-after-end" | "too-many-days" | "filter-required" | "filters-combined" | "not-a-cursor" | "sent-twice" | "not-an-idempotency-key" | "not-an-entity-tag" | "broken-escape" | "broken-request";
        /**
         * @description The problem types of this version.
         * @enum {string}
         */
        readonly KnownProblemType: "/problems/validation-failed" | "/problems/museum-closed" | "/problems/unauthorized" | "/problems/forbidden" | "/problems/users-by-commands" | "/problems/origin-not-allowed" | "/problems/not-found" | "/problems/event-not-found" | "/problems/ticket-not-found" | "/problems/order-not-found" | "/problems/reservation-not-found" | "/problems/payment-not-found" | "/problems/closing-not-found" | "/problems/admission-not-found" | "/problems/user-not-found" | "/problems/webhook-not-found" | "/problems/delivery-not-found" | "/problems/method-not-allowed" | "/problems/request-timeout" | "/problems/request-in-progress" | "/problems/sold-out" | "/problems/total-changed" | "/problems/reservation-ended" | "/problems/reservation-without-end" | "/problems/payment-open" | "/problems/payment-off" | "/problems/nothing-to-pay" | "/problems/below-minimum" | "/problems/too-many-payments" | "/problems/payment-provider-unavailable" | "/problems/ticket-not-cancelled" | "/problems/nothing-due" | "/problems/refund-settled" | "/problems/not-paid-online" | "/problems/ticket-admitted" | "/problems/too-late-to-reverse" | "/problems/too-late-to-correct" | "/problems/order-paid-online" | "/problems/order-refunded" | "/problems/no-address" | "/problems/shop-off" | "/problems/shop-closed" | "/problems/mail-off" | "/problems/tickets-are-sold" | "/problems/too-many-rows" | "/problems/user-exists" | "/problems/last-administrator" | "/problems/set-by-environment" | "/problems/webhook-disabled" | "/problems/too-many-webhooks" | "/problems/too-many-secrets" | "/problems/ticket-cancelled" | "/problems/precondition-failed" | "/problems/payload-too-large" | "/problems/unsupported-media-type" | "/problems/scan-id-reused" | "/problems/idempotency-key-reused" | "/problems/too-many-requests" | "/problems/too-many-mails" | "/problems/headers-too-large" | "/problems/internal-error" | "/problems/service-unavailable" | "/problems/outcome-unknown";
        /** @description An order in a list. */
        readonly ListedOrder: {
            /**
             * Format: uuid
             * @description Identifier of the order.
             */
            readonly orderId: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber: string;
            /**
             * @description The sum of the prices at which the tickets were sold.
             * @example 50
             */
            readonly total: number;
            /**
             * @description The currency of the total (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * Format: date-time
             * @description When the order was sold, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly soldAt: string;
            /**
             * @description The user who sold it; null if not known.
             * @example desk-1
             */
            readonly soldBy: string | null;
            /**
             * @description The till at which it was sold; absent if none was named.
             * @example Till 1
             */
            readonly till?: string;
            /**
             * @description What staff calls the order, such as a school class.
             * @example Class 7b
             */
            readonly label?: string;
            /** @description How the order was paid; absent if that was not recorded. */
            readonly payment?: {
                /**
                 * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
                 * @example card
                 */
                readonly method: string;
                /**
                 * @description What identifies the payment elsewhere, such as the number of a receipt.
                 * @example Terminal 2, receipt 4711
                 */
                readonly reference?: string;
            };
            /**
             * @description The sum of the refunds that are due: the prices of cancelled tickets that were not refunded yet.
             * @example 0
             */
            readonly refundDue: number;
            /**
             * @description The number of tickets.
             * @example 3
             */
            readonly tickets: number;
            /**
             * @description How many of them are valid: neither used nor cancelled.
             * @example 2
             */
            readonly open: number;
            /**
             * @description How many of them were used; the others are cancelled.
             * @example 1
             */
            readonly admitted: number;
            /**
             * @description The sum of what was given back; without what is still being sent back.
             * @example 0
             */
            readonly refunded: number;
        };
        /** @description A reservation, with its payments that a person must look at. */
        readonly ListedReservation: {
            /**
             * Format: uuid
             * @description Identifier of the reservation, and of the order that it becomes.
             * @example 01940000-0000-7000-8000-000000000301
             */
            readonly reservationId: string;
            /**
             * @description held, then sold, released, or expired: its time is over, or a date of it was removed. An expired one can still be sold while its places are free.
             * @enum {string}
             */
            readonly state: "held" | "sold" | "released" | "expired";
            /**
             * Format: date-time
             * @description Until when the places are, or were, held; in UTC.
             * @example 2030-05-01T10:15:00.000Z
             */
            readonly heldUntil: string;
            /** @description The items, in the order in which they were sent; none where only the payment is known, as after the restoration of a backup. */
            readonly items: readonly {
                readonly ticketType: components["schemas"]["TicketType"];
                /**
                 * Format: date
                 * @description The date of the tickets.
                 * @example 2030-05-17
                 */
                readonly ticketDate: string;
                /**
                 * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
                 * @example 11:30
                 */
                readonly entryTime?: string;
                /**
                 * Format: uuid
                 * @description Identifier of the special event; for event tickets only.
                 */
                readonly eventId?: string;
                /**
                 * @description The price category, if one was sent.
                 * @example child
                 */
                readonly priceCategory?: string;
                /**
                 * @description How many such tickets.
                 * @example 28
                 */
                readonly quantity: number;
                /**
                 * @description The price of one ticket, as it was when the reservation was made.
                 * @example 12
                 */
                readonly price: number;
            }[];
            /**
             * @description The sum of the prices.
             * @example 336
             */
            readonly total: number;
            /**
             * @description The currency of the prices (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * Format: date-time
             * @description The end that was given, of the reservation of a group; absent for others.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly until?: string;
            /**
             * Format: date-time
             * @description When the reservation was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description The user who made it; null if not known.
             * @example desk-1
             */
            readonly createdBy: string | null;
            /**
             * @description Email address of the purchaser.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number of the purchaser.
             * @example +1(234)-567-8910
             */
            readonly phone?: string;
            /**
             * @description What staff calls the order, such as a school class.
             * @example Class 7b
             */
            readonly label?: string;
            /**
             * @description The language of the visitor.
             * @example de
             */
            readonly language?: string;
            /** @description The latest payment at the payment provider, if there was one. */
            readonly payment?: {
                /**
                 * Format: uuid
                 * @description Identifier of the payment.
                 * @example 01940000-0000-7000-8000-000000000601
                 */
                readonly paymentId: string;
                /**
                 * @description open, then paid: the reservation is sold; returned: all of it is given back; or closed: nothing was paid.
                 * @enum {string}
                 */
                readonly state: "open" | "paid" | "returned" | "closed";
                /**
                 * @description What is asked for.
                 * @example 336
                 */
                readonly amount: number;
                /** @description What is given back of a payment that is returned. */
                readonly refund?: {
                    /**
                     * @description What is given back.
                     * @example 336
                     */
                    readonly amount: number;
                    /**
                     * @description How far that is.
                     * @enum {string}
                     */
                    readonly state: "sending" | "settled" | "failed";
                };
            };
            /**
             * Format: uuid
             * @description Identifier of the order, once the reservation is sold: that of the reservation.
             */
            readonly orderId?: string;
            /** @description The payments that a person must look at; absent for none. */
            readonly attention?: readonly {
                /**
                 * Format: uuid
                 * @description Identifier of the payment.
                 * @example 01940000-0000-7000-8000-000000000601
                 */
                readonly paymentId: string;
                /**
                 * @description undecided: the payment is neither paid nor refused; another-amount: another amount than asked for was paid, and is given back; refund-failed: what is to be given back could not be; refund-sending: the payment provider has not given it back for three days; undone-by-others: the bank of the visitor disputes the payment, or it was refunded at the payment provider, and not by the museum; unknown: only the payment provider knows the payment, such as after the restoration of an earlier backup: refund it there.
                 * @enum {string}
                 */
                readonly reason: "undecided" | "another-amount" | "refund-failed" | "refund-sending" | "undone-by-others" | "unknown";
                /**
                 * @description What was paid; of one that is undecided, what is asked for.
                 * @example 336
                 */
                readonly amount: number;
                /**
                 * @description The currency of the amount (ISO 4217).
                 * @example EUR
                 */
                readonly currency: string;
                /**
                 * @description The payment at the payment provider, once it is paid.
                 * @example pi_1
                 */
                readonly reference?: string;
            }[];
        };
        /**
         * @description One scan in the scan log.
         * @example {
         *       "admissionId": "01940000-0000-7000-8000-000000000202",
         *       "at": "2030-05-17T17:05:40.000Z",
         *       "gate": "South door",
         *       "admitted": false,
         *       "reason": "already-admitted",
         *       "entered": false,
         *       "ticketId": "01940000-0000-7000-8000-000000000101",
         *       "offline": false
         *     }
         */
        readonly LoggedScan: {
            /**
             * Format: uuid
             * @description Identifier of the scan, and of the admission if it is one.
             */
            readonly admissionId: string;
            /**
             * Format: date-time
             * @description When the code was scanned, in UTC.
             * @example 2030-05-17T17:02:11.250Z
             */
            readonly at: string;
            /**
             * @description Name of the gate; null when the scan has none.
             * @example North door
             */
            readonly gate: string | null;
            /**
             * @description Whether the scan is the admission of its ticket.
             * @example true
             */
            readonly admitted: boolean;
            /**
             * @description Why the scan is not the admission of its ticket; null when it is. An admission becomes `reverted` when an administrator reverts it, and `already-admitted` when an earlier offline scan arrives.
             * @example null
             * @enum {string|null}
             */
            readonly reason: "bad-signature" | "unknown-ticket" | "cancelled" | "wrong-date" | "wrong-event" | "already-admitted" | "too-early" | "too-late" | "reverted" | null;
            /**
             * @description Whether the scan let a visitor in: it is the admission of its ticket, or another scan counts as the admission, which this gate did not know. False for a scan that was reverted.
             * @example true
             */
            readonly entered: boolean;
            /**
             * Format: uuid
             * @description Identifier of the ticket; null when the code is not that of a ticket.
             */
            readonly ticketId: string | null;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /**
             * @description Whether the scanner had no network.
             * @example false
             */
            readonly offline: boolean;
            /**
             * @description Present when the scan has admitted outside of the entry time of its ticket, with `anyTime`.
             * @enum {boolean}
             */
            readonly anyTime?: true;
            /**
             * Format: uuid
             * @description Identifies the press, a scan of a whole order: the admissionId of its first row; absent for other scans.
             */
            readonly pressId?: string;
        };
        /**
         * @description An e-mail to a purchaser, without its address.
         * @example {
         *       "deliveryId": 4711,
         *       "messageId": "01940000-0000-7000-8000-000000000501",
         *       "kind": "sold",
         *       "ticketIds": [
         *         "01940000-0000-7000-8000-000000000101"
         *       ],
         *       "toAnotherAddress": false,
         *       "timestamp": "2030-05-01T10:00:00.000Z",
         *       "state": "failed",
         *       "attempts": 1,
         *       "latestAttempt": {
         *         "at": "2030-05-01T10:00:01.000Z",
         *         "because": "The mail server responded with 550."
         *       }
         *     }
         */
        readonly MailDelivery: {
            /**
             * @description Identifier of the delivery. Of deliveries about the same thing, a later change has a higher one.
             * @example 4711
             */
            readonly deliveryId: number;
            /**
             * @description The part of the Message-ID before the @, the same in every attempt.
             * @example 01940000-0000-7000-8000-000000000501
             */
            readonly messageId: string;
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description `pending`: an attempt is in progress, or follows. `failed`: no further attempt follows.
             * @example pending
             * @enum {string}
             */
            readonly state: "pending" | "delivered" | "failed";
            /**
             * @description The number of attempts that have ended.
             * @example 1
             */
            readonly attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due, in UTC; only while the delivery is pending.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly dueAt?: string;
            /** @description The latest attempt; absent before the first one. */
            readonly latestAttempt?: {
                /**
                 * Format: date-time
                 * @description When the attempt ended, in UTC.
                 * @example 2030-05-01T10:00:00.000Z
                 */
                readonly at: string;
                /**
                 * @description The status of the response, if there was one.
                 * @example 500
                 */
                readonly status?: number;
                /**
                 * @description Why the attempt failed.
                 * @example The receiver responded with 500.
                 */
                readonly because?: string;
            };
            /**
             * @description What the e-mail tells: the tickets were sold, cancelled, or restored with their event; a payment is returned; by which link a reservation is paid; where the tickets are, which a visitor has asked for; or how the visitor cancels them.
             * @example sold
             * @enum {string}
             */
            readonly kind: "sold" | "cancelled" | "restored" | "payment-returned" | "reservation" | "links" | "cancellation-requested";
            /** @description Identifiers of the tickets; only of these three. */
            readonly ticketIds: readonly string[];
            /**
             * Format: uuid
             * @description Identifier of their order; absent for a ticket bought alone.
             */
            readonly orderId?: string;
            /**
             * Format: uuid
             * @description Identifier of the reservation, also of one whose payment is returned.
             */
            readonly reservationId?: string;
            /**
             * @description Whether it goes to another address than that of the purchaser.
             * @example false
             */
            readonly toAnotherAddress: boolean;
        };
        /**
         * @description A type of message: the kind of change that it tells of.
         * @example special-event.created
         * @enum {string}
         */
        readonly MessageType: "special-event.created" | "special-event.updated" | "special-event.deleted" | "special-event.restored" | "museum-hours.changed" | "ticket.sold" | "ticket.cancelled" | "order.created";
        /** @description Cash that was taken to the bank, or change that was fetched. */
        readonly MovedCash: {
            /**
             * @description What was put into the drawer, or, negative, taken out.
             * @example -200
             */
            readonly amount: number;
            /** @description What is to be noted. */
            readonly note?: string | null;
        };
        /** @description The museum, and the user who asks. */
        readonly Museum: {
            /**
             * @description The name of the museum.
             * @example Museum of Clocks
             */
            readonly name: string;
            /**
             * @description The postal address of the museum, of one line or several.
             * @example Clock Lane 1
             *     8000 Zürich
             */
            readonly address?: string;
            /**
             * @description The time zone of the museum (IANA).
             * @example Europe/Zurich
             */
            readonly timeZone: string;
            /**
             * Format: date
             * @description The current date in that time zone.
             * @example 2030-05-17
             */
            readonly today: string;
            /**
             * @description Until when gates also admit tickets of the day before, HH:mm on the museum's clock; 00:00: they do not.
             * @example 03:00
             */
            readonly dayEnds: string;
            /**
             * @description The currency of all prices (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * @description The full price of general entry.
             * @example 12
             */
            readonly generalPrice: number;
            /**
             * @description The language in which the museum writes to visitors (BCP 47).
             * @example en
             */
            readonly language: string;
            /**
             * @description The payment methods that the desk offers, in this order. Others are recorded too.
             * @example [
             *       "cash",
             *       "card"
             *     ]
             */
            readonly paymentMethods: readonly string[];
            /**
             * @description The number under which the museum pays value added tax.
             * @example DE123456789
             */
            readonly vatId?: string;
            /**
             * @description The value added tax that the prices of general entry contain, in per cent. Absent: none is named.
             * @example 8.1
             */
            readonly vatRate?: number;
            /**
             * @description The same for special events.
             * @example 8.1
             */
            readonly eventVatRate?: number;
            /**
             * @description Whether general entry has entry times.
             * @example false
             */
            readonly entryTimes: boolean;
            /**
             * @description Whether the museum sends e-mails: tickets go to the email address of their purchaser.
             * @example true
             */
            readonly sendsEmails: boolean;
            /**
             * @description Whether visitors can pay at the payment provider. Then the method `online` of a refund has the provider give back what was paid there.
             * @example false
             */
            readonly payment: boolean;
            /**
             * @description Whether there is a shop for visitors, and it is open: `PUT /shop` closes it.
             * @example false
             */
            readonly shop: boolean;
            /** @description The user who sent the request. */
            readonly user: {
                /**
                 * @description The name of the user.
                 * @example desk-1
                 */
                readonly username: string;
                /**
                 * @description The role of the user.
                 * @example box-office
                 * @enum {string}
                 */
                readonly role: "admin" | "box-office" | "shop" | "gate" | "reader";
                /**
                 * @description Whether the museum made the password of the user, who has not changed it since.
                 * @example false
                 */
                readonly passwordIsTemporary: boolean;
            };
        };
        /** @description The hours of one open day. A closed day has none. */
        readonly MuseumHours: {
            /**
             * Format: date
             * @description The day on which these hours apply.
             * @example 2030-05-17
             */
            readonly date: string;
            /**
             * @description When the museum opens, HH:mm.
             * @example 09:00
             */
            readonly timeOpen: string;
            /**
             * @description When the museum closes, HH:mm.
             * @example 18:00
             */
            readonly timeClose: string;
        };
        /** @description A change of the museum hours: read them again. */
        readonly MuseumHoursMessage: {
            /**
             * @description The kind of change.
             * @example museum-hours.changed
             * @enum {string}
             */
            readonly type: "museum-hours.changed";
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly timestamp: string;
        };
        /** @description The settings of the museum. null: it has none. */
        readonly MuseumSettings: {
            /** @description The name of the museum. */
            readonly name: {
                /**
                 * @description The name of the museum.
                 * @example Museum of Clocks
                 */
                readonly value: string;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The postal address, of one line or several. */
            readonly address: {
                /**
                 * @description The postal address, of one line or several.
                 * @example Clock Lane 1
                 *     8000 Zürich
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The language in which the museum writes to visitors (BCP 47). */
            readonly language: {
                /**
                 * @description The language in which the museum writes to visitors (BCP 47).
                 * @example en
                 */
                readonly value: string;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The full price of general entry, no finer than the currency. */
            readonly generalPrice: {
                /**
                 * @description The full price of general entry, no finer than the currency.
                 * @example 12
                 */
                readonly value: number;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The URL of the terms of sale. */
            readonly termsUrl: {
                /**
                 * @description The URL of the terms of sale.
                 * @example https://museum.example/terms
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The URL of what the museum says about personal data. */
            readonly privacyUrl: {
                /**
                 * @description The URL of what the museum says about personal data.
                 * @example https://museum.example/privacy
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The URL of the page that says who sells the tickets. */
            readonly legalNoticeUrl: {
                /**
                 * @description The URL of the page that says who sells the tickets.
                 * @example https://museum.example/legal-notice
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description Where the museum answers visitors by e-mail. */
            readonly email: {
                /**
                 * @description Where the museum answers visitors by e-mail.
                 * @example welcome@museum.example
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description Where the museum answers visitors by telephone. */
            readonly phone: {
                /**
                 * @description Where the museum answers visitors by telephone.
                 * @example +41 44 123 45 67
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description How visitors find the museum, of one line or several. */
            readonly directions: {
                /**
                 * @description How visitors find the museum, of one line or several.
                 * @example Tram 4 to Clock Lane.
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The number under which the museum pays value added tax. */
            readonly vatId: {
                /**
                 * @description The number under which the museum pays value added tax.
                 * @example DE123456789
                 */
                readonly value: string | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The value added tax that the prices of general entry contain, in per cent. */
            readonly vatRate: {
                /**
                 * @description The value added tax that the prices of general entry contain, in per cent.
                 * @example 8.1
                 */
                readonly value: number | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The value added tax that the prices of special events contain. */
            readonly eventVatRate: {
                /**
                 * @description The value added tax that the prices of special events contain.
                 * @example 8.1
                 */
                readonly value: number | null;
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
            /** @description The payment methods that the desk offers, in this order. Others are recorded too. */
            readonly paymentMethods: {
                /**
                 * @description The payment methods that the desk offers, in this order. Others are recorded too.
                 * @example [
                 *       "cash",
                 *       "card"
                 *     ]
                 */
                readonly value: readonly string[];
                /**
                 * @description Whether the value is stored, or is that of the environment of the server, as `MUSEUM_NAME`.
                 * @example environment
                 * @enum {string}
                 */
                readonly from: "stored" | "environment";
            };
        };
        /**
         * @description New values of settings. null: the value of the environment again; absent: as before.
         * @example {
         *       "generalPrice": 12.5,
         *       "phone": null
         *     }
         */
        readonly MuseumSettingsFields: {
            /**
             * @description The name of the museum.
             * @example Museum of Clocks
             */
            readonly name?: string | null;
            /**
             * @description The postal address, of one line or several.
             * @example Clock Lane 1
             *     8000 Zürich
             */
            readonly address?: string | null;
            /**
             * @description The language in which the museum writes to visitors (BCP 47).
             * @example en
             * @enum {string|null}
             */
            readonly language?: "en" | "de" | "fr" | "es" | "ja" | null;
            /**
             * @description The full price of general entry, no finer than the currency.
             * @example 12
             */
            readonly generalPrice?: number | null;
            /**
             * @description The URL of the terms of sale.
             * @example https://museum.example/terms
             */
            readonly termsUrl?: string | null;
            /**
             * @description The URL of what the museum says about personal data.
             * @example https://museum.example/privacy
             */
            readonly privacyUrl?: string | null;
            /**
             * @description The URL of the page that says who sells the tickets.
             * @example https://museum.example/legal-notice
             */
            readonly legalNoticeUrl?: string | null;
            /**
             * @description Where the museum answers visitors by e-mail.
             * @example welcome@museum.example
             */
            readonly email?: string | null;
            /**
             * @description Where the museum answers visitors by telephone.
             * @example +41 44 123 45 67
             */
            readonly phone?: string | null;
            /**
             * @description How visitors find the museum, of one line or several.
             * @example Tram 4 to Clock Lane.
             */
            readonly directions?: string | null;
            /**
             * @description The number under which the museum pays value added tax.
             * @example DE123456789
             */
            readonly vatId?: string | null;
            /**
             * @description The value added tax that the prices of general entry contain, in per cent.
             * @example 8.1
             */
            readonly vatRate?: number | null;
            /**
             * @description The value added tax that the prices of special events contain.
             * @example 8.1
             */
            readonly eventVatRate?: number | null;
            /**
             * @description The payment methods that the desk offers, in this order. Others are recorded too.
             * @example [
             *       "cash",
             *       "card"
             *     ]
             */
            readonly paymentMethods?: readonly string[] | null;
        };
        /** @description A new reservation, without data of the purchaser. */
        readonly NewReservation: {
            /**
             * Format: uuid
             * @description Identifier of the reservation, and of the order that it becomes.
             * @example 01940000-0000-7000-8000-000000000301
             */
            readonly reservationId: string;
            /**
             * @description held, then sold, released, or expired: its time is over, or a date of it was removed. An expired one can still be sold while its places are free.
             * @enum {string}
             */
            readonly state: "held" | "sold" | "released" | "expired";
            /**
             * Format: date-time
             * @description Until when the places are, or were, held; in UTC.
             * @example 2030-05-01T10:15:00.000Z
             */
            readonly heldUntil: string;
            /** @description The items, in the order in which they were sent; none where only the payment is known, as after the restoration of a backup. */
            readonly items: readonly {
                readonly ticketType: components["schemas"]["TicketType"];
                /**
                 * Format: date
                 * @description The date of the tickets.
                 * @example 2030-05-17
                 */
                readonly ticketDate: string;
                /**
                 * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
                 * @example 11:30
                 */
                readonly entryTime?: string;
                /**
                 * Format: uuid
                 * @description Identifier of the special event; for event tickets only.
                 */
                readonly eventId?: string;
                /**
                 * @description The price category, if one was sent.
                 * @example child
                 */
                readonly priceCategory?: string;
                /**
                 * @description How many such tickets.
                 * @example 28
                 */
                readonly quantity: number;
                /**
                 * @description The price of one ticket, as it was when the reservation was made.
                 * @example 12
                 */
                readonly price: number;
            }[];
            /**
             * @description The sum of the prices.
             * @example 336
             */
            readonly total: number;
            /**
             * @description The currency of the prices (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
        };
        /** @description A payment that is open at the payment provider. */
        readonly OpenedPayment: {
            /**
             * Format: uuid
             * @description Identifier of the payment.
             * @example 01940000-0000-7000-8000-000000000601
             */
            readonly paymentId: string;
            /**
             * @description The payment page, to which the visitor goes.
             * @example https://checkout.example/pay/1
             */
            readonly url: string;
            /**
             * Format: date-time
             * @description When the payment page ends, in UTC.
             * @example 2030-05-01T10:31:00.000Z
             */
            readonly expiresAt: string;
        };
        /** @description An order with its tickets in their current state. */
        readonly Order: {
            /**
             * Format: uuid
             * @description Identifier of the order.
             */
            readonly orderId: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber: string;
            /**
             * @description The sum of the prices at which the tickets were sold.
             * @example 50
             */
            readonly total: number;
            /**
             * @description The currency of the total (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * Format: date-time
             * @description When the order was sold, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly soldAt: string;
            /**
             * @description The user who sold it; null if not known.
             * @example desk-1
             */
            readonly soldBy: string | null;
            /**
             * @description The till at which it was sold; absent if none was named.
             * @example Till 1
             */
            readonly till?: string;
            /**
             * @description What staff calls the order, such as a school class.
             * @example Class 7b
             */
            readonly label?: string;
            /** @description How the order was paid; absent if that was not recorded. */
            readonly payment?: {
                /**
                 * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
                 * @example card
                 */
                readonly method: string;
                /**
                 * @description What identifies the payment elsewhere, such as the number of a receipt.
                 * @example Terminal 2, receipt 4711
                 */
                readonly reference?: string;
            };
            /**
             * @description The sum of the refunds that are due: the prices of cancelled tickets that were not refunded yet.
             * @example 0
             */
            readonly refundDue: number;
            /**
             * @description Email address of the purchaser; absent when none was given, or it was erased.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number of the purchaser.
             * @example +1(234)-567-8910
             */
            readonly phone?: string;
            /** @description The tickets, in the order of the items. */
            readonly tickets: readonly components["schemas"]["SoldTicket"][];
            /**
             * @description The museum's page with these tickets, for their purchaser: everyone who has this URL can use them. Only in `getOrder` with the role `shop`, where the museum has this page.
             * @example https://museum.example/my-tickets/EQGUAAAAAHAAgAAAAAAAAwFQ2FjgmF7Mf2BBiq8MxatY
             */
            readonly ticketsUrl?: string;
        };
        /**
         * @description How the purchaser of an order is reached.
         * @example {
         *       "email": "visitor@example.org"
         *     }
         */
        readonly OrderAddressFields: {
            /**
             * Format: email
             * @description The right email address of the purchaser.
             * @example visitor@example.org
             */
            readonly email: string;
            /**
             * @description The right phone number; without it, the phone number stays.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
        };
        /**
         * @description A new order.
         * @example {
         *       "orderId": "01940000-0000-7000-8000-000000000301",
         *       "orderNumber": "aaaa-aa34",
         *       "total": 25,
         *       "currency": "EUR",
         *       "tickets": [
         *         {
         *           "ticketId": "01940000-0000-7000-8000-000000000102",
         *           "ticketType": "general",
         *           "ticketDate": "2030-05-17",
         *           "priceCategory": "full",
         *           "price": 25,
         *           "confirmationCode": "ticket-general-e5e5gh-jk234"
         *         }
         *       ]
         *     }
         */
        readonly OrderConfirmation: {
            /**
             * Format: uuid
             * @description Identifier of the order.
             */
            readonly orderId: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber: string;
            /**
             * @description The sum of the prices at which the tickets were sold.
             * @example 50
             */
            readonly total: number;
            /**
             * @description The currency of the total (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /** @description The tickets, in the order of the items. */
            readonly tickets: readonly components["schemas"]["OrderedTicket"][];
        };
        /** @description A ticket of a new order. */
        readonly OrderedTicket: {
            /**
             * Format: uuid
             * @description Identifier of the ticket.
             */
            readonly ticketId: string;
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: date
             * @description Date the ticket is valid for.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /**
             * @description Name of the special event; for event tickets only.
             * @example Night at the Museum
             */
            readonly eventName?: string;
            /**
             * @description The price category of the ticket.
             * @example full
             */
            readonly priceCategory: string;
            /**
             * @description The price at which the ticket was sold.
             * @example 25
             */
            readonly price: number;
            /**
             * @description Unique code that verifies the purchase.
             * @example ticket-general-e5e5gh-jk234
             */
            readonly confirmationCode: string;
        };
        /**
         * @description An order of several tickets, all or none of which are sold.
         * @example {
         *       "items": [
         *         {
         *           "ticketType": "general",
         *           "ticketDate": "2030-05-17",
         *           "quantity": 2
         *         }
         *       ]
         *     }
         */
        readonly OrderFields: {
            /** @description What is bought: at most 50 tickets in all, for at most 5 different dates of events and days of general entry, each of their entry times counted. */
            readonly items: readonly components["schemas"]["OrderItem"][];
            /**
             * Format: email
             * @description Email address of the purchaser. A visitor at the desk need not give one.
             * @example visitor@example.org
             */
            readonly email?: string | null;
            /**
             * @description Phone number of the purchaser; it needs an email.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
            /**
             * @description How the order was paid. It is recorded; no money is taken.
             * @example {
             *       "method": "card"
             *     }
             */
            readonly payment?: {
                /**
                 * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
                 * @example card
                 */
                readonly method: string;
                /**
                 * @description What identifies the payment elsewhere, such as the number of a receipt.
                 * @example Terminal 2, receipt 4711
                 */
                readonly reference?: string | null;
            } | null;
            /**
             * @description The till, by its name: what has one belongs to the closing of the till, not to that of its user.
             * @example Till 1
             */
            readonly till?: string | null;
            /** @description What the visitor was asked for. If the order costs anything else, the response is 409 with the total in its detail. */
            readonly total?: number | null;
        };
        /**
         * @description Equal tickets of an order.
         * @example {
         *       "ticketType": "general",
         *       "ticketDate": "2030-05-17",
         *       "priceCategory": "full",
         *       "quantity": 2
         *     }
         */
        readonly OrderItem: {
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: date
             * @description Date the ticket is valid for: today or later; a date of the event, or for general entry an open day.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The entry time, HH:mm on the museum's clock: required where the date has entry times, and only there.
             * @example 11:30
             */
            readonly entryTime?: string | null;
            /**
             * Format: uuid
             * @description Identifier of the special event: required for event tickets, ignored for general entry.
             * @example 01940000-0000-7000-8000-000000000001
             */
            readonly eventId?: string | null;
            /**
             * @description The price category; by default `full`.
             * @example child
             */
            readonly priceCategory?: string | null;
            /**
             * @description How many such tickets.
             * @default 1
             */
            readonly quantity?: number | null;
        };
        /** @description An order in its state when the message is sent, as the role box-office sees it. `email`, `phone`, `label`, `confirmationCode` and the `reference` of a payment or refund are absent unless the webhook says `purchaser`. */
        readonly OrderMessage: {
            /**
             * @description The kind of change.
             * @example order.created
             * @enum {string}
             */
            readonly type: "order.created";
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description Identifier of the order.
             */
            readonly orderId: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber: string;
            /**
             * @description The sum of the prices at which the tickets were sold.
             * @example 50
             */
            readonly total: number;
            /**
             * @description The currency of the total (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * Format: date-time
             * @description When the order was sold, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly soldAt: string;
            /**
             * @description The user who sold it; null if not known.
             * @example desk-1
             */
            readonly soldBy: string | null;
            /**
             * @description The till at which it was sold; absent if none was named.
             * @example Till 1
             */
            readonly till?: string;
            /**
             * @description What staff calls the order, such as a school class.
             * @example Class 7b
             */
            readonly label?: string;
            /** @description How the order was paid; absent if that was not recorded. */
            readonly payment?: {
                /**
                 * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
                 * @example card
                 */
                readonly method: string;
                /**
                 * @description What identifies the payment elsewhere, such as the number of a receipt.
                 * @example Terminal 2, receipt 4711
                 */
                readonly reference?: string;
            };
            /**
             * @description The sum of the refunds that are due: the prices of cancelled tickets that were not refunded yet.
             * @example 0
             */
            readonly refundDue: number;
            /**
             * @description Email address of the purchaser; absent when none was given, or it was erased.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number of the purchaser.
             * @example +1(234)-567-8910
             */
            readonly phone?: string;
            /** @description The tickets, in the order of the items. */
            readonly tickets: readonly components["schemas"]["OrderMessageTicket"][];
        };
        /** @description A ticket, as the role box-office sees it. `email`, `phone`, `label`, `confirmationCode` and the `reference` of a payment or refund are absent unless the webhook says `purchaser`. */
        readonly OrderMessageTicket: {
            /**
             * Format: uuid
             * @description Identifier of the ticket.
             */
            readonly ticketId: string;
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: date
             * @description Date the ticket is valid for.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /** @description The special event as it was when the ticket was sold; for event tickets only. */
            readonly event?: {
                /**
                 * Format: uuid
                 * @description Identifier of the event; it may have been deleted.
                 */
                readonly eventId: string;
                /**
                 * @description Name of the event.
                 * @example Night at the Museum
                 */
                readonly name: string;
                /**
                 * @description Where the event takes place.
                 * @example Main Hall
                 */
                readonly location: string;
            };
            /**
             * @description `admitted` when the ticket was used; `cancelled` when it was cancelled, its event was deleted, or its date was removed from the event.
             * @example valid
             * @enum {string}
             */
            readonly state: "valid" | "admitted" | "cancelled";
            /**
             * @description The price at which the ticket was sold.
             * @example 19.9
             */
            readonly price: number;
            /**
             * @description The currency of the price (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * @description The price category of the ticket, unless it was sold at the full price.
             * @example child
             */
            readonly priceCategory?: string;
            /**
             * @description Name of the price category when the ticket was sold.
             * @example Child, 6 to 17
             */
            readonly priceCategoryName?: string;
            /**
             * Format: uuid
             * @description Identifier of its order; absent for a ticket bought alone.
             */
            readonly orderId?: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber?: string;
            /** @description The refund of a cancelled ticket; absent for the role `gate`, and when none is due. */
            readonly refund?: {
                /**
                 * @description `due`: not refunded yet. `sending`: the payment provider is giving it back.
                 * @example due
                 * @enum {string}
                 */
                readonly state: "due" | "sending" | "settled";
                /**
                 * @description What is to be given back, or was: the price.
                 * @example 19.9
                 */
                readonly amount: number;
                /**
                 * @description How it was refunded.
                 * @example cash
                 */
                readonly method?: string;
                /** @description What identifies that payment elsewhere. */
                readonly reference?: string;
                /**
                 * Format: date-time
                 * @description When it was refunded, or the payment provider was asked to, in UTC.
                 */
                readonly settledAt?: string;
                /**
                 * @description The user who refunded it, or asked for it.
                 * @example desk-1
                 */
                readonly settledBy?: string;
                /**
                 * @description The till at which it was refunded; absent if none was named.
                 * @example Till 1
                 */
                readonly till?: string;
                /**
                 * @description Why the payment provider could not give it back; present while it is due again.
                 * @example The card is closed.
                 */
                readonly failure?: string;
            };
            /**
             * Format: date-time
             * @description When the ticket was sold, in UTC; null for a ticket of an earlier version of the service.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly soldAt: string | null;
            /**
             * Format: date-time
             * @description When the ticket was used, in UTC; null when it was not.
             * @example 2030-05-17T17:02:11.250Z
             */
            readonly admittedAt: string | null;
            /**
             * @description At which gate; null when it was not used, or the gate is not known.
             * @example North door
             */
            readonly gate: string | null;
            /**
             * Format: uuid
             * @description Identifier of the admission; null when the ticket was not used.
             */
            readonly admissionId: string | null;
            /**
             * @description Unique code that verifies the purchase, and admits; absent unless the webhook says `purchaser`.
             * @example ticket-event-e5e5gh-jk234
             */
            readonly confirmationCode?: string;
            /**
             * @description Email address of the purchaser; absent for the role `gate`, and when it was erased.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number of the purchaser; null when there is none; absent for the role `gate`, and when it was erased.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
        };
        /**
         * @description A new password of the user who sends the request.
         * @example {
         *       "password": "k7m3-qx8p-2wzt",
         *       "newPassword": "a longer password"
         *     }
         */
        readonly OwnPassword: {
            /**
             * Format: password
             * @description The present password.
             * @example k7m3-qx8p-2wzt
             */
            readonly password: string;
            /**
             * Format: password
             * @description The new password.
             * @example a longer password
             */
            readonly newPassword: string;
        };
        /**
         * @description How an order was paid.
         * @example {
         *       "method": "card"
         *     }
         */
        readonly PaymentFields: {
            /**
             * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
             * @example card
             */
            readonly method: string;
            /**
             * @description What identifies the payment elsewhere, such as the number of a receipt.
             * @example Terminal 2, receipt 4711
             */
            readonly reference?: string | null;
        };
        /**
         * @description How a visitor pays.
         * @example {}
         */
        readonly PaymentRequest: {
            /**
             * @description Where the visitor comes back to, paid or not: a URL of MUSEUM_PUBLIC_URL or of one of MUSEUM_CORS_ORIGINS, by default the first of these.
             * @example https://museum.example/thanks
             */
            readonly returnUrl?: string | null;
            /**
             * @description The language of the payment page, a BCP 47 tag.
             * @example de
             */
            readonly language?: string | null;
        };
        /** @description The result of a press: the admitted tickets of the order by price category, and the refused ones by reason. */
        readonly PressedOrder: {
            /**
             * Format: uuid
             * @description Identifier of the order.
             */
            readonly orderId: string;
            /**
             * @description How many tickets the press has admitted.
             * @example 3
             */
            readonly admitted: number;
            /** @description The admitted tickets by price category: ask for a proof. */
            readonly categories: readonly {
                /**
                 * @description Name of the price category when the tickets were sold; null for the full price.
                 * @example Child, 6 to 17
                 */
                readonly priceCategoryName: string | null;
                /**
                 * @description Number of tickets.
                 * @example 2
                 */
                readonly tickets: number;
            }[];
            /** @description The tickets of the order that do not admit, by reason. */
            readonly refused: readonly {
                /**
                 * @description Why they do not admit.
                 * @enum {string}
                 */
                readonly reason: "bad-signature" | "unknown-ticket" | "cancelled" | "wrong-date" | "wrong-event" | "already-admitted" | "too-early" | "too-late";
                /**
                 * @description Number of tickets.
                 * @example 2
                 */
                readonly tickets: number;
            }[];
        };
        /**
         * @description The museum's price categories, in the order in which staff see them: 1 to 20, each identifier and each name once, among them `full` with 100, the category of a purchase that names none.
         * @example [
         *       {
         *         "priceCategory": "full",
         *         "name": "Adult",
         *         "percentage": 100
         *       },
         *       {
         *         "priceCategory": "child",
         *         "name": "Child, 6 to 17",
         *         "percentage": 50
         *       },
         *       {
         *         "priceCategory": "reduced",
         *         "name": "Reduced",
         *         "percentage": 70,
         *         "generalPrice": 8
         *       },
         *       {
         *         "priceCategory": "toddler",
         *         "name": "Toddler",
         *         "percentage": 0
         *       }
         *     ]
         */
        readonly PriceCategories: readonly components["schemas"]["PriceCategory"][];
        /**
         * @description The museum's price categories, in the order in which staff see them: 1 to 20, each identifier and each name once, among them `full` with 100, the category of a purchase that names none.
         * @example [
         *       {
         *         "priceCategory": "full",
         *         "name": "Adult",
         *         "percentage": 100
         *       },
         *       {
         *         "priceCategory": "child",
         *         "name": "Child, 6 to 17",
         *         "percentage": 50
         *       },
         *       {
         *         "priceCategory": "reduced",
         *         "name": "Reduced",
         *         "percentage": 70,
         *         "generalPrice": 8
         *       },
         *       {
         *         "priceCategory": "toddler",
         *         "name": "Toddler",
         *         "percentage": 0
         *       }
         *     ]
         */
        readonly PriceCategoriesFields: readonly {
            /**
             * @description Identifier of the price category, as in a purchase.
             * @example child
             */
            readonly priceCategory: string;
            /**
             * @description Name for staff and visitors.
             * @example Child, 6 to 17
             */
            readonly name: string;
            /**
             * @description Percentage of the full price.
             * @example 50
             */
            readonly percentage: number;
            /**
             * @description Price for general entry, no finer than the currency, in place of the percentage, which stays for special events. Absent: the percentage counts for general entry too, as always for `full`.
             * @example 8
             */
            readonly generalPrice?: number | null;
        }[];
        /** @description A price category. */
        readonly PriceCategory: {
            /**
             * @description Identifier of the price category, as in a purchase.
             * @example child
             */
            readonly priceCategory: string;
            /**
             * @description Name for staff and visitors.
             * @example Child, 6 to 17
             */
            readonly name: string;
            /**
             * @description Percentage of the full price.
             * @example 50
             */
            readonly percentage: number;
            /**
             * @description Price for general entry, no finer than the currency, in place of the percentage, which stays for special events. Absent: the percentage counts for general entry too, as always for `full`.
             * @example 8
             */
            readonly generalPrice?: number;
        };
        /** @description The body of every error response (RFC 9457). */
        readonly Problem: {
            /**
             * Format: uri-reference
             * @description The problem type: the path of a page that says what it means and what to do. Later versions may have others than the known ones.
             * @example /problems/validation-failed
             */
            readonly type: components["schemas"]["KnownProblemType"] | (string & {});
            /**
             * @description The title of the problem type.
             * @example Validation failed
             */
            readonly title: string;
            /**
             * @description The status of the response.
             * @example 400
             */
            readonly status: number;
            /** @description What is wrong with this request, in words. */
            readonly detail: string;
            /**
             * Format: uri
             * @description Identifies this response; the log of the service has the same identifier.
             * @example urn:uuid:019a0000-0000-7000-8000-000000000000
             */
            readonly instance: string;
            /** @description The faults of the request. First all schema validation errors: members that are missing, malformed or of the wrong type. Only a request without such errors is checked against the rules of the museum; then every rule that failed. */
            readonly errors?: readonly components["schemas"]["ProblemFault"][];
            readonly values?: components["schemas"]["ProblemValues"];
            readonly tickets?: components["schemas"]["SoldTickets"];
        };
        /** @description One fault. It names one place: a `pointer`, a `parameter` or a `header`. */
        readonly ProblemFault: {
            /**
             * @description The place in the body, as a JSON pointer in a URI fragment. `#` is the whole body.
             * @example #/ticketDate
             */
            readonly pointer?: string;
            /** @description The name of the query or path parameter. */
            readonly parameter?: string;
            /** @description The name of the header. */
            readonly header?: string;
            /**
             * @description The line of the file, counted from 1; of an import only.
             * @example 3
             */
            readonly line?: number;
            /**
             * @description The identifier of the kind of fault. Later versions may have others than the known ones.
             * @example event-not-on-that-date
             */
            readonly code: components["schemas"]["KnownFaultCode"] | (string & {});
            /**
             * @description What must be true at this place, in words.
             * @example must be one of the event's dates
             */
            readonly detail: string;
            readonly values?: components["schemas"]["ProblemValues"];
        } & (unknown | unknown | unknown);
        /**
         * @description The numbers, dates (YYYY-MM-DD), times (HH:mm) and identifiers of the detail by name, for a client that says it in another language; amounts are in whole currency units. Which names there are depends on the `code` of the fault, or on the `type` of the problem.
         * @example {
         *       "left": 12,
         *       "date": "2030-05-17"
         *     }
         */
        readonly ProblemValues: {
            readonly [key: string]: string | number | null | readonly string[];
        };
        /** @description What was paid for an order, or given back. It is not a fiscal receipt. */
        readonly Receipt: {
            /**
             * @description Whether tickets were sold or refunded.
             * @example sale
             * @enum {string}
             */
            readonly kind: "sale" | "refund";
            /**
             * Format: uuid
             * @description Identifier of the order.
             */
            readonly orderId: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber: string;
            /**
             * @description The name of the museum.
             * @example Museum of Clocks
             */
            readonly museumName: string;
            /**
             * @description The postal address of the museum, of one line or several.
             * @example 1 Clock Lane
             */
            readonly museumAddress?: string;
            /**
             * @description The number under which the museum pays value added tax.
             * @example DE123456789
             */
            readonly vatId?: string;
            /**
             * Format: date-time
             * @description When it was sold, or refunded, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly at: string;
            /**
             * @description The user who sold or refunded it; null if not known.
             * @example desk-1
             */
            readonly by: string | null;
            /**
             * @description The till at which it was sold or refunded; absent if none was named.
             * @example Till 1
             */
            readonly till?: string;
            /** @description How it was paid, or given back; absent if that was not recorded. */
            readonly payment?: {
                /**
                 * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
                 * @example card
                 */
                readonly method: string;
                /**
                 * @description What identifies the payment elsewhere, such as the number of a receipt.
                 * @example Terminal 2, receipt 4711
                 */
                readonly reference?: string;
            };
            /** @description The tickets, equal ones together. */
            readonly lines: readonly components["schemas"]["ReceiptLine"][];
            /**
             * @description The sum of the lines; negative in the receipt of a refund.
             * @example 50
             */
            readonly total: number;
            /**
             * @description The currency of the amounts (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /** @description The tax that the total contains, by rate in ascending order; empty where no tax is named. */
            readonly taxes: readonly components["schemas"]["ReceiptTax"][];
        };
        /** @description Equal tickets of a receipt. */
        readonly ReceiptLine: {
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * @description Name of the special event; for event tickets only.
             * @example Night at the Museum
             */
            readonly eventName?: string;
            /**
             * Format: date
             * @description Date of the tickets.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /**
             * @description The price category of the tickets.
             * @example full
             */
            readonly priceCategory: string;
            /**
             * @description Name of the price category; absent for the full price.
             * @example Child, 6 to 17
             */
            readonly priceCategoryName?: string;
            /**
             * @description The number of equal tickets.
             * @example 2
             */
            readonly quantity: number;
            /**
             * @description The price of each.
             * @example 25
             */
            readonly price: number;
            /**
             * @description What they cost together; negative in the receipt of a refund.
             * @example 50
             */
            readonly amount: number;
        };
        /** @description The tax of a rate. */
        readonly ReceiptTax: {
            /**
             * @description The rate of the value added tax in per cent.
             * @example 19
             */
            readonly rate: number;
            /**
             * @description The tax that the lines of the rate contain, rounded half up.
             * @example 7.98
             */
            readonly tax: number;
            /**
             * @description The sum of these lines, with the tax.
             * @example 50
             */
            readonly amount: number;
        };
        /**
         * @description The refund of a cancelled ticket.
         * @example {
         *       "ticketId": "01940000-0000-7000-8000-000000000101",
         *       "eventId": "01940000-0000-7000-8000-000000000001",
         *       "eventName": "Night at the Museum",
         *       "ticketDate": "2030-05-17",
         *       "amount": 12.5,
         *       "currency": "EUR",
         *       "cancelledAt": "2030-05-10T09:00:00.000Z",
         *       "cause": "event",
         *       "email": "visitor@example.org"
         *     }
         */
        readonly Refund: {
            /**
             * Format: uuid
             * @description Identifier of the ticket.
             */
            readonly ticketId: string;
            /**
             * Format: uuid
             * @description Identifier of its order; absent for a ticket bought alone.
             */
            readonly orderId?: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber?: string;
            /**
             * Format: uuid
             * @description Identifier of the event; for event tickets only.
             */
            readonly eventId?: string;
            /**
             * @description Name of the event when the ticket was sold.
             * @example Night at the Museum
             */
            readonly eventName?: string;
            /**
             * Format: date
             * @description Date of the ticket.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /**
             * @description What is to be given back, or was: the price.
             * @example 12.5
             */
            readonly amount: number;
            /**
             * @description The currency of the amount (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * Format: date-time
             * @description When the ticket was cancelled, or its date removed, in UTC; null if not known.
             */
            readonly cancelledAt: string | null;
            /**
             * @description What cancelled the ticket: itself or with its order (`ticket`), the removal of its date, or the deletion of its event.
             * @example event
             * @enum {string}
             */
            readonly cause: "ticket" | "date" | "event";
            /**
             * @description The reason of the cancellation.
             * @example The visitor is ill.
             */
            readonly reason?: string;
            /** @description How the order of the ticket was paid. */
            readonly payment?: {
                /**
                 * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
                 * @example card
                 */
                readonly method: string;
                /**
                 * @description What identifies the payment elsewhere, such as the number of a receipt.
                 * @example Terminal 2, receipt 4711
                 */
                readonly reference?: string;
            };
            /**
             * @description Present where the payment provider can give it back, since the order was paid there.
             * @enum {boolean}
             */
            readonly paidOnline?: true;
            /**
             * @description Email address of the purchaser.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * Format: date-time
             * @description When it was refunded, or the payment provider was asked to, in UTC.
             */
            readonly settledAt?: string;
            /**
             * @description The user who refunded it, or asked for it.
             * @example desk-1
             */
            readonly settledBy?: string;
            /**
             * @description Why the payment provider could not give it back; present while it is due again.
             * @example The card is closed.
             */
            readonly failure?: string;
        };
        /** @description The refunds that the payment provider is to give. */
        readonly RefundRun: {
            /**
             * Format: uuid
             * @description Identifier of the event.
             */
            readonly eventId: string;
            /**
             * Format: date
             * @description The date of the tickets; absent where all dates are meant.
             * @example 2030-05-17
             */
            readonly date?: string;
            /**
             * @description The number of tickets whose refunds are given.
             * @example 20
             */
            readonly tickets: number;
            /**
             * @description The sum of the refunds.
             * @example 240
             */
            readonly total: number;
        };
        /**
         * @description Which online refunds are to be given.
         * @example {
         *       "eventId": "01940000-0000-7000-8000-000000000001",
         *       "total": 240
         *     }
         */
        readonly RefundRunFields: {
            /**
             * Format: uuid
             * @description Identifier of the event; it may have been deleted.
             * @example 01940000-0000-7000-8000-000000000001
             */
            readonly eventId: string;
            /**
             * Format: date
             * @description Only tickets for this date.
             * @example 2030-05-17
             */
            readonly date?: string | null;
            /**
             * @description The sum of these refunds, as the caller expects it.
             * @example 240
             */
            readonly total: number;
        };
        /** @description The scan does not admit. */
        readonly RefusedScan: {
            /** @enum {boolean} */
            readonly admitted: false;
            /**
             * @description Why the scan does not admit. The reasons are checked in this order: `bad-signature` (the code is cut, forged or signed by a revoked key), `unknown-ticket`, `cancelled`, `wrong-date` (the ticket does not admit on the date of the scan), `wrong-event` (the ticket is not for the event of the gate), `already-admitted`, `too-early` and `too-late` (the entry time of the ticket; not checked with `anyTime`, and for offline scans).
             * @enum {string}
             */
            readonly reason: "bad-signature" | "unknown-ticket" | "cancelled" | "wrong-date" | "wrong-event" | "already-admitted" | "too-early" | "too-late";
            /**
             * @description The reason in words. `bad-signature` and `unknown-ticket` have words of their own for a text of the length of a code with other characters: the scanner may type with another keyboard layout.
             * @example The ticket is cancelled.
             */
            readonly detail: string;
            readonly ticket?: components["schemas"]["ScannedTicket"];
            /** @description The admission for which the ticket was used; for `already-admitted` only. */
            readonly first?: {
                /**
                 * Format: date-time
                 * @description When the ticket was used.
                 */
                readonly at: string;
                /** @description At which gate; null when it is not known. */
                readonly gate: string | null;
            };
            /**
             * @description How many other tickets of the order would admit now; only if the scan asks for it and the ticket has an order. A scan that is sent again gets the present number.
             * @example 3
             */
            readonly orderOpen?: number;
            readonly order?: components["schemas"]["PressedOrder"];
            /**
             * Format: uuid
             * @description Identifies the press: the admissionId of its first row in the scan log.
             */
            readonly pressId?: string;
        };
        /** @description A date that was removed from an event, or whose event was deleted. */
        readonly RemovedOccurrence: {
            /**
             * Format: uuid
             * @description Identifier of the event, as in the codes of its tickets.
             */
            readonly eventId: string;
            /**
             * Format: date
             * @description The removed date.
             * @example 2030-05-17
             */
            readonly date: string;
            /**
             * @description Number of the occurrence, as in the codes of its tickets.
             * @example 1
             */
            readonly number: number;
        };
        /** @description A reservation: an order that is not sold yet, whose places are held. */
        readonly Reservation: {
            /**
             * Format: uuid
             * @description Identifier of the reservation, and of the order that it becomes.
             * @example 01940000-0000-7000-8000-000000000301
             */
            readonly reservationId: string;
            /**
             * @description held, then sold, released, or expired: its time is over, or a date of it was removed. An expired one can still be sold while its places are free.
             * @enum {string}
             */
            readonly state: "held" | "sold" | "released" | "expired";
            /**
             * Format: date-time
             * @description Until when the places are, or were, held; in UTC.
             * @example 2030-05-01T10:15:00.000Z
             */
            readonly heldUntil: string;
            /** @description The items, in the order in which they were sent; none where only the payment is known, as after the restoration of a backup. */
            readonly items: readonly {
                readonly ticketType: components["schemas"]["TicketType"];
                /**
                 * Format: date
                 * @description The date of the tickets.
                 * @example 2030-05-17
                 */
                readonly ticketDate: string;
                /**
                 * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
                 * @example 11:30
                 */
                readonly entryTime?: string;
                /**
                 * Format: uuid
                 * @description Identifier of the special event; for event tickets only.
                 */
                readonly eventId?: string;
                /**
                 * @description The price category, if one was sent.
                 * @example child
                 */
                readonly priceCategory?: string;
                /**
                 * @description How many such tickets.
                 * @example 28
                 */
                readonly quantity: number;
                /**
                 * @description The price of one ticket, as it was when the reservation was made.
                 * @example 12
                 */
                readonly price: number;
            }[];
            /**
             * @description The sum of the prices.
             * @example 336
             */
            readonly total: number;
            /**
             * @description The currency of the prices (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * Format: date-time
             * @description The end that was given, of the reservation of a group; absent for others.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly until?: string;
            /**
             * Format: date-time
             * @description When the reservation was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * @description The user who made it; null if not known.
             * @example desk-1
             */
            readonly createdBy: string | null;
            /**
             * @description Email address of the purchaser.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number of the purchaser.
             * @example +1(234)-567-8910
             */
            readonly phone?: string;
            /**
             * @description What staff calls the order, such as a school class.
             * @example Class 7b
             */
            readonly label?: string;
            /**
             * @description The language of the visitor.
             * @example de
             */
            readonly language?: string;
            /** @description The latest payment at the payment provider, if there was one. */
            readonly payment?: {
                /**
                 * Format: uuid
                 * @description Identifier of the payment.
                 * @example 01940000-0000-7000-8000-000000000601
                 */
                readonly paymentId: string;
                /**
                 * @description open, then paid: the reservation is sold; returned: all of it is given back; or closed: nothing was paid.
                 * @enum {string}
                 */
                readonly state: "open" | "paid" | "returned" | "closed";
                /**
                 * @description What is asked for.
                 * @example 336
                 */
                readonly amount: number;
                /** @description What is given back of a payment that is returned. */
                readonly refund?: {
                    /**
                     * @description What is given back.
                     * @example 336
                     */
                    readonly amount: number;
                    /**
                     * @description How far that is.
                     * @enum {string}
                     */
                    readonly state: "sending" | "settled" | "failed";
                };
            };
            /**
             * Format: uuid
             * @description Identifier of the order, once the reservation is sold: that of the reservation.
             */
            readonly orderId?: string;
        };
        /**
         * @description An order that is paid later.
         * @example {
         *       "items": [
         *         {
         *           "ticketType": "general",
         *           "ticketDate": "2030-05-17",
         *           "quantity": 28
         *         }
         *       ],
         *       "label": "Class 7b"
         *     }
         */
        readonly ReservationFields: {
            /** @description What is bought: at most 50 tickets in all, for at most 5 different dates of events and days of general entry, each of their entry times counted. */
            readonly items: readonly components["schemas"]["OrderItem"][];
            /**
             * Format: email
             * @description Email address of the purchaser. A visitor at the desk need not give one.
             * @example visitor@example.org
             */
            readonly email?: string | null;
            /**
             * @description Phone number of the purchaser; it needs an email.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
            /** @description What the visitor was asked for. If the order costs anything else, the response is 409 with the total in its detail. */
            readonly total?: number | null;
            /**
             * Format: date-time
             * @description Until when the places are held, for a school or a group; by default for 15 minutes. The role `shop` may not send it. It is at most 180 days ahead, and not after the last date of the items.
             * @example 2030-05-17T19:02:11.250+02:00
             */
            readonly until?: string | null;
            /**
             * @description What staff calls it, such as a school class. It is erased with the data of the purchaser.
             * @example Class 7b
             */
            readonly label?: string | null;
            /**
             * @description The language of the visitor, a BCP 47 tag.
             * @example de
             */
            readonly language?: string | null;
        };
        /**
         * @description How a reservation is sold.
         * @example {
         *       "payment": {
         *         "method": "cash"
         *       }
         *     }
         */
        readonly ReservationSale: {
            /**
             * @description How the order was paid. It is recorded; no money is taken.
             * @example {
             *       "method": "card"
             *     }
             */
            readonly payment?: {
                /**
                 * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
                 * @example card
                 */
                readonly method: string;
                /**
                 * @description What identifies the payment elsewhere, such as the number of a receipt.
                 * @example Terminal 2, receipt 4711
                 */
                readonly reference?: string | null;
            } | null;
            /**
             * @description The till, by its name: what has one belongs to the closing of the till, not to that of its user.
             * @example Till 1
             */
            readonly till?: string | null;
            /** @description What the visitor was asked for. If the order costs anything else, the response is 409 with the total in its detail. */
            readonly total?: number | null;
            /**
             * @description How many tickets of each item are sold, in the order of the items: from 0 to the reserved number. By default all. The other places are given back.
             * @example [
             *       25
             *     ]
             */
            readonly quantities?: readonly number[] | null;
        };
        /**
         * @description Why an order is undone.
         * @example {}
         */
        readonly ReversalFields: {
            /**
             * @description Why it is cancelled, for the list of refunds and the audit log. It should name no person.
             * @example The visitor is ill.
             */
            readonly reason?: string | null;
            /**
             * @description The till, by its name: what has one belongs to the closing of the till, not to that of its user.
             * @example Till 1
             */
            readonly till?: string | null;
            /**
             * @description How the money was given back, of an order without a payment. Otherwise it is the method of the payment.
             * @example card
             */
            readonly method?: string | null;
        };
        /**
         * @description What was sold and refunded in a period.
         * @example {
         *       "from": "2030-05-17",
         *       "to": "2030-05-17",
         *       "rows": [
         *         {
         *           "kind": "sale",
         *           "date": "2030-05-17",
         *           "user": "desk-1",
         *           "method": "cash",
         *           "ticketType": "event",
         *           "eventId": "01940000-0000-7000-8000-000000000001",
         *           "eventName": "Night at the Museum",
         *           "priceCategory": "full",
         *           "currency": "EUR",
         *           "tickets": 3,
         *           "amount": 59.7,
         *           "cancelled": 1,
         *           "cancelledAmount": 19.9
         *         },
         *         {
         *           "kind": "refund",
         *           "date": "2030-05-17",
         *           "user": "desk-1",
         *           "method": "cash",
         *           "ticketType": "general",
         *           "priceCategory": "child",
         *           "currency": "EUR",
         *           "tickets": 1,
         *           "amount": 6
         *         }
         *       ]
         *     }
         */
        readonly Sales: {
            /**
             * Format: date
             * @description The first date.
             * @example 2030-05-17
             */
            readonly from: string;
            /**
             * Format: date
             * @description The last date.
             * @example 2030-05-17
             */
            readonly to: string;
            /** @description In ascending order of date; for one date, sales before refunds; then of user, method, till, ticketType, eventName, eventId, priceCategory and currency. A null or an absent member is after all others. */
            readonly rows: readonly components["schemas"]["SalesRow"][];
        };
        /** @description Tickets that have all members but the numbers in common, added up. */
        readonly SalesRow: {
            /**
             * @description Whether tickets were sold or refunded.
             * @example sale
             * @enum {string}
             */
            readonly kind: "sale" | "refund";
            /**
             * Format: date
             * @description The date of the sale, or on which the refund was settled, asked for or failed, in the museum's time zone.
             * @example 2030-05-17
             */
            readonly date: string;
            /**
             * @description The user who sold the tickets, or settled the refunds; null if not known.
             * @example desk-1
             */
            readonly user: string | null;
            /**
             * @description The payment method of the orders, or the method of the refunds; null for tickets without an order, or without a recorded payment.
             * @example cash
             */
            readonly method: string | null;
            /**
             * @description The till of the orders, or of the refunds; absent if none was named.
             * @example Till 1
             */
            readonly till?: string;
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: uuid
             * @description Identifier of the event; for event tickets only.
             */
            readonly eventId?: string;
            /**
             * @description Name of the event when the tickets were sold.
             * @example Night at the Museum
             */
            readonly eventName?: string;
            /**
             * @description The price category of the tickets.
             * @example full
             */
            readonly priceCategory: string;
            /**
             * @description The currency of the amounts (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * @description How many tickets were sold or refunded. Negative, as the amount is, where the payment provider could not give refunds back that it was asked for before.
             * @example 3
             */
            readonly tickets: number;
            /**
             * @description The sum of their prices.
             * @example 59.7
             */
            readonly amount: number;
            /**
             * @description How many of the sold tickets are cancelled now; for sales only.
             * @example 3
             */
            readonly cancelled?: number;
            /**
             * @description The sum of the prices of those that are cancelled; for sales only.
             * @example 59.7
             */
            readonly cancelledAmount?: number;
        };
        /** @description A code that was scanned at a gate. */
        readonly ScanFields: {
            /**
             * @description The text that the scanner has read, or a confirmation code that was typed. Control characters, white space around it and one or two identifiers of the kind of code before it, such as `]Q1`, are ignored. Codes that a scanner with a US keyboard layout has typed on a German, Austrian, Swiss, French or Belgian one are read too, and confirmation codes also on a Spanish, Italian or Portuguese one.
             * @example ticket-general-e5e5gh-jk234
             */
            readonly code: string;
            /**
             * @description Name of the gate.
             * @example North door
             */
            readonly gate?: string | null;
            /**
             * Format: uuid
             * @description The special event to which the gate admits: no other ticket is admitted.
             * @example 01940000-0000-7000-8000-000000000001
             */
            readonly eventId?: string | null;
            /**
             * Format: uuid
             * @description Identifies the scan: a new UUID for each scan. The same scan sent again with its scanId gets the same response, and does not admit again.
             * @example 01940000-0000-7000-8000-000000000301
             */
            readonly scanId?: string | null;
            /**
             * Format: date-time
             * @description When the code was scanned, as a date and time with an offset (RFC 3339). Required for an offline scan, at most 5 minutes ahead of the clock of the server and at most 7 days ago. Ignored for other scans, which get the time of the server.
             * @example 2030-05-17T19:02:11.250+02:00
             */
            readonly scannedAt?: string | null;
            /**
             * @description Whether the scanner had no network, let the visitor in and sends the scan later. By default false.
             * @example false
             */
            readonly offline?: boolean | null;
            /**
             * @description Whether a ticket is admitted at any time of its date: `too-early` and `too-late` are not checked. By default false.
             * @example false
             */
            readonly anyTime?: boolean | null;
            /**
             * @description Whether the response says how many other tickets of the order would admit now. By default false.
             * @example false
             */
            readonly order?: boolean | null;
            /**
             * @description Whether all tickets of the order are admitted that admit now: a press. A ticket that has no order is scanned alone. Not allowed for an offline scan. By default false.
             * @example false
             */
            readonly wholeOrder?: boolean | null;
            /**
             * @description How many tickets a press admits at most: the scanned one first, then in the order of the sale. By default all. It has no effect without `wholeOrder`.
             * @example 25
             */
            readonly tickets?: number | null;
        };
        /** @description What a scanner shows of a ticket. */
        readonly ScannedTicket: {
            /**
             * Format: uuid
             * @description Identifier of the ticket.
             */
            readonly ticketId: string;
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: date
             * @description Date the ticket is valid for.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /**
             * @description Name of the special event when the ticket was sold; for event tickets only.
             * @example Night at the Museum
             */
            readonly eventName?: string;
            /**
             * @description The price category of the ticket, unless it was sold at the full price: ask for a proof.
             * @example child
             */
            readonly priceCategory?: string;
            /**
             * @description Name of the price category when the ticket was sold.
             * @example Child, 6 to 17
             */
            readonly priceCategoryName?: string;
        };
        readonly ScanOutcome: components["schemas"]["AdmittedScan"] | components["schemas"]["AdmittedOrder"] | components["schemas"]["RefusedScan"];
        /**
         * @description The opening hours of the museum.
         * @example {
         *       "week": {
         *         "monday": null,
         *         "tuesday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "wednesday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "thursday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "friday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "saturday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "sunday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         }
         *       },
         *       "exceptions": [
         *         {
         *           "date": "2030-12-24",
         *           "timeOpen": "10:00",
         *           "timeClose": "14:00"
         *         },
         *         {
         *           "date": "2030-12-25"
         *         }
         *       ]
         *     }
         */
        readonly Schedule: {
            /** @description The hours of each weekday; null: closed. */
            readonly week: {
                readonly monday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly tuesday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly wednesday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly thursday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly friday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly saturday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly sunday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
            };
            /** @description The dates whose hours are not those of the week, each once. Without times, the museum is closed on that date. In ascending order, past dates too. */
            readonly exceptions: readonly {
                /**
                 * Format: date
                 * @description The date.
                 * @example 2030-12-24
                 */
                readonly date: string;
                /**
                 * @description When the museum opens, HH:mm.
                 * @example 10:00
                 */
                readonly timeOpen?: string;
                /**
                 * @description When the museum closes, HH:mm; later than it opens.
                 * @example 18:00
                 */
                readonly timeClose?: string;
            }[];
        };
        /**
         * @description The opening hours of the museum.
         * @example {
         *       "week": {
         *         "monday": null,
         *         "tuesday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "wednesday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "thursday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "friday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "saturday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         },
         *         "sunday": {
         *           "timeOpen": "10:00",
         *           "timeClose": "18:00"
         *         }
         *       },
         *       "exceptions": [
         *         {
         *           "date": "2030-12-24",
         *           "timeOpen": "10:00",
         *           "timeClose": "14:00"
         *         },
         *         {
         *           "date": "2030-12-25"
         *         }
         *       ]
         *     }
         */
        readonly ScheduleFields: {
            /** @description The hours of each weekday; null: closed. */
            readonly week: {
                readonly monday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly tuesday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly wednesday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly thursday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly friday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly saturday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
                readonly sunday: {
                    /**
                     * @description When the museum opens, HH:mm.
                     * @example 10:00
                     */
                    readonly timeOpen: string;
                    /**
                     * @description When the museum closes, HH:mm; later than it opens.
                     * @example 18:00
                     */
                    readonly timeClose: string;
                } | null;
            };
            /** @description The dates whose hours are not those of the week, each once. Without times, the museum is closed on that date. */
            readonly exceptions: readonly {
                /**
                 * Format: date
                 * @description The date.
                 * @example 2030-05-17
                 */
                readonly date: string;
                /**
                 * @description When the museum opens, HH:mm.
                 * @example 10:00
                 */
                readonly timeOpen?: string | null;
                /**
                 * @description When the museum closes, HH:mm; later than it opens.
                 * @example 18:00
                 */
                readonly timeClose?: string | null;
            }[];
        };
        /**
         * @description How a refund was given. While visitors can pay online, `online` has the payment provider give it.
         * @example {
         *       "method": "cash"
         *     }
         */
        readonly SettlementFields: {
            /**
             * @description How it was paid: a word of the museum, such as cash, card, voucher or invoice.
             * @example card
             */
            readonly method: string;
            /**
             * @description What identifies the payment elsewhere, such as the number of a receipt.
             * @example Terminal 2, receipt 4711
             */
            readonly reference?: string | null;
            /**
             * @description The till, by its name: what has one belongs to the closing of the till, not to that of its user.
             * @example Till 1
             */
            readonly till?: string | null;
        };
        /** @description The shop for visitors. */
        readonly Shop: {
            /**
             * @description Whether new reservations are made through the pages of the shop and by the role `shop`. What is held is paid and sold also while it is false.
             * @example true
             */
            readonly open: boolean;
            /**
             * @description Where visitors see the museum; the shop is at `/buy` below it.
             * @example https://museum.example
             */
            readonly publicUrl: string;
            /**
             * @description How visitors pay online. While it is `off`, only what costs nothing is offered.
             * @example stripe
             * @enum {string}
             */
            readonly payment: "off" | "stripe" | "rehearsal";
        };
        /**
         * @description Whether the shop is open.
         * @example {
         *       "open": false
         *     }
         */
        readonly ShopFields: {
            /**
             * @description Whether new reservations are made through the pages of the shop and by the role `shop`. What is held is paid and sold also while it is false.
             * @example true
             */
            readonly open: boolean;
        };
        /**
         * @description A sold ticket in its current state.
         * @example {
         *       "ticketId": "01940000-0000-7000-8000-000000000101",
         *       "ticketType": "event",
         *       "ticketDate": "2030-05-17",
         *       "event": {
         *         "eventId": "01940000-0000-7000-8000-000000000001",
         *         "name": "Night at the Museum",
         *         "location": "Main Hall"
         *       },
         *       "state": "admitted",
         *       "price": 19.9,
         *       "currency": "EUR",
         *       "soldAt": "2030-05-01T10:00:00.000Z",
         *       "admittedAt": "2030-05-17T17:02:11.250Z",
         *       "gate": "North door",
         *       "admissionId": "01940000-0000-7000-8000-000000000201",
         *       "confirmationCode": "ticket-event-e5e5gh-jk234",
         *       "email": "visitor@example.org",
         *       "phone": null
         *     }
         */
        readonly SoldTicket: {
            /**
             * Format: uuid
             * @description Identifier of the ticket.
             */
            readonly ticketId: string;
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: date
             * @description Date the ticket is valid for.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /** @description The special event as it was when the ticket was sold; for event tickets only. */
            readonly event?: {
                /**
                 * Format: uuid
                 * @description Identifier of the event; it may have been deleted.
                 */
                readonly eventId: string;
                /**
                 * @description Name of the event.
                 * @example Night at the Museum
                 */
                readonly name: string;
                /**
                 * @description Where the event takes place.
                 * @example Main Hall
                 */
                readonly location: string;
            };
            /**
             * @description `admitted` when the ticket was used; `cancelled` when it was cancelled, its event was deleted, or its date was removed from the event.
             * @example valid
             * @enum {string}
             */
            readonly state: "valid" | "admitted" | "cancelled";
            /**
             * @description The price at which the ticket was sold.
             * @example 19.9
             */
            readonly price: number;
            /**
             * @description The currency of the price (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * @description The price category of the ticket, unless it was sold at the full price.
             * @example child
             */
            readonly priceCategory?: string;
            /**
             * @description Name of the price category when the ticket was sold.
             * @example Child, 6 to 17
             */
            readonly priceCategoryName?: string;
            /**
             * Format: uuid
             * @description Identifier of its order; absent for a ticket bought alone.
             */
            readonly orderId?: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber?: string;
            /** @description The refund of a cancelled ticket; absent for the role `gate`, and when none is due. */
            readonly refund?: {
                /**
                 * @description `due`: not refunded yet. `sending`: the payment provider is giving it back.
                 * @example due
                 * @enum {string}
                 */
                readonly state: "due" | "sending" | "settled";
                /**
                 * @description What is to be given back, or was: the price.
                 * @example 19.9
                 */
                readonly amount: number;
                /**
                 * @description How it was refunded.
                 * @example cash
                 */
                readonly method?: string;
                /** @description What identifies that payment elsewhere. */
                readonly reference?: string;
                /**
                 * Format: date-time
                 * @description When it was refunded, or the payment provider was asked to, in UTC.
                 */
                readonly settledAt?: string;
                /**
                 * @description The user who refunded it, or asked for it.
                 * @example desk-1
                 */
                readonly settledBy?: string;
                /**
                 * @description The till at which it was refunded; absent if none was named.
                 * @example Till 1
                 */
                readonly till?: string;
                /**
                 * @description Why the payment provider could not give it back; present while it is due again.
                 * @example The card is closed.
                 */
                readonly failure?: string;
            };
            /**
             * Format: date-time
             * @description When the ticket was sold, in UTC; null for a ticket of an earlier version of the service.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly soldAt: string | null;
            /**
             * Format: date-time
             * @description When the ticket was used, in UTC; null when it was not.
             * @example 2030-05-17T17:02:11.250Z
             */
            readonly admittedAt: string | null;
            /**
             * @description At which gate; null when it was not used, or the gate is not known.
             * @example North door
             */
            readonly gate: string | null;
            /**
             * Format: uuid
             * @description Identifier of the admission; null when the ticket was not used.
             */
            readonly admissionId: string | null;
            /**
             * @description Unique code that verifies the purchase.
             * @example ticket-event-e5e5gh-jk234
             */
            readonly confirmationCode: string;
            /**
             * @description Email address of the purchaser; absent for the role `gate`, and when it was erased.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number of the purchaser; null when there is none; absent for the role `gate`, and when it was erased.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
        };
        /** @description Of `tickets-are-sold` only: the tickets for the days that the request would close, or the entry times that it would take away. */
        readonly SoldTickets: {
            /**
             * @description The number of valid tickets for general entry.
             * @example 2
             */
            readonly general: number;
            /**
             * @description The number of valid tickets for special events.
             * @example 2
             */
            readonly event: number;
            /** @description The days with tickets in ascending order, at most 100. */
            readonly days: readonly {
                /**
                 * Format: date
                 * @description The date.
                 * @example 2030-05-17
                 */
                readonly date: string;
                /**
                 * @description The number of tickets for general entry on this date.
                 * @example 2
                 */
                readonly general: number;
                /**
                 * @description The number of tickets for special events on this date.
                 * @example 2
                 */
                readonly event: number;
                /** @description On a day that stays open: the tickets by entry time, ascending. */
                readonly entryTimes?: readonly {
                    /**
                     * @description The entry time that would be taken away.
                     * @example 11:30
                     */
                    readonly entryTime: string;
                    /**
                     * @description The number of tickets for it.
                     * @example 2
                     */
                    readonly tickets: number;
                }[];
            }[];
            /**
             * @description Whether there are more days, or tickets, than these.
             * @example false
             */
            readonly hasMore: boolean;
        };
        /** @description A planned event of the museum. */
        readonly SpecialEvent: {
            /**
             * Format: uuid
             * @description Identifier of the event; assigned by the service.
             */
            readonly eventId: string;
            /**
             * @description Name of the event.
             * @example Night at the Museum
             */
            readonly name: string;
            /**
             * @description Where the event takes place.
             * @example Main Hall
             */
            readonly location: string;
            /**
             * @description Description of the event.
             * @example Torches and a mammoth.
             */
            readonly eventDescription: string;
            /**
             * @description Dates on which the event takes place. Ascending and each once in responses.
             * @example [
             *       "2030-05-17",
             *       "2030-05-18"
             *     ]
             */
            readonly dates: readonly string[];
            /**
             * @description Price of the event in the museum's currency, no finer than the currency.
             * @example 12.5
             */
            readonly price: number;
        };
        /**
         * @description The members to change. `dates` replaces all dates of the event.
         * @example {
         *       "price": 24.5
         *     }
         */
        readonly SpecialEventChanges: {
            /**
             * @description Name of the event.
             * @example Night at the Museum
             */
            readonly name?: string;
            /**
             * @description Where the event takes place.
             * @example Main Hall
             */
            readonly location?: string;
            /**
             * @description Description of the event.
             * @example Torches and a mammoth.
             */
            readonly eventDescription?: string;
            /**
             * @description Dates on which the event takes place. Ascending and each once in responses.
             * @example [
             *       "2030-05-17",
             *       "2030-05-18"
             *     ]
             */
            readonly dates?: readonly string[];
            /**
             * @description Price of the event in the museum's currency, no finer than the currency.
             * @example 12.5
             */
            readonly price?: number;
        };
        /** @description The members of a special event, except its eventId, which the service assigns. */
        readonly SpecialEventFields: {
            /**
             * @description Name of the event.
             * @example Night at the Museum
             */
            readonly name: string;
            /**
             * @description Where the event takes place.
             * @example Main Hall
             */
            readonly location: string;
            /**
             * @description Description of the event.
             * @example Torches and a mammoth.
             */
            readonly eventDescription: string;
            /**
             * @description Dates on which the event takes place. Ascending and each once in responses.
             * @example [
             *       "2030-05-17",
             *       "2030-05-18"
             *     ]
             */
            readonly dates: readonly string[];
            /**
             * @description Price of the event in the museum's currency, no finer than the currency.
             * @example 12.5
             */
            readonly price: number;
        };
        /** @description What an import did. The numbers are those of the rows of the file. */
        readonly SpecialEventImport: {
            /**
             * @description Whether nothing was stored.
             * @example false
             */
            readonly dryRun: boolean;
            /**
             * @description How many rows created an event; in a dry run, how many would.
             * @example 2
             */
            readonly created: number;
            /**
             * @description How many rows created nothing: they were imported before, or have the eventId of an event that exists or was deleted.
             * @example 2
             */
            readonly known: number;
            /**
             * @description How many rows were not imported in the time of a request: send the same file again for them.
             * @example 2
             */
            readonly remaining: number;
            /** @description Only in a dry run: the first 10000 rows of the file, as they were read. */
            readonly rows?: readonly components["schemas"]["SpecialEventImportRow"][];
        };
        /** @description A row of the file as it was read. */
        readonly SpecialEventImportRow: {
            /**
             * @description Whether it would create an event, or creates nothing.
             * @example new
             * @enum {string}
             */
            readonly outcome: "new" | "known";
            /**
             * @description Name of the event.
             * @example Night at the Museum
             */
            readonly name: string;
            /**
             * @description Where the event takes place.
             * @example Main Hall
             */
            readonly location: string;
            /**
             * @description Dates on which the event takes place. Ascending and each once in responses.
             * @example [
             *       "2030-05-17",
             *       "2030-05-18"
             *     ]
             */
            readonly dates: readonly string[];
            /**
             * @description Price of the event in the museum's currency, no finer than the currency.
             * @example 12.5
             */
            readonly price: number;
            /**
             * @description How many tickets are sold for each date; null: no limit.
             * @example 120
             */
            readonly capacity: number | null;
        };
        /** @description A change of a special event: the event after the change; a deleted one, as it was before. */
        readonly SpecialEventMessage: {
            /**
             * @description The kind of change.
             * @example special-event.created
             * @enum {string}
             */
            readonly type: "special-event.created" | "special-event.updated" | "special-event.deleted" | "special-event.restored";
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description Identifier of the event; assigned by the service.
             */
            readonly eventId: string;
            /**
             * @description Name of the event.
             * @example Night at the Museum
             */
            readonly name: string;
            /**
             * @description Where the event takes place.
             * @example Main Hall
             */
            readonly location: string;
            /**
             * @description Description of the event.
             * @example Torches and a mammoth.
             */
            readonly eventDescription: string;
            /**
             * @description Dates on which the event takes place. Ascending and each once in responses.
             * @example [
             *       "2030-05-17",
             *       "2030-05-18"
             *     ]
             */
            readonly dates: readonly string[];
            /**
             * @description Price of the event in the museum's currency, no finer than the currency.
             * @example 12.5
             */
            readonly price: number;
        };
        /** @description The confirmation of a purchase. */
        readonly TicketConfirmation: components["schemas"]["GeneralTicketConfirmation"] | components["schemas"]["EventTicketConfirmation"];
        /** @description A JSON Web Key (RFC 7517, RFC 8037) that verifies the codes of tickets. */
        readonly TicketKey: {
            /** @enum {string} */
            readonly kty: "OKP";
            /** @enum {string} */
            readonly crv: "Ed25519";
            /**
             * @description The number of the key, which its codes contain.
             * @example 1
             */
            readonly kid: string;
            /**
             * @description The public key: 32 bytes in base64url.
             * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
             */
            readonly x: string;
            /** @enum {string} */
            readonly use: "sig";
        };
        /** @description A JWK Set (RFC 7517), and when tickets admit: what a gate without a network decides with. */
        readonly TicketKeySet: {
            readonly keys: readonly components["schemas"]["TicketKey"][];
            /** @description When tickets with an entry time admit; every museum has these numbers. */
            readonly entryTimes: {
                /**
                 * @description How many minutes before its entry time a ticket admits.
                 * @example 15
                 */
                readonly early: number;
                /**
                 * @description How many minutes after its entry time a ticket admits; null: until the day ends.
                 * @example 30
                 */
                readonly late: number | null;
            };
            /**
             * @description Until when gates also admit tickets of the day before, HH:mm on the museum's clock; 00:00: they do not.
             * @example 03:00
             */
            readonly dayEnds: string;
        };
        /**
         * @description Where a ticket is sent.
         * @example {}
         */
        readonly TicketMailFields: {
            /**
             * Format: email
             * @description Another email address than that of the purchaser. The ticket keeps its own.
             * @example visitor@example.org
             */
            readonly email?: string | null;
        };
        /** @description A ticket in its state when the message is sent, as the role box-office sees it. `email`, `phone`, `label`, `confirmationCode` and the `reference` of a payment or refund are absent unless the webhook says `purchaser`. */
        readonly TicketMessage: {
            /**
             * @description The kind of change.
             * @example ticket.sold
             * @enum {string}
             */
            readonly type: "ticket.sold" | "ticket.cancelled";
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * Format: uuid
             * @description Identifier of the ticket.
             */
            readonly ticketId: string;
            readonly ticketType: components["schemas"]["TicketType"];
            /**
             * Format: date
             * @description Date the ticket is valid for.
             * @example 2030-05-17
             */
            readonly ticketDate: string;
            /**
             * @description The time from which the ticket admits, HH:mm on the museum's clock; absent for a ticket that admits all day.
             * @example 11:30
             */
            readonly entryTime?: string;
            /** @description The special event as it was when the ticket was sold; for event tickets only. */
            readonly event?: {
                /**
                 * Format: uuid
                 * @description Identifier of the event; it may have been deleted.
                 */
                readonly eventId: string;
                /**
                 * @description Name of the event.
                 * @example Night at the Museum
                 */
                readonly name: string;
                /**
                 * @description Where the event takes place.
                 * @example Main Hall
                 */
                readonly location: string;
            };
            /**
             * @description `admitted` when the ticket was used; `cancelled` when it was cancelled, its event was deleted, or its date was removed from the event.
             * @example valid
             * @enum {string}
             */
            readonly state: "valid" | "admitted" | "cancelled";
            /**
             * @description The price at which the ticket was sold.
             * @example 19.9
             */
            readonly price: number;
            /**
             * @description The currency of the price (ISO 4217).
             * @example EUR
             */
            readonly currency: string;
            /**
             * @description The price category of the ticket, unless it was sold at the full price.
             * @example child
             */
            readonly priceCategory?: string;
            /**
             * @description Name of the price category when the ticket was sold.
             * @example Child, 6 to 17
             */
            readonly priceCategoryName?: string;
            /**
             * Format: uuid
             * @description Identifier of its order; absent for a ticket bought alone.
             */
            readonly orderId?: string;
            /**
             * @description What a person calls the order by.
             * @example k7m3-qx8p
             */
            readonly orderNumber?: string;
            /** @description The refund of a cancelled ticket; absent for the role `gate`, and when none is due. */
            readonly refund?: {
                /**
                 * @description `due`: not refunded yet. `sending`: the payment provider is giving it back.
                 * @example due
                 * @enum {string}
                 */
                readonly state: "due" | "sending" | "settled";
                /**
                 * @description What is to be given back, or was: the price.
                 * @example 19.9
                 */
                readonly amount: number;
                /**
                 * @description How it was refunded.
                 * @example cash
                 */
                readonly method?: string;
                /** @description What identifies that payment elsewhere. */
                readonly reference?: string;
                /**
                 * Format: date-time
                 * @description When it was refunded, or the payment provider was asked to, in UTC.
                 */
                readonly settledAt?: string;
                /**
                 * @description The user who refunded it, or asked for it.
                 * @example desk-1
                 */
                readonly settledBy?: string;
                /**
                 * @description The till at which it was refunded; absent if none was named.
                 * @example Till 1
                 */
                readonly till?: string;
                /**
                 * @description Why the payment provider could not give it back; present while it is due again.
                 * @example The card is closed.
                 */
                readonly failure?: string;
            };
            /**
             * Format: date-time
             * @description When the ticket was sold, in UTC; null for a ticket of an earlier version of the service.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly soldAt: string | null;
            /**
             * Format: date-time
             * @description When the ticket was used, in UTC; null when it was not.
             * @example 2030-05-17T17:02:11.250Z
             */
            readonly admittedAt: string | null;
            /**
             * @description At which gate; null when it was not used, or the gate is not known.
             * @example North door
             */
            readonly gate: string | null;
            /**
             * Format: uuid
             * @description Identifier of the admission; null when the ticket was not used.
             */
            readonly admissionId: string | null;
            /**
             * @description Unique code that verifies the purchase, and admits; absent unless the webhook says `purchaser`.
             * @example ticket-event-e5e5gh-jk234
             */
            readonly confirmationCode?: string;
            /**
             * @description Email address of the purchaser; absent for the role `gate`, and when it was erased.
             * @example visitor@example.org
             */
            readonly email?: string;
            /**
             * @description Phone number of the purchaser; null when there is none; absent for the role `gate`, and when it was erased.
             * @example +1(234)-567-8910
             */
            readonly phone?: string | null;
        };
        /**
         * @description One ticket, for general entry or for a special event.
         * @example {
         *       "ticketType": "general",
         *       "ticketDate": "2030-05-17",
         *       "email": "visitor@example.org"
         *     }
         */
        readonly TicketPurchase: components["schemas"]["GeneralTicketPurchase"] | components["schemas"]["EventTicketPurchase"];
        /**
         * @description What a gate without a network must refuse although the signature is valid.
         * @example {
         *       "tickets": [
         *         "01940000-0000-7000-8000-000000000101"
         *       ],
         *       "occurrences": [
         *         {
         *           "eventId": "01940000-0000-7000-8000-000000000001",
         *           "date": "2030-05-18",
         *           "number": 1
         *         }
         *       ],
         *       "cursor": "MToxOTA1MDc5NjAwMDAw"
         *     }
         */
        readonly TicketRevocations: {
            /**
             * @description The ticketIds of tickets that were cancelled individually.
             * @example [
             *       "01940000-0000-7000-8000-000000000101"
             *     ]
             */
            readonly tickets: readonly string[];
            /** @description Removed dates of events: their tickets are cancelled. */
            readonly occurrences: readonly components["schemas"]["RemovedOccurrence"][];
            /**
             * @description For the parameter since of the next request.
             * @example MToxOTA1MDc5NjAwMDAw
             */
            readonly cursor: string;
        };
        /**
         * @description `general` is regular entry; `event` is a ticket to a special event.
         * @example general
         * @enum {string}
         */
        readonly TicketType: "event" | "general";
        /** @description A user of the museum. */
        readonly User: {
            /**
             * @description The name with which the user logs in.
             * @example desk-1
             */
            readonly username: string;
            /**
             * @description The role of the user.
             * @example box-office
             * @enum {string}
             */
            readonly role: "admin" | "box-office" | "shop" | "gate" | "reader";
            /**
             * @description Whether the user can log in.
             * @example true
             */
            readonly enabled: boolean;
            /**
             * @description Whether the museum made the password of the user, who has not changed it since.
             * @example false
             */
            readonly passwordIsTemporary: boolean;
        };
        /**
         * @description The members to change.
         * @example {
         *       "role": "gate"
         *     }
         */
        readonly UserChanges: {
            /**
             * @description The role of the user.
             * @example box-office
             * @enum {string}
             */
            readonly role?: "admin" | "box-office" | "shop" | "gate" | "reader";
            /**
             * @description Whether the user can log in.
             * @example true
             */
            readonly enabled?: boolean;
            /**
             * Format: password
             * @description The new password; null: a random one is made.
             */
            readonly password?: string | null;
        };
        /**
         * @description A user to add.
         * @example {
         *       "username": "desk-1",
         *       "role": "box-office"
         *     }
         */
        readonly UserFields: {
            /**
             * @description The name with which the user logs in; capitals count. No colon, slash or space at an end, and not `me`, `server`, `.` or `..`.
             * @example desk-1
             */
            readonly username: string;
            /**
             * @description The role of the user.
             * @example box-office
             * @enum {string}
             */
            readonly role: "admin" | "box-office" | "shop" | "gate" | "reader";
            /**
             * Format: password
             * @description The password. Without it, a random one is made.
             */
            readonly password?: string | null;
        };
        /** @description A user, with the password that was made. */
        readonly UserWithPassword: {
            /**
             * @description The name with which the user logs in.
             * @example desk-1
             */
            readonly username: string;
            /**
             * @description The role of the user.
             * @example box-office
             * @enum {string}
             */
            readonly role: "admin" | "box-office" | "shop" | "gate" | "reader";
            /**
             * @description Whether the user can log in.
             * @example true
             */
            readonly enabled: boolean;
            /**
             * @description Whether the museum made the password of the user, who has not changed it since.
             * @example false
             */
            readonly passwordIsTemporary: boolean;
            /**
             * @description The password that was made; absent when none was. No other response has it.
             * @example k7m3-qx8p-2wzt-9hrd-b4vn
             */
            readonly password?: string;
        };
        /**
         * @description A webhook: where which messages of the museum are sent.
         * @example {
         *       "webhookId": "01940000-0000-7000-8000-000000000401",
         *       "url": "https://calendar.example/museum",
         *       "types": [
         *         "special-event.created",
         *         "special-event.deleted"
         *       ],
         *       "description": "Calendar of the city",
         *       "purchaser": false,
         *       "enabled": true,
         *       "createdAt": "2030-05-01T10:00:00.000Z",
         *       "publicKey": "whpk_EtTvsHvpgzTIuTVmxmoGnBTLKfM6cYRUAXkLWV02oDA="
         *     }
         */
        readonly Webhook: {
            /**
             * Format: uuid
             * @description Identifier of the webhook.
             */
            readonly webhookId: string;
            /**
             * @description Where the messages are sent: an `https` URL without credentials, whose address is public unless the museum allows others.
             * @example https://calendar.example/museum
             */
            readonly url: string;
            /**
             * @description The types of the messages that the webhook gets.
             * @example [
             *       "special-event.created",
             *       "special-event.deleted"
             *     ]
             */
            readonly types: readonly components["schemas"]["MessageType"][];
            /**
             * @description What the webhook is for, in the words of staff.
             * @example Calendar of the city
             */
            readonly description?: string;
            /**
             * @description Whether messages about tickets and orders contain what concerns the purchaser alone: e-mail address, phone number, confirmation codes, which admit, and the references of payments.
             * @example false
             */
            readonly purchaser: boolean;
            /**
             * @description Whether messages are sent.
             * @example true
             */
            readonly enabled: boolean;
            /**
             * Format: date-time
             * @description When the webhook was added, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Since when no message could be delivered, in UTC; absent when the latest was.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly failingSince?: string;
            /**
             * Format: date-time
             * @description When the webhook was disabled, in UTC; absent while it is enabled.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly disabledAt?: string;
            /**
             * @description The key that verifies the signatures `v1a` (Ed25519): `whpk_` and the base64 of its 32 bytes.
             * @example whpk_EtTvsHvpgzTIuTVmxmoGnBTLKfM6cYRUAXkLWV02oDA=
             */
            readonly publicKey: string;
        };
        /**
         * @description The members to change. `types` replaces all types of the webhook; null removes the description.
         * @example {
         *       "enabled": true
         *     }
         */
        readonly WebhookChanges: {
            /**
             * @description Where the messages are sent: an `https` URL without credentials, whose address is public unless the museum allows others.
             * @example https://calendar.example/museum
             */
            readonly url?: string;
            /**
             * @description The types of the messages that the webhook gets.
             * @example [
             *       "special-event.created",
             *       "special-event.deleted"
             *     ]
             */
            readonly types?: readonly components["schemas"]["MessageType"][];
            /**
             * @description Whether messages about tickets and orders contain what concerns the purchaser alone: e-mail address, phone number, confirmation codes, which admit, and the references of payments.
             * @example false
             */
            readonly purchaser?: boolean;
            /**
             * @description What the webhook is for, in the words of staff.
             * @example Calendar of the city
             */
            readonly description?: string | null;
            /**
             * @description Whether messages are sent. `true` also sends those that wait.
             * @example true
             */
            readonly enabled?: boolean;
        };
        /**
         * @description The delivery of a message to a webhook.
         * @example {
         *       "deliveryId": 4711,
         *       "messageId": "01940000-0000-7000-8000-000000000501",
         *       "type": "special-event.created",
         *       "timestamp": "2030-05-01T10:00:00.000Z",
         *       "state": "pending",
         *       "attempts": 1,
         *       "dueAt": "2030-05-01T10:00:06.000Z",
         *       "latestAttempt": {
         *         "at": "2030-05-01T10:00:01.000Z",
         *         "status": 500,
         *         "because": "The receiver responded with 500."
         *       }
         *     }
         */
        readonly WebhookDelivery: {
            /**
             * @description Identifier of the delivery. Of deliveries about the same thing, a later change has a higher one.
             * @example 4711
             */
            readonly deliveryId: number;
            /**
             * @description The header `webhook-id` of every attempt.
             * @example 01940000-0000-7000-8000-000000000501
             */
            readonly messageId: string;
            /**
             * @description The type of the message.
             * @example special-event.created
             */
            readonly type: string;
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description `pending`: an attempt is in progress, or follows. `failed`: no further attempt follows.
             * @example pending
             * @enum {string}
             */
            readonly state: "pending" | "delivered" | "failed";
            /**
             * @description The number of attempts that have ended.
             * @example 1
             */
            readonly attempts: number;
            /**
             * Format: date-time
             * @description When the next attempt is due, in UTC; only while the delivery is pending.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly dueAt?: string;
            /** @description The latest attempt; absent before the first one. */
            readonly latestAttempt?: {
                /**
                 * Format: date-time
                 * @description When the attempt ended, in UTC.
                 * @example 2030-05-01T10:00:00.000Z
                 */
                readonly at: string;
                /**
                 * @description The status of the response, if there was one.
                 * @example 500
                 */
                readonly status?: number;
                /**
                 * @description Why the attempt failed.
                 * @example The receiver responded with 500.
                 */
                readonly because?: string;
            };
        };
        /**
         * @description A webhook to add: where which messages are sent.
         * @example {
         *       "url": "https://calendar.example/museum",
         *       "types": [
         *         "special-event.created",
         *         "special-event.deleted"
         *       ],
         *       "description": "Calendar of the city",
         *       "purchaser": false
         *     }
         */
        readonly WebhookFields: {
            /**
             * @description Where the messages are sent: an `https` URL without credentials, whose address is public unless the museum allows others.
             * @example https://calendar.example/museum
             */
            readonly url: string;
            /**
             * @description The types of the messages that the webhook gets.
             * @example [
             *       "special-event.created",
             *       "special-event.deleted"
             *     ]
             */
            readonly types: readonly components["schemas"]["MessageType"][];
            /**
             * @description Whether messages about tickets and orders contain what concerns the purchaser alone: e-mail address, phone number, confirmation codes, which admit, and the references of payments.
             * @default false
             * @example false
             */
            readonly purchaser?: boolean | null;
            /**
             * @description What the webhook is for, in the words of staff.
             * @example Calendar of the city
             */
            readonly description?: string | null;
        };
        /** @description The message of `testWebhook`. Respond as to any other. */
        readonly WebhookTestMessage: {
            /**
             * @description The kind of change.
             * @example webhook.test
             * @enum {string}
             */
            readonly type: "webhook.test";
            /**
             * Format: date-time
             * @description When the change was made, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly timestamp: string;
        };
        /**
         * @description A webhook with its new secret.
         * @example {
         *       "webhookId": "01940000-0000-7000-8000-000000000401",
         *       "url": "https://calendar.example/museum",
         *       "types": [
         *         "special-event.created",
         *         "special-event.deleted"
         *       ],
         *       "description": "Calendar of the city",
         *       "purchaser": false,
         *       "enabled": true,
         *       "createdAt": "2030-05-01T10:00:00.000Z",
         *       "publicKey": "whpk_EtTvsHvpgzTIuTVmxmoGnBTLKfM6cYRUAXkLWV02oDA=",
         *       "secret": "whsec_aGF2ZSBhIG5pY2UgZGF5IGF0IHRoZSBtdXNldW0hISE="
         *     }
         */
        readonly WebhookWithSecret: {
            /**
             * Format: uuid
             * @description Identifier of the webhook.
             */
            readonly webhookId: string;
            /**
             * @description Where the messages are sent: an `https` URL without credentials, whose address is public unless the museum allows others.
             * @example https://calendar.example/museum
             */
            readonly url: string;
            /**
             * @description The types of the messages that the webhook gets.
             * @example [
             *       "special-event.created",
             *       "special-event.deleted"
             *     ]
             */
            readonly types: readonly components["schemas"]["MessageType"][];
            /**
             * @description What the webhook is for, in the words of staff.
             * @example Calendar of the city
             */
            readonly description?: string;
            /**
             * @description Whether messages about tickets and orders contain what concerns the purchaser alone: e-mail address, phone number, confirmation codes, which admit, and the references of payments.
             * @example false
             */
            readonly purchaser: boolean;
            /**
             * @description Whether messages are sent.
             * @example true
             */
            readonly enabled: boolean;
            /**
             * Format: date-time
             * @description When the webhook was added, in UTC.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description Since when no message could be delivered, in UTC; absent when the latest was.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly failingSince?: string;
            /**
             * Format: date-time
             * @description When the webhook was disabled, in UTC; absent while it is enabled.
             * @example 2030-05-01T10:00:00.000Z
             */
            readonly disabledAt?: string;
            /**
             * @description The key that verifies the signatures `v1a` (Ed25519): `whpk_` and the base64 of its 32 bytes.
             * @example whpk_EtTvsHvpgzTIuTVmxmoGnBTLKfM6cYRUAXkLWV02oDA=
             */
            readonly publicKey: string;
            /**
             * @description The secret that verifies the signatures `v1` (HMAC-SHA256): `whsec_` and the base64 of its 32 bytes. No other response has it.
             * @example whsec_aGF2ZSBhIG5pY2UgZGF5IGF0IHRoZSBtdXNldW0hISE=
             */
            readonly secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies this response; the log of the service has the same identifier. */
        readonly RequestId: string;
        /** @description The Content-Type is right: browsers should not guess another. */
        readonly ContentTypeOptions: "nosniff";
        /** @description No cache can store the response. */
        readonly NoStore: "no-store";
        /** @description Only the client's own cache can store the response, and revalidates it before each use. */
        readonly PrivateNoCache: "private, no-cache";
        /** @description After how many seconds the request can be sent again. Absent if a repetition would not help, or could take effect twice. */
        readonly RetryAfter: string;
        /** @description The authentication that the operation needs. */
        readonly Challenge: "Basic realm=\"museum\", charset=\"UTF-8\"";
        /** @description The media types of bodies that the operation reads. */
        readonly AcceptedMediaTypes: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getMuseum: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The museum and the user. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Museum"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getMuseumHours: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day. By default today in the museum's time zone. */
                readonly startDate?: string;
                /** @description The last day. The list ends 365 days after the later of startDate and today at the latest. */
                readonly endDate?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of open days in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The open days. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MuseumHours"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getSchedule: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The schedule. */
            readonly 200: {
                headers: {
                    /** @description Identifies this schedule, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Schedule"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this schedule, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setSchedule: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether days are closed, and entry times taken away, although tickets are sold for them. */
                readonly confirm?: "true" | "false";
            };
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ScheduleFields"];
            };
        };
        readonly responses: {
            /** @description The schedule. */
            readonly 200: {
                headers: {
                    /** @description Identifies this schedule, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    readonly getEntryTimes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entry times. */
            readonly 200: {
                headers: {
                    /** @description Identifies these entry times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EntryTimes"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies these entry times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setEntryTimes: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether entry times are taken away although tickets are sold for them. */
                readonly confirm?: "true" | "false";
            };
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EntryTimesFields"];
            };
        };
        readonly responses: {
            /** @description The entry times. */
            readonly 200: {
                headers: {
                    /** @description Identifies these entry times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EntryTimes"];
                };
            };
        };
    };
    readonly getGeneralEntryAvailability: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day. By default today in the museum's time zone. */
                readonly startDate?: string;
                /** @description The last day. The list ends 365 days after the later of startDate and today at the latest. */
                readonly endDate?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of open days in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The places of each open day. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Availability"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getGeneralEntryCapacity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The capacity. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Capacity"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setGeneralEntryCapacity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CapacityFields"];
            };
        };
        readonly responses: {
            /** @description The capacity is in force. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Capacity"];
                };
            };
        };
    };
    readonly listSpecialEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day. By default today in the museum's time zone. */
                readonly startDate?: string;
                /** @description The last day. By default there is no last day. */
                readonly endDate?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of events in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SpecialEvent"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createSpecialEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Identifies this request of this user for at least 24 hours. A repetition with the same key and the same body has no further effect and gets the same response, with `Idempotency-Replayed: true`. Use a UUID, for example. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SpecialEventFields"];
            };
        };
        readonly responses: {
            /** @description The event was created. */
            readonly 201: {
                headers: {
                    /** @description Identifies this state of the event, for If-Match and If-None-Match. */
                    readonly ETag: string;
                    /** @description The path of the event. */
                    readonly Location: string;
                    /** @description The request is a repetition; this is the response to the first one. */
                    readonly "Idempotency-Replayed"?: "true";
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SpecialEvent"];
                };
            };
        };
    };
    readonly getSpecialEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the event, for If-Match and If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SpecialEvent"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the event, for If-Match and If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteSpecialEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event was deleted. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSpecialEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SpecialEventChanges"];
                readonly "application/merge-patch+json": components["schemas"]["SpecialEventChanges"];
            };
        };
        readonly responses: {
            /** @description The whole updated event. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the event, for If-Match and If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SpecialEvent"];
                };
            };
        };
    };
    readonly listDeletedSpecialEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of events in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deleted events of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["DeletedSpecialEvent"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly restoreSpecialEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The event. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the event, for If-Match and If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SpecialEvent"];
                };
            };
        };
    };
    readonly importSpecialEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether the file is only checked, and the rows are counted. */
                readonly dryRun?: "true" | "false";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "text/csv": string;
                readonly "application/jsonl": string;
                readonly "application/x-ndjson": string;
            };
        };
        readonly responses: {
            /** @description The file has no fault, and was imported or only checked. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SpecialEventImport"];
                };
            };
        };
    };
    readonly getEventAvailability: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The places of each date. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Availability"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getEventCapacity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The capacity. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Capacity"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setEventCapacity: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["CapacityFields"];
            };
        };
        readonly responses: {
            /** @description The capacity is in force. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Capacity"];
                };
            };
        };
    };
    readonly getEventEntryTimes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entry times. */
            readonly 200: {
                headers: {
                    /** @description Identifies these entry times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventEntryTimes"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies these entry times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setEventEntryTimes: {
        readonly parameters: {
            readonly query?: {
                /** @description Whether entry times are taken away although tickets are sold for them. */
                readonly confirm?: "true" | "false";
            };
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the special event. */
                readonly eventId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EventEntryTimesFields"];
            };
        };
        readonly responses: {
            /** @description The entry times. */
            readonly 200: {
                headers: {
                    /** @description Identifies these entry times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["EventEntryTimes"];
                };
            };
        };
    };
    readonly getAvailability: {
        readonly parameters: {
            readonly query?: {
                /** @description The first date. By default today in the museum's time zone. */
                readonly startDate?: string;
                /** @description The last date: less than 31 days after the first. By default 30 days after it. */
                readonly endDate?: string;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Every date of the period, also without an event or general entry. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AvailabilityOfDate"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPriceCategories: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The price categories. */
            readonly 200: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PriceCategories"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setPriceCategories: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PriceCategoriesFields"];
            };
        };
        readonly responses: {
            /** @description The price categories. */
            readonly 200: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PriceCategories"];
                };
            };
        };
    };
    readonly findTickets: {
        readonly parameters: {
            readonly query?: {
                /** @description The confirmation code of a ticket, as a person types it: case, white space and the kind of dash are ignored, and ticket-event- may be left out. What a scanner types is read as in a scan. */
                readonly confirmationCode?: string;
                /** @description The e-mail address of the purchaser, in any case, and with either form of an international domain: bücher.example or xn--bcher-kva.example. In a URL, a + is written as %2B. */
                readonly email?: string;
                /** @description Identifier of a special event, also of a deleted one; together with date. */
                readonly eventId?: string;
                /** @description A date of the event; together with eventId. */
                readonly date?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of tickets in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The tickets of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["SoldTicket"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly buyMuseumTickets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Identifies this request of this user for at least 24 hours. A repetition with the same key and the same body has no further effect and gets the same response, with `Idempotency-Replayed: true`. Use a UUID, for example. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TicketPurchase"];
            };
        };
        readonly responses: {
            /** @description The ticket was sold. */
            readonly 201: {
                headers: {
                    /** @description The path of the ticket image. */
                    readonly Location: string;
                    /** @description The request is a repetition; this is the response to the first one. */
                    readonly "Idempotency-Replayed"?: "true";
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TicketConfirmation"];
                };
            };
        };
    };
    readonly getTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the ticket. */
                readonly ticketId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ticket. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the ticket, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SoldTicket"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the ticket, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getTicketCode: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the ticket. */
                readonly ticketId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The ticket image. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the image, for If-None-Match. */
                    readonly ETag: string;
                    /** @description The file name, made of the confirmation code. */
                    readonly "Content-Disposition": string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "image/png": string;
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the image, for If-None-Match. */
                    readonly ETag: string;
                    /** @description The file name, made of the confirmation code. */
                    readonly "Content-Disposition": string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly cancelTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the ticket. */
                readonly ticketId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CancellationFields"];
            };
        };
        readonly responses: {
            /** @description The cancelled ticket. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SoldTicket"];
                };
            };
        };
    };
    readonly getShop: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The shop. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Shop"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setShop: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ShopFields"];
            };
        };
        readonly responses: {
            /** @description The shop. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Shop"];
                };
            };
        };
    };
    readonly getMuseumSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    /** @description Identifies these settings, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MuseumSettings"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies these settings, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly setMuseumSettings: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the change is meant for. If the current state has another ETag, the response is 412. */
                readonly "If-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MuseumSettingsFields"];
            };
        };
        readonly responses: {
            /** @description The settings. */
            readonly 200: {
                headers: {
                    /** @description Identifies these settings, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["MuseumSettings"];
                };
            };
        };
    };
    readonly listOrders: {
        readonly parameters: {
            readonly query?: {
                /** @description The number of an order, as a person says it: eight characters in any case, with or without the hyphen. It finds the orders of every seller and day. */
                readonly number?: string;
                /** @description The e-mail address of the purchaser, in any case. It finds the orders of every seller and day. */
                readonly email?: string;
                /** @description Only orders that this user has sold. Without a number or an address, another user than the caller needs an administrator. */
                readonly soldBy?: string;
                /** @description Only orders that were sold from this date on, in the museum's time zone. */
                readonly from?: string;
                /** @description Only orders that were sold until this date, less than 31 days after `from`. */
                readonly to?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of orders in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The orders of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ListedOrder"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly placeOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Identifies this request of this user for at least 24 hours. A repetition with the same key and the same body has no further effect and gets the same response, with `Idempotency-Replayed: true`. Use a UUID, for example. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderFields"];
            };
        };
        readonly responses: {
            /** @description The tickets were sold. */
            readonly 201: {
                headers: {
                    /** @description The path of the order. */
                    readonly Location: string;
                    /** @description The request is a repetition; this is the response to the first one. */
                    readonly "Idempotency-Replayed"?: "true";
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderConfirmation"];
                };
            };
        };
    };
    readonly getOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The order. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the order, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the order, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly correctOrderAddress: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderAddressFields"];
            };
        };
        readonly responses: {
            /** @description The order with the address. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    readonly getReceipts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The receipts. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the receipts, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Receipt"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the receipts, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly cancelOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["CancellationFields"];
            };
        };
        readonly responses: {
            /** @description The order, in which every ticket is used or cancelled. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    readonly reverseOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReversalFields"];
            };
        };
        readonly responses: {
            /** @description The order, in which every ticket is cancelled. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    readonly refundOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettlementFields"];
            };
        };
        readonly responses: {
            /** @description The order, of which nothing is due. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    readonly correctOrderPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentFields"];
            };
        };
        readonly responses: {
            /** @description The order with its payment. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Order"];
                };
            };
        };
    };
    readonly listReservations: {
        readonly parameters: {
            readonly query?: {
                /** @description held: the places are held; with `search`, also others. Or attention: money that was paid or is to be given back is not where it belongs, which the member `attention` of a reservation explains. A payment that only the provider knows is a released reservation without items, or a payment of the reservation that is stored. */
                readonly state?: "held" | "attention";
                /** @description Only reservations with an item for this date. */
                readonly date?: string;
                /** @description Only reservations whose label has this text in it, in any case, whose phone number has these digits, or whose e-mail address or order number it is. Also those that expired within a day, which can be sold while their places are free; those that ended within a day and whose payment was returned; and one with the number that ended within seven days and is not sold. */
                readonly search?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of reservations in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The reservations of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["ListedReservation"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createReservation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Identifies this request of this user for at least 24 hours. A repetition with the same key and the same body has no further effect and gets the same response, with `Idempotency-Replayed: true`. Use a UUID, for example. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReservationFields"];
            };
        };
        readonly responses: {
            /** @description The places are held. */
            readonly 201: {
                headers: {
                    /** @description The path of the reservation. */
                    readonly Location: string;
                    /** @description The request is a repetition; this is the response to the first one. */
                    readonly "Idempotency-Replayed"?: "true";
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NewReservation"];
                };
            };
        };
    };
    readonly getReservation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the reservation. */
                readonly reservationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The reservation. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the reservation, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Reservation"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the reservation, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly extendReservation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the reservation. */
                readonly reservationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ExtensionFields"];
            };
        };
        readonly responses: {
            /** @description The reservation, also where nothing changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Reservation"];
                };
            };
        };
    };
    readonly releaseReservation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the reservation. */
                readonly reservationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The reservation; one that was sold before, or paid meanwhile, is sold. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Reservation"];
                };
            };
        };
    };
    readonly sellReservation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the reservation. */
                readonly reservationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ReservationSale"];
            };
        };
        readonly responses: {
            /** @description The reservation was sold before: the same order. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderConfirmation"];
                };
            };
            /** @description The tickets were sold. */
            readonly 201: {
                headers: {
                    /** @description The path of the order. */
                    readonly Location: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OrderConfirmation"];
                };
            };
        };
    };
    readonly openPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the reservation. */
                readonly reservationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentRequest"];
            };
        };
        readonly responses: {
            /** @description It was open before. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenedPayment"];
                };
            };
            /** @description The payment page is open. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["OpenedPayment"];
                };
            };
        };
    };
    readonly attendToPayment: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the reservation. */
                readonly reservationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["AttentionFields"];
            };
        };
        readonly responses: {
            /** @description The reservation, also where nothing changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Reservation"];
                };
            };
        };
    };
    readonly listRefunds: {
        readonly parameters: {
            readonly query: {
                /** @description `due`: not refunded yet. `sending`: the payment provider is giving it back. `settled`: refunded. */
                readonly state: "due" | "sending" | "settled";
                /** @description Only tickets of this event; it may have been deleted. */
                readonly eventId?: string;
                /** @description Only tickets for this date. */
                readonly date?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of refunds in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The refunds of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Refund"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly settleRefund: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the ticket. */
                readonly ticketId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SettlementFields"];
            };
        };
        readonly responses: {
            /** @description The ticket with its refund. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SoldTicket"];
                };
            };
        };
    };
    readonly createRefundRun: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["RefundRunFields"];
            };
        };
        readonly responses: {
            /** @description The refunds will be given. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["RefundRun"];
                };
            };
        };
    };
    readonly getSales: {
        readonly parameters: {
            readonly query: {
                /** @description The first date, in the museum's time zone. */
                readonly from: string;
                /** @description The last date: less than 366 days after the first. */
                readonly to: string;
                /** @description Only what was done at this till. */
                readonly till?: string;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sales and refunds. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the sales, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Sales"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the sales, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listClosings: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what was done at this till. */
                readonly till?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of closings in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The closings of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Closing"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createClosing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Identifies this request of this user for at least 24 hours. A repetition with the same key and the same body has no further effect and gets the same response, with `Idempotency-Replayed: true`. Use a UUID, for example. */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ClosingFields"];
            };
        };
        readonly responses: {
            /** @description The closing was made. */
            readonly 201: {
                headers: {
                    /** @description The path of the closing. */
                    readonly Location: string;
                    /** @description The request is a repetition; this is the response to the first one. */
                    readonly "Idempotency-Replayed"?: "true";
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Closing"];
                };
            };
        };
    };
    readonly previewClosing: {
        readonly parameters: {
            readonly query?: {
                /** @description Only what was done at this till. */
                readonly till?: string;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What would be closed. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the sales, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ClosingPreview"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the sales, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getClosing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the closing. */
                readonly closingId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The closing. */
            readonly 200: {
                headers: {
                    /** @description Identifies the closing, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Closing"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies the closing, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listAdmissions: {
        readonly parameters: {
            readonly query?: {
                /** @description Only scans that stand under this date. By default those of all dates for an administrator, and those of today for other roles: until the day ends at the gates, also those of the day before. */
                readonly date?: string;
                /** @description Only scans at this gate. */
                readonly gate?: string;
                /** @description Only scans that are admissions, or only those that are not. */
                readonly admitted?: "true" | "false";
                /** @description Only scans of this ticket. */
                readonly ticketId?: string;
                /** @description Only the scans of tickets with which visitors entered twice: at two gates, of which one was offline. The role `gate` may read those of today and the seven days before, and gets all of them without `date`. */
                readonly conflict?: "true";
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of scans in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The scans of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["LoggedScan"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly admitTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["ScanFields"];
            };
        };
        readonly responses: {
            /** @description The scan was decided and recorded. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ScanOutcome"];
                };
            };
        };
    };
    readonly getAdmissionSummary: {
        readonly parameters: {
            readonly query?: {
                /** @description The date under which the scans stand. By default today in the museum's time zone; until the day ends at the gates, the day before. */
                readonly date?: string;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The summary. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the summary, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AdmissionSummary"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the summary, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getAttendance: {
        readonly parameters: {
            readonly query: {
                /** @description The first date, in the museum's time zone. */
                readonly from: string;
                /** @description The last date: less than 366 days after the first. */
                readonly to: string;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The attendance. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the attendance, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Attendance"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the attendance, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly revertAdmission: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the admission. */
                readonly admissionId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The admission was reverted. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listTicketKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys. */
            readonly 200: {
                headers: {
                    /** @description Identifies this set of keys and times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TicketKeySet"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this set of keys and times, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getTicketRevocations: {
        readonly parameters: {
            readonly query: {
                /** @description Only revocations of tickets for this date or a later one. */
                readonly date: string;
                /** @description The cursor of an earlier response. */
                readonly since?: string;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The revocations. */
            readonly 200: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["TicketRevocations"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listAuditEntries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only changes from this date or moment on. A date in the museum's time zone, or a date and time with an offset (RFC 3339). In a URL, a + is written as %2B. */
                readonly since?: string | unknown | unknown;
                /** @description Only changes up to the end of this date, or before this moment. A date in the museum's time zone, or a date and time with an offset (RFC 3339). In a URL, a + is written as %2B. */
                readonly until?: string | unknown | unknown;
                /** @description Only changes of these things: a kind (`special-event`, `museum-hours`, `user`, `ticket-key`, `link-key`, `ticket`), an identifier (an eventId, a date, a weekday, a user name, a ticketId), or both joined by a colon. */
                readonly about?: string;
                /** @description Only changes by this actor: a user name, `cli:` and the name of an operating system user, or `server`. */
                readonly actor?: string;
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of entries in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The entries of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["AuditEntry"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhooks. */
            readonly 200: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["Webhook"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookFields"];
            };
        };
        readonly responses: {
            /** @description The webhook, with its secret. */
            readonly 201: {
                headers: {
                    /** @description The path of the webhook. */
                    readonly Location: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook. */
            readonly 200: {
                headers: {
                    /** @description Identifies this state of the webhook, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this state of the webhook, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook is removed. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        readonly responses: {
            /** @description The webhook with its changes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The message will be sent. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly renewWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook, with its new secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only deliveries in this state. */
                readonly state?: "pending" | "delivered" | "failed";
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of deliveries in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The deliveries of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["WebhookDelivery"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly replayWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
                /** @description Identifier of the delivery. */
                readonly deliveryId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The message will be sent. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly removeFailedDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the webhook. */
                readonly webhookId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The failed deliveries are removed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FailedRemoved"];
                };
            };
        };
    };
    readonly mailTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the ticket. */
                readonly ticketId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["TicketMailFields"];
            };
        };
        readonly responses: {
            /** @description The ticket will be sent. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly mailOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the order. */
                readonly orderId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["TicketMailFields"];
            };
        };
        readonly responses: {
            /** @description The tickets will be sent. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly mailReservation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the reservation. */
                readonly reservationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The link will be sent. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listMails: {
        readonly parameters: {
            readonly query?: {
                /** @description Only deliveries in this state. */
                readonly state?: "pending" | "delivered" | "failed";
                /** @description The number of the page, from 1. */
                readonly page?: number;
                /** @description The number of e-mails in a page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The e-mails of the page. */
            readonly 200: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["MailDelivery"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description The first, prev, next and last pages (RFC 8288). */
                    readonly Link: string;
                    /** @description The length of the whole list, unless it is longer than 10000. */
                    readonly "X-Total-Count"?: string;
                    /** @description Identifies this state of the page, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly replayMail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Identifier of the delivery. */
                readonly deliveryId: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The e-mail will be sent. */
            readonly 202: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly removeFailedMails: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The failed e-mails are removed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FailedRemoved"];
                };
            };
        };
    };
    readonly listUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The ETag of the state that the client already has. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The users. */
            readonly 200: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": readonly components["schemas"]["User"][];
                };
            };
            /** @description The client already has this state. */
            readonly 304: {
                headers: {
                    /** @description Identifies this list, for If-None-Match. */
                    readonly ETag: string;
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["PrivateNoCache"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly addUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UserFields"];
            };
        };
        readonly responses: {
            /** @description The user, with the password that was made. */
            readonly 201: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserWithPassword"];
                };
            };
        };
    };
    readonly removeUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the user, percent-encoded. */
                readonly username: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The user is removed. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the user, percent-encoded. */
                readonly username: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["UserChanges"];
            };
        };
        readonly responses: {
            /** @description The user with its changes, and with the password that was made. */
            readonly 200: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly "Cache-Control": components["headers"]["NoStore"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UserWithPassword"];
                };
            };
        };
    };
    readonly changeOwnPassword: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OwnPassword"];
            };
        };
        readonly responses: {
            /** @description The password is changed. */
            readonly 204: {
                headers: {
                    readonly "X-Request-Id": components["headers"]["RequestId"];
                    readonly "X-Content-Type-Options": components["headers"]["ContentTypeOptions"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishNewEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SpecialEventMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishChangedEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SpecialEventMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishDeletedEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SpecialEventMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishRestoredEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["SpecialEventMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishChangedHours: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["MuseumHoursMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishSoldTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TicketMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishCancelledTicket: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["TicketMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishNewOrder: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["OrderMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly publishTest: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /** @description Identifies the message: the same in every attempt. A receiver that knows it has nothing to do. */
                readonly "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970-01-01 UTC. Refuse one that is more than 5 minutes off. */
                readonly "webhook-timestamp": string;
                /** @description Signatures of `{webhook-id}.{webhook-timestamp}.{body}` as in Standard Webhooks 1.0, separated by spaces: `v1,` with an HMAC-SHA256 under the secret, and `v1a,` with an Ed25519 signature, each in base64. One of them must be valid. */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["WebhookTestMessage"];
            };
        };
        readonly responses: {
            /** @description The message was taken. Any status from 200 to 299 says so; the body is ignored. */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The receiver wants no more messages: the webhook is disabled. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The message was not taken. After any other status, a redirect too, or no response within 15 seconds, the message is sent again: ten attempts in all, within about three days. `Retry-After` of a 429 or 503 is honoured. */
            readonly 503: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
