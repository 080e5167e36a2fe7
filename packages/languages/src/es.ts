import type { Dictionary } from './dictionary.ts'

export const es: Dictionary = {
  ticketImage: { generalEntry: 'Entrada al museo', specialEvent: 'EVENTO ESPECIAL' },
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
    howToEnter: (count) =>
      `Por favor, muestre en el acceso el código de ${count === 1 ? 'su' : 'cada'} entrada, en el móvil o impreso.`,
    othersStayValid: 'Las demás entradas de este pedido siguen siendo válidas.',
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
}
