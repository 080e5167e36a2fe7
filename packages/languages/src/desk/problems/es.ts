import type { ProblemTexts } from './en.ts'
import type { ProblemWords } from './problem-words.ts'

const ofPage = 'Esta página ha enviado algo que el museo no acepta. Vuelva a cargarla.'
const wholeNumber = ({ number }: ProblemWords) => `Escriba un número entero de ${number('min')} a ${number('max')}.`
const word = (example: string) =>
  `Escriba de 1 a 30 letras minúsculas, cifras y guiones, primero una letra, por ejemplo ${example}.`
const meanings = ({ list }: ProblemWords) => `Puede significar ${list('meanings')}. Escriba uno de ellos.`
const times = ({ count, text }: ProblemWords) =>
  count('entryTimes') === 1 ? `La única es ${text('first')}.` : `Van de ${text('first')} a ${text('last')}.`

/** What went wrong, in Spanish. */
export const es: ProblemTexts = {
  codes: {
    'text-blank': 'Rellene este campo.',
    'text-too-long': ({ number }) => `Escriba como máximo ${number('maxLength')} caracteres.`,
    'text-control-character': 'Quite los caracteres de control.',
    'text-not-unicode': 'Quite el carácter que no se puede leer.',
    'not-a-uuid': 'Esto no es un identificador del museo.',
    'not-a-calendar-date': (words) =>
      words.has('meanings') ? meanings(words) : 'Escriba una fecha, por ejemplo 2030-05-17.',
    'not-a-date-or-time':
      'Escriba una fecha, por ejemplo 2030-05-17, o una fecha y una hora, por ejemplo 2030-05-17T09:00:00Z.',
    'not-a-date-time': 'Escriba una fecha y una hora, por ejemplo 2030-05-17T09:00:00Z.',
    'not-a-time-of-day': 'Escriba una hora de 00:00 a 23:59.',
    'closes-before-it-opens': 'El museo debe abrir antes de cerrar.',
    'too-many-exceptions': ({ number }) =>
      `Puede haber como máximo ${number('max')} excepciones. Quite las fechas pasadas.`,
    'duplicate-date': ({ date }) => `La fecha ${date('date')} está dos veces.`,
    'no-dates': 'Escriba al menos una fecha.',
    'too-many-dates': ({ has, number }) =>
      has('dates')
        ? `Una venta es para un máximo de ${number('max')} fechas y horas de entrada. Son ${number('dates')}.`
        : `Escriba como máximo ${number('max')} fechas.`,
    'price-out-of-range': ({ number }) => `Escriba un importe de ${number('min')} a ${number('max')}.`,
    'price-too-precise': ({ count, number }) =>
      count('decimals') === 0
        ? 'Escriba un importe sin decimales.'
        : `Escriba un importe con un máximo de ${number('decimals')} decimales.`,
    'not-an-email': 'Escriba una dirección de correo, por ejemplo nombre@example.org.',
    'not-a-phone': 'Escriba un número de teléfono: al menos 3 cifras y como máximo 32 caracteres.',
    'not-a-currency': 'Escriba las tres letras mayúsculas de una moneda, por ejemplo EUR.',
    'not-a-price-category': word('child'),
    'percentage-out-of-range': wholeNumber,
    'too-many-price-categories': ({ number }) => `Puede haber como máximo ${number('max')} categorías.`,
    'duplicate-price-category': ({ text }) => `El identificador ${text('priceCategory')} está dos veces.`,
    'duplicate-price-category-name': ({ text }) =>
      `La categoría ${text('priceCategory')} tiene el mismo nombre. Escriba otro.`,
    'full-price-has-general-price':
      'El precio completo no tiene un precio propio para la entrada al museo. Deje el campo vacío.',
    'full-price-not-100': 'El precio completo es siempre del 100 por ciento.',
    'full-price-missing': 'La lista necesita la categoría «full» con el 100 por ciento.',
    'unknown-price-category': 'Esta categoría ya no existe. Elija otra.',
    'unknown-event': 'Este evento ya no existe. Elija otro.',
    'not-a-language': ofPage,
    'not-in-the-future': 'Elija un momento futuro.',
    'too-far-ahead': ({ number }) => `Elija un momento dentro de ${number('days')} días como máximo.`,
    'after-the-last-date': ({ date }) =>
      `El último día de la reserva es el ${date('date')}. Elija un momento hasta el final de ese día.`,
    'until-required': 'Elija hasta cuándo se retienen las plazas.',
    'no-until': 'Esta reserva se hizo sin ese momento. Deje el campo vacío.',
    'not-one-for-each-item': ofPage,
    'no-tickets': 'Venda al menos una entrada o libere la reserva.',
    'no-items': 'Elija una entrada.',
    'too-many-items': ({ number }) =>
      `Una venta tiene como máximo ${number('max')} líneas. Venda las demás por separado.`,
    'quantity-out-of-range': wholeNumber,
    'too-many-tickets': ({ number }) =>
      `Una venta tiene como máximo ${number('max')} entradas. Son ${number('tickets')}.`,
    'online-method': 'Escriba otra palabra: «online» es solo lo que se paga en la página de pago.',
    'no-reference': 'Déjelo vacío: el proveedor de pagos identifica él mismo el reembolso.',
    'not-a-return-url': ofPage,
    'not-a-payment-method': word('cash'),
    'not-a-confirmation-code': 'No es ni un código, ni una dirección de correo, ni un número de pedido.',
    'not-an-order-number': 'Escriba un número de pedido: ocho letras y cifras, por ejemplo k7m3-qx8p.',
    'not-a-page-url': 'Escriba una URL http o https, por ejemplo https://museum.example/page.',
    'not-a-vat-rate': 'Escriba un número de 0 a 100 con un máximo de dos decimales, por ejemplo 21 u 8,1.',
    'not-a-list-of-methods': ({ number }) => `Escriba de 1 a ${number('max')} formas de pago, cada una una vez.`,
    'needed-by-shop': 'La tienda en línea lo necesita. Escriba un valor: el servidor no tiene ninguno.',
    'duplicate-method': ({ text }) => `${text('method')} está contado dos veces.`,
    'not-the-method-of-the-order': ({ text }) =>
      `El pedido se pagó con ${text('method')}. Reembólselo de la misma forma.`,
    'not-a-webhook-url':
      'Escriba una URL https de un servidor público, sin contraseña ni #, de un máximo de 2000 caracteres.',
    'not-a-username': ({ number }) =>
      `Escriba un nombre de 1 a ${number('maxLength')} caracteres, sin dos puntos ni barra. «me» y «server» están reservados.`,
    'not-a-password': ({ number }) => `Escriba de ${number('minLength')} a ${number('maxLength')} caracteres.`,
    'wrong-password': 'Esta no es su contraseña actual.',
    'no-types': 'Elija al menos un tipo.',
    'too-many-types': ofPage,
    'capacity-out-of-range': wholeNumber,
    'event-id-required': ofPage,
    'event-not-on-that-date': ({ date }) => `El ${date('date')} no hay este evento.`,
    'date-in-the-past': ({ date }) => `La fecha ${date('date')} ya ha pasado.`,
    'museum-closed': ({ date }) => `El ${date('date')} el museo está cerrado.`,
    'sold-out': ({ has, count, number, date, text, list }) => {
      const where = has('entryTime') ? `A las ${text('entryTime')}` : `El ${date('date')}`
      const left = count('left')
      const places =
        left === 0
          ? 'no queda ninguna plaza'
          : left === 1
            ? 'solo queda 1 plaza'
            : `solo quedan ${number('left')} plazas`
      const others = has('entryTime') ? list('nextEntryTimes') : ''
      return `${where} ${places}.${others && ` Quedan suficientes a las ${others}.`}`
    },
    'minutes-out-of-range': ({ number }) =>
      `Escriba un número entero de minutos, de ${number('min')} a ${number('max')}.`,
    'no-times': 'Escriba al menos una hora.',
    'too-many-times': ({ number }) => `Escriba como máximo ${number('max')} horas.`,
    'times-not-ascending': ({ text }) => `Escriba una hora posterior a la anterior, ${text('previous')}.`,
    'not-of-an-event': 'Esto solo se fija para todo el museo.',
    'not-a-rule': 'Escriba un intervalo regular o unas horas, no ambas cosas.',
    'entry-time-required': (words) => `Elija una hora de entrada. ${times(words)}`,
    'not-an-entry-time': (words) =>
      words.count('entryTimes') === 0
        ? `El ${words.date('date')} ya no tiene horas de entrada. Elija el día otra vez.`
        : `El ${words.date('date')} ya no tiene esta hora de entrada. ${times(words)}`,
    'no-entry-times': 'Esto ya no tiene horas de entrada. Elíjalo otra vez.',
    'entry-time-over': ({ text }) => `La hora de entrada ${text('entryTime')} terminó a las ${text('until')}.`,
    'scanned-at-required': ofPage,
    'whole-order-offline': 'Sin red no se puede dejar pasar un pedido entero: escanee cada entrada.',
    'scanned-in-the-future': ({ number }) =>
      `El reloj de este dispositivo va más de ${number('minutes')} minutos adelantado. Póngalo en hora.`,
    'scanned-too-long-ago': ({ number }) => `El escaneo es de hace más de ${number('days')} días.`,
    'email-required': 'Con un número de teléfono hace falta también una dirección de correo.',
    'times-incomplete': 'Escriba las dos horas o ninguna.',
    missing: ({ has, text }) => (has('column') ? `Falta la columna ${text('column')}.` : 'Rellene este campo.'),
    'null-not-allowed': 'Rellene este campo.',
    'wrong-type': ({ text }) => (text('expected') === 'number' ? 'Escriba un número, por ejemplo 12,50.' : ofPage),
    'unknown-value': ({ list }) => `Valores posibles: ${list('allowed')}.`,
    'not-json': 'Esto no es JSON.',
    'not-csv': 'Hay unas comillas sin cerrar o sin duplicar.',
    'empty-file': 'El archivo está vacío o no tiene títulos de columnas.',
    'row-too-long': ({ number }) =>
      `La fila tiene más de ${number('maxLength')} caracteres. Quizá haya unas comillas sin cerrar.`,
    'file-too-large': 'El archivo es demasiado grande. Divídalo en varios.',
    'unknown-column': ({ has, number, text }) =>
      has('column')
        ? `La columna ${text('column')} no se conoce.`
        : `De ${number('titles')} columnas se conocen como máximo ${number('known')}. Quite las demás.`,
    'duplicate-column': ({ text }) => `La columna ${text('column')} está dos veces.`,
    'thousands-separator': meanings,
    'wrong-cell-count': ({ number }) =>
      `La fila tiene ${number('cells')} celdas y hay ${number('titles')} títulos. Un texto con un separador o un salto de línea debe ir entre comillas.`,
    'not-utf-8': 'El archivo no está en UTF-8. Guárdelo en la hoja de cálculo como «CSV UTF-8».',
    'not-an-object': ofPage,
    'not-an-array': ofPage,
    'not-an-integer': ofPage,
    'out-of-range': wholeNumber,
    'start-after-end': 'El principio es posterior al final.',
    'too-many-days': ({ number }) => `Elija como máximo ${number('max')} días. Son ${number('days')}.`,
    'filter-required': 'Escriba lo que se busca.',
    'filters-combined': ofPage,
    'not-a-cursor': ofPage,
    'sent-twice': ofPage,
    'not-an-idempotency-key': ofPage,
    'not-an-entity-tag': ofPage,
    'broken-escape': ofPage,
    'broken-request': ofPage,
  },
  types: {
    'validation-failed': 'Corrija lo que está marcado.',
    'museum-closed': 'No se ha vendido nada. Mire lo que está marcado.',
    unauthorized: 'El usuario o la contraseña no es correcto.',
    forbidden: 'Su función no lo permite.',
    'users-by-commands':
      'En este museo, los usuarios y las contraseñas solo se cambian con un comando en el servidor. Pregunte a su administrador.',
    'origin-not-allowed': 'El museo no acepta cambios desde la dirección de esta página. Dígaselo a la administración.',
    'not-found': 'Esta página ya no existe en el museo.',
    'event-not-found': 'Este evento no existe. Quizá se haya borrado.',
    'ticket-not-found': 'Esta entrada no existe.',
    'order-not-found': 'Este pedido no existe.',
    'reservation-not-found': 'Esta reserva no existe. Quizá haya terminado y se haya eliminado.',
    'payment-not-found': 'La reserva no tiene este pago.',
    'closing-not-found': 'Este cierre no existe.',
    'admission-not-found': 'Este acceso no existe o se ha retirado.',
    'user-not-found': 'Este usuario no existe. Quizá se haya eliminado.',
    'webhook-not-found': 'Este webhook no existe. Quizá se haya borrado.',
    'delivery-not-found': 'Este mensaje ya no existe, o su dirección ya no está guardada.',
    'method-not-allowed': ofPage,
    'request-timeout': 'La solicitud no llegó a tiempo. Inténtelo de nuevo.',
    'request-in-progress': 'La misma solicitud sigue en curso. Espere un momento.',
    'sold-out': 'No se ha vendido nada. Mire lo que está marcado.',
    'total-changed': ({ money }) =>
      `El precio ha cambiado: ahora es de ${money('total')}. No se ha vendido nada. Dígaselo al visitante y venda de nuevo.`,
    'payment-open': 'Esta reserva se está pagando. Espere o libérela.',
    'reservation-without-end': 'Esta reserva solo dura unos minutos: cóbrela ahora.',
    'shop-off': 'Este museo no tiene tienda en línea: venda la reserva en la taquilla.',
    'payment-off': 'Este museo no acepta pagos en línea.',
    'nothing-to-pay': 'Esta reserva no cuesta nada.',
    'below-minimum': 'El importe es demasiado pequeño para un pago en línea.',
    'too-many-payments': 'Esta reserva ha tenido demasiados pagos. Haga otra.',
    'payment-provider-unavailable':
      'El servicio de pago no responde. Las plazas siguen reservadas; inténtelo otra vez.',
    'reservation-ended': ({ text }) => {
      if (text('state') === 'sold') return 'Esta reserva ya está vendida.'
      return text('state') === 'released'
        ? 'Esta reserva se ha liberado. Sus plazas vuelven a estar libres.'
        : 'Esta reserva ha caducado. Sus plazas ya no se retienen.'
    },
    'ticket-not-cancelled': 'Esta entrada no está anulada. Anúlela antes de reembolsarla.',
    'not-paid-online': 'Esto no se pagó en línea. Devuelva el dinero de otra forma.',
    'nothing-due': 'No hay ningún reembolso pendiente.',
    'refund-settled': 'Este reembolso ya se resolvió de otra forma. No devuelva el dinero otra vez.',
    'ticket-admitted': ({ has }) => {
      if (!has('orderId')) return 'Esta entrada se ha usado y no se puede anular.'
      return has('ticketId')
        ? 'Una entrada de este pedido se ha usado, así que la venta no se puede deshacer. Anule las demás entradas.'
        : 'Todas las entradas de este pedido se han usado, así que no se puede anular ninguna.'
    },
    'too-late-to-reverse': ({ date }) =>
      `Una venta solo se deshace en su día, y esta es del ${date('date')}. Anule el pedido y reembólselo.`,
    'too-late-to-correct': ({ date }) => `Un pago solo se corrige el día de la venta, y esta es del ${date('date')}.`,
    'order-paid-online': 'Esto se pagó en línea: el pago se queda como está.',
    'order-refunded': 'Todo lo pagado está reembolsado: el pago se queda como está.',
    'no-address': 'No hay dirección de correo. Escriba adónde se envía.',
    'shop-closed': 'La tienda en línea está cerrada en este momento.',
    'mail-off': 'Este museo no envía correos. Imprima la entrada.',
    'tickets-are-sold': ({ count, number, date }) =>
      count('tickets') === 1
        ? `Para el ${date('from')} hay 1 entrada vendida. No se ha cambiado nada.`
        : `A partir del ${date('from')} hay ${number('tickets')} entradas vendidas. No se ha cambiado nada.`,
    'too-many-rows': ({ count, number }) =>
      count('days') === 0
        ? `Un solo día tiene más de ${number('max')} filas.`
        : `Son más de ${number('max')} filas. Elija como máximo ${number('days')} días.`,
    'user-exists': 'Ya hay un usuario con este nombre. Elija otro.',
    'last-administrator': 'Es el último administrador. Dé primero la función admin a otro usuario.',
    'set-by-environment': 'La contraseña de este usuario se fija en el servidor. Pregunte a su administrador.',
    'webhook-disabled': 'El webhook está desactivado. Actívelo y envíe la prueba de nuevo.',
    'too-many-webhooks': ({ number }) => `Ya hay ${number('max')} webhooks. Borre uno que no haga falta.`,
    'too-many-secrets': ({ number }) =>
      `El secreto se ha renovado ${number('renewals')} veces en ${number('hours')} horas. Espere, por favor.`,
    'ticket-cancelled': ({ has }) =>
      has('orderId') ? 'Todas las entradas de este pedido están anuladas.' : 'Esta entrada está anulada.',
    'precondition-failed': 'Otra persona lo ha cambiado mientras tanto. No se ha cambiado nada.',
    'payload-too-large': 'Es demasiado grande.',
    'unsupported-media-type': ofPage,
    'scan-id-reused': ofPage,
    'idempotency-key-reused': ofPage,
    'too-many-requests':
      'Demasiadas contraseñas eran incorrectas o llegaron demasiadas solicitudes. Inténtelo de nuevo en un minuto.',
    'too-many-mails': ({ count, number, text }) => {
      const wait = count('minutes') === 1 ? '1 minuto' : `${number('minutes')} minutos`
      const sent =
        text('per') === 'address'
          ? `Esta dirección ha recibido ${number('limit')} correos en una hora.`
          : `Usted ha enviado ${number('limit')} correos en una hora.`
      return `${sent} Envíe el siguiente dentro de ${wait} o imprima la entrada.`
    },
    'headers-too-large': ofPage,
    'internal-error': 'Se ha producido un error en el servidor del museo. Comunique el número de la solicitud.',
    'service-unavailable': 'El museo no puede hacerlo en este momento. Inténtelo de nuevo.',
    'outcome-unknown': 'No se sabe si esto ha surtido efecto. Compruébelo antes de repetirlo.',
  },
}
