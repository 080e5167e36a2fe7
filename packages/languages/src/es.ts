import type { Dictionary } from './en.ts'

export const es: Dictionary = {
  ticketImage: { generalEntry: 'Entrada al museo', specialEvent: 'EVENTO ESPECIAL', order: 'Pedido' },
  occasion: (name, date) => `${name}, ${date}`,
  mail: {
    sold: {
      subject: (count, about) => `${count === 1 ? 'Su entrada' : `Sus ${count} entradas`}: ${about}`,
      heading: (count) => (count === 1 ? 'Su entrada' : 'Sus entradas'),
      introduction: () => 'Muchas gracias por su compra. Será un placer recibir su visita.',
    },
    cancelled: {
      subject: (count, about) => `${count === 1 ? 'Entrada anulada' : `${count} entradas anuladas`}: ${about}`,
      heading: (count) => (count === 1 ? 'Su entrada ha sido anulada' : 'Sus entradas han sido anuladas'),
      introduction: (count) =>
        count === 1
          ? 'Le informamos de que la siguiente entrada ha sido anulada y ya no es válida para el acceso.'
          : 'Le informamos de que las siguientes entradas han sido anuladas y ya no son válidas para el acceso.',
    },
    restored: {
      subject: (count, about) =>
        `${count === 1 ? 'Su entrada vuelve a ser válida' : `Sus ${count} entradas vuelven a ser válidas`}: ${about}`,
      heading: () => 'El evento se celebrará finalmente',
      introduction: (count) =>
        `El evento que se había cancelado se celebrará finalmente, y ${count === 1 ? 'su entrada vuelve a ser válida' : 'sus entradas vuelven a ser válidas'}. Será un placer recibir su visita.`,
    },
    cancelledWithEvent: {
      onDate: (date) => `del ${date}`,
      subject: (event, dates) => `El evento «${event}» ${dates} no se celebrará`,
      heading: 'El evento no se celebrará',
      introduction: (count, event, dates) =>
        `Lamentamos comunicarle que el evento «${event}» ${dates} no se celebrará. Por ello, ${count === 1 ? 'su entrada ha sido anulada y ya no es válida' : 'sus entradas han sido anuladas y ya no son válidas'} para el acceso.`,
    },
    paymentReturned: {
      subject: (about) => `Le devolvemos su pago: ${about}`,
      heading: 'Le devolvemos su pago',
      reasons: {
        sold: 'Su reserva ya estaba pagada cuando recibimos este pago.',
        released: 'Su reserva ya se había anulado cuando recibimos su pago.',
        expired: 'Cuando recibimos su pago, sus plazas ya no estaban reservadas y no fue posible vendérselas.',
        'another-amount': 'El importe pagado no coincide con el de su reserva.',
      },
      noTickets: 'No se ha emitido ninguna entrada por este pago.',
      ticketsStayValid: 'Las entradas que ya tiene siguen siendo válidas.',
      amountGoesBack: (amount) =>
        `Le devolvemos el importe completo, ${amount}. Lo recibirá por el mismo medio con el que pagó, por ejemplo en su tarjeta, normalmente en unos días.`,
      questions: 'Si tiene alguna pregunta, póngase en contacto con el museo.',
      refund: 'Importe devuelto',
    },
    howToEnter: (count) =>
      `Por favor, muestre en el acceso el código de ${count === 1 ? 'su' : 'cada'} entrada, en el móvil o impreso.`,
    othersStayValid: 'Las demás entradas de este pedido siguen siendo válidas.',
    online: {
      link: 'Sus entradas en línea',
      valid: 'También encontrará sus entradas en línea, siempre actualizadas.',
      cancelled: 'Puede consultar en línea, en cualquier momento, el estado de todas sus entradas.',
    },
    questionsAboutRefund: 'Si tiene alguna pregunta, por ejemplo sobre un reembolso, póngase en contacto con el museo.',
    calendarAttached: (count) => `Adjuntamos ${count === 1 ? 'una cita' : `${count} citas`} para su calendario.`,
    labelled: (label, value) => `${label}: ${value}`,
    ticketOf: (number, count) => `Entrada ${number} de ${count}`,
    ticket: 'Entrada',
    imageOf: (confirmationCode) => `Imagen de la entrada ${confirmationCode} con su código QR`,
    date: 'Fecha',
    location: 'Lugar',
    openingHours: 'Horario de apertura',
    priceCategory: 'Tarifa',
    price: 'Precio',
    total: 'Total',
    free: 'gratuita',
    orderNumber: 'Número de pedido',
    confirmationCode: 'Código de confirmación',
    terms: 'Términos y condiciones',
  },
  page: {
    openToday: (hours) => `Abierto hoy, ${hours}`,
    closedToday: 'Cerrado hoy',
    unavailable:
      'En este momento no podemos mostrar nuestro horario de apertura. Vuelva a intentarlo dentro de unos minutos.',
    closed: 'cerrado',
    exceptionally: 'excepcionalmente',
    timedEntry: 'La entrada es por horas: cada entrada al museo indica a partir de qué hora puede entrar.',
    otherHours: 'Cierres y horarios especiales',
    opensAgain: (date) => `Volvemos a abrir el ${date}.`,
    whatsOn: 'Agenda',
    noEvents: 'Por el momento no hay eventos previstos.',
    placesLeft: 'Entradas disponibles',
    soldOut: 'Agotado',
    furtherDates: (count, last) => (count === 1 ? `y el ${last}` : `y ${count} fechas más hasta el ${last}`),
    furtherEvents: (count) =>
      count === 1 ? 'Hay un evento más en el calendario.' : `Hay ${count} eventos más en el calendario.`,
    readMore: 'Leer más',
    calendar: 'Todas las fechas para su calendario',
    feed: 'Eventos en JSON Feed',
    desk: 'Taquilla del personal',
    apiReference: 'Referencia de la API',
    openApiDocument: 'Documento OpenAPI',
    serviceState: 'Estado del servicio',
  },
  myTickets: {
    keepLink: 'Esta página muestra siempre el estado actual de sus entradas. Quien tenga su dirección puede usarlas.',
    used: (at) => `Utilizada el ${at}`,
    cancelled: 'Anulada: ya no es válida para el acceso',
    codeOf: (confirmationCode) => `Código QR de la entrada ${confirmationCode}`,
    image: 'Imagen',
    calendar: 'Cita de calendario',
    print: 'Imprimir',
    receipt: 'Recibo',
    back: 'Volver a sus entradas',
    notFound: {
      heading: 'Aquí no hay entradas',
      text: 'Puede que falte una parte del enlace: cópielo completo de su correo electrónico. Un enlace anterior deja de funcionar cuando su dirección de correo se cambia o se elimina. Si no encuentra sus entradas, póngase en contacto con el museo.',
    },
    ended: {
      heading: 'Estas entradas ya no se muestran',
      text: 'Las entradas se ven aquí hasta 30 días después de su fecha. Si tiene alguna pregunta, póngase en contacto con el museo.',
    },
    unavailable: {
      heading: 'Sus entradas no se pueden mostrar en este momento',
      text: 'Inténtelo de nuevo en un minuto. Las imágenes de su correo electrónico también son válidas en el acceso.',
    },
    privacy: 'Protección de datos',
    legalNotice: 'Aviso legal',
    languages: 'Idiomas',
  },
  rehearsal: {
    title: 'Ensayo de un pago',
    explanation: 'Aquí no se cobra nada. Los botones deciden qué ocurre con el pago.',
    endsAt: (time) => `Esta página caduca a las ${time}.`,
    declined: 'La tarjeta ha sido rechazada. Puede probarse otra.',
    pay: (amount) => `Pagar ${amount}`,
    decline: 'Rechazar la tarjeta',
    payTooLate: 'Pagar demasiado tarde',
    tooLateMeans: '«Pagar demasiado tarde» paga, y las plazas dejan de considerarse reservadas.',
    back: 'Volver sin pagar',
    paid: 'Este pago está pagado.',
    ended: 'Esta página ha caducado: aquí ya no se puede pagar nada.',
    continue: 'Continuar',
  },
}
