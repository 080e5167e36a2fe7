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
    links: {
      subject: (museum) => `Sus entradas: ${museum}`,
      heading: 'Sus entradas',
      introduction:
        'Ha pedido sus entradas. Estas son las que tiene a partir de hoy. Cualquiera que tenga un enlace puede usar sus entradas.',
      notAsked: 'Si no las ha pedido, no tiene que hacer nada: los enlaces solo se enviaron a esta dirección.',
    },
    reservation: {
      subject: (about) => `Su reserva: ${about}`,
      heading: 'Sus plazas están reservadas',
      introduction:
        'Hemos reservado estas plazas para usted. Pídalas y páguelas en línea antes del plazo indicado abajo: después recibirá sus entradas por correo electrónico. Pasado ese plazo, las plazas podrán venderse a otras personas.',
      places: (count) => (count === 1 ? '1 plaza' : `${count} plazas`),
      reservedUntil: 'Reservado hasta el',
      online: {
        sentence: 'En esta página verá su reserva y podrá pedirla.',
        label: 'Su reserva',
      },
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
    terms: 'Condiciones generales de venta',
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
  shop: {
    title: 'Entradas',
    buy: 'Comprar entradas',
    chooseDate: 'Elija una fecha',
    chooseEvent: 'O elija un evento',
    levels: { enough: 'plazas libres', few: 'pocas plazas', none: 'agotado' },
    earlierDates: 'Fechas anteriores',
    laterDates: 'Fechas posteriores',
    otherDates: 'Elegir otra fecha',
    allDates: 'Todas las fechas',
    nothingToBuy: 'En este momento no se puede comprar nada en línea.',
    entryTime: 'Hora de entrada',
    howMany: '¿Cuántas entradas?',
    each: (price) => `${price} por entrada`,
    email: 'Correo electrónico',
    emailHelp: 'Enviamos sus entradas a esta dirección.',
    phone: 'Número de teléfono',
    optional: (field) => `${field} (opcional)`,
    acceptTerms: ['Acepto las', 'condiciones generales de venta', '.'],
    goOn: 'Continuar',
    goOnHelp: 'Sus plazas quedan reservadas durante 15 minutos. Todavía no ha comprado nada.',
    checkEntries: 'Revise los datos introducidos',
    faults: {
      noTickets: 'Elija al menos una entrada.',
      tooManyTickets: (max) =>
        `Elija como máximo ${max === 1 ? 'una entrada' : `${max} entradas`}. Para grupos más grandes, póngase en contacto con el museo.`,
      notACount: 'Introduzca números enteros, por ejemplo 2.',
      noTime: 'Elija una hora de entrada.',
      notAnEmail: 'Introduzca su dirección de correo completa, por ejemplo ada@example.org.',
      notAPhone: 'Introduzca un número de teléfono de al menos tres cifras.',
      termsNotAccepted: 'Debe aceptar las condiciones generales de venta.',
      soldOut: 'No quedan suficientes plazas. Elija menos entradas, otra fecha u otra hora.',
      priceChanged: 'Los precios han cambiado mientras tanto. Revíselos antes de continuar.',
      priceWas: (category: string, price: string, before: string) =>
        `«${category}» cuesta ahora ${price}; antes costaba ${before}.`,
      notOffered: 'Esto ya no se puede comprar. Elija de nuevo.',
      belowMinimum: (minimum) =>
        `El pago en línea solo es posible a partir de ${minimum}. Elija más entradas o cómprelas en el museo.`,
      paymentFailed: 'Este pedido ya no se puede pagar aquí. Renuncie a estas plazas y haga un nuevo pedido.',
    },
    review: {
      heading: 'Su pedido',
      ticketsGoTo: 'Enviamos sus entradas a',
      change: 'Cambiar',
      taxIn: (rate, tax) => `incluye ${tax} de IVA (${rate})`,
      noWithdrawal: 'Las entradas son para una fecha fija: no hay derecho de desistimiento.',
      orderAndPay: (total) => `Pedido con obligación de pago · ${total}`,
      order: 'Hacer el pedido',
      heldUntil: (time) => `Sus plazas quedan reservadas hasta las ${time}.`,
      reservedUntil: (moment) => `Sus plazas quedan reservadas hasta el ${moment}.`,
      minuteLeft: 'Sus plazas quedan reservadas un minuto más.',
      prolong: 'Necesito más tiempo',
      giveUp: 'Renunciar a estas plazas',
    },
    payment: {
      notKnown: 'Todavía no hemos recibido su pago. Si ha pagado, recibirá sus entradas por correo electrónico.',
      payNow: 'Pagar ahora',
      away: 'La página de pago no responde en este momento. Sus plazas siguen reservadas: inténtelo de nuevo.',
      unknown: {
        heading: 'Todavía no sabemos qué ha ocurrido con su pedido',
        text: 'Vuelva a cargar esta página dentro de un minuto y no haga otro pedido antes. Si ha pagado, recibirá sus entradas por correo electrónico.',
      },
    },
    ended: {
      heading: 'Sus plazas ya no están reservadas',
      text: 'No se ha comprado ni pagado nada. Puede elegir de nuevo.',
      stillOffered: 'Todavía quedan plazas.',
      again: 'Elegir de nuevo',
    },
    givenUp: { heading: 'Ha renunciado a sus plazas', text: 'No se ha comprado ni pagado nada.' },
    removed: { heading: 'Este pedido ya no existe', text: 'Finalizó hace algún tiempo.' },
    notFound: { heading: 'Este pedido no existe', text: 'Puede que falte una parte de la dirección.' },
    tooLong: {
      heading: 'El formulario es demasiado largo',
      text: 'Envíelo de nuevo tal como aparece en la página.',
    },
    tooMany: {
      heading: 'Espere un momento',
      text: (minutes) =>
        `En este momento hay muchas entradas reservadas desde su red. Inténtelo de nuevo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} o póngase en contacto con el museo.`,
    },
    tooManyFree: {
      heading: 'No hay más entradas gratuitas por hoy',
      text: (max) =>
        `Con esta dirección de correo ya se han hecho hoy ${max} pedidos gratuitos. Vuelva a intentarlo mañana o pregunte al museo.`,
    },
    closed: {
      heading: 'En este momento no se venden entradas en línea',
      text: 'Vuelva más tarde o compre en el museo. Las entradas compradas siguen siendo válidas y las plazas reservadas aún se pueden pedir.',
    },
    unavailable: {
      heading: 'En este momento no se pueden comprar entradas',
      text: 'Inténtelo de nuevo en un minuto. No se ha comprado ni pagado nada.',
    },
  },
  myTickets: {
    keepLink:
      'Esta página muestra siempre el estado actual de sus entradas. Quien conozca la dirección de esta página puede usarlas.',
    used: (at) => `Utilizada el ${at}`,
    cancelled: 'Anulada: ya no es válida para el acceso',
    codeOf: (confirmationCode) => `Código QR de la entrada ${confirmationCode}`,
    image: 'Imagen',
    calendar: 'Añadir al calendario',
    print: 'Imprimir',
    receipt: 'Recibo',
    back: 'Volver a sus entradas',
    request: {
      heading: 'Recibir de nuevo mis entradas',
      text: 'Introduzca la dirección de correo con la que compró sus entradas. Enviamos allí los enlaces a sus entradas a partir de hoy.',
      send: 'Enviar',
      sent: {
        heading: 'Consulte su correo',
        text: 'Si con esta dirección se compraron entradas a partir de hoy, en unos minutos llegará un correo con sus enlaces. Mire también en la carpeta de correo no deseado. Se envían como máximo tres correos de este tipo por hora. Si no llega ninguno, pruebe con otra dirección o pregunte al museo.',
      },
    },
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
  ownCancellation: {
    title: 'Anular entradas',
    choose: '¿Qué entradas desea anular?',
    until: (moment) => `se puede anular hasta el ${moment}`,
    priceGoesBack: {
      online:
        'Le devolveremos el importe por el mismo medio con el que pagó, por ejemplo en su tarjeta, normalmente en unos días.',
      atMuseum: 'El museo le devolverá el importe. Traiga, por favor, su número de pedido.',
    },
    amountGoesBack: {
      online: (amount) =>
        `Recibirá ${amount} por el mismo medio con el que pagó, por ejemplo en su tarjeta, normalmente en unos días.`,
      atMuseum: (amount) => `El museo le devuelve ${amount}. Traiga, por favor, su número de pedido.`,
    },
    byEmail: 'Le enviamos un correo electrónico con un enlace. No se anula nada hasta que lo confirme allí.',
    request: 'Anular…',
    nothingChosen: 'Elija al menos una entrada.',
    tooManyMails:
      'En una hora ya se han enviado tres correos para estas entradas. Utilice el último o vuelva a intentarlo dentro de una hora.',
    unknown: {
      heading: 'Todavía no sabemos si las entradas están anuladas',
      text: 'Vuelva a cargar esta página dentro de un minuto.',
    },
    sent: {
      heading: 'Consulte su correo electrónico',
      text: 'Hemos enviado un enlace a la dirección de correo de su pedido. Todavía no se ha anulado nada: abra el enlace en el plazo de una hora y confírmelo allí.',
    },
    subject: (about) => `¿Desea anular? ${about}`,
    question: (count) => (count === 1 ? '¿Desea anular esta entrada?' : '¿Desea anular estas entradas?'),
    introduction: 'En la página de sus entradas se ha pedido una anulación. Todavía no se ha anulado nada.',
    confirmUntil: (moment) => `Para anular, abra esta página y confírmelo allí, hasta el ${moment}.`,
    ignore: 'Si no desea anular nada, no tenga en cuenta este correo.',
    confirm: (count) => (count === 1 ? 'Anular esta entrada' : `Anular estas ${count} entradas`),
    final: 'Esto no se puede deshacer.',
    done: {
      heading: (count) => (count === 1 ? 'Su entrada está anulada' : 'Sus entradas están anuladas'),
      text: (count) => (count === 1 ? 'Ya no es válida para el acceso.' : 'Ya no son válidas para el acceso.'),
    },
    refused: {
      heading: 'No se ha anulado nada',
      used: 'Una de las entradas elegidas ya se ha utilizado.',
      cancelled: 'Una de las entradas elegidas ya está anulada. Elija de nuevo en la página de sus entradas.',
      tooLate: 'Una de las entradas elegidas ya no se puede anular. Sigue siendo válida.',
    },
    linkEnded: {
      heading: 'Este enlace ha caducado',
      text: 'Era válido durante una hora. La página de sus entradas muestra cuáles son válidas. Allí puede pedir un enlace nuevo.',
    },
  },
  rehearsal: {
    notValid: 'Ensayo, no válido',
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
