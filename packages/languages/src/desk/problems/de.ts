import type { ProblemTexts } from './en.ts'
import type { ProblemWords } from './problem-words.ts'

const ofPage = 'Diese Seite hat etwas gesendet, was das Museum nicht annimmt. Bitte laden Sie die Seite neu.'
const wholeNumber = ({ number }: ProblemWords) =>
  `Schreiben Sie eine ganze Zahl von ${number('min')} bis ${number('max')}.`
const word = (example: string) =>
  `Schreiben Sie 1 bis 30 Kleinbuchstaben, Ziffern und Bindestriche, zuerst einen Buchstaben, etwa ${example}.`
const meanings = ({ list }: ProblemWords) => `Das kann ${list('meanings')} bedeuten. Schreiben Sie eines davon.`
const times = ({ count, text }: ProblemWords) =>
  count('entryTimes') === 1
    ? `Die einzige ist ${text('first')} Uhr.`
    : `Es gibt sie von ${text('first')} bis ${text('last')} Uhr.`

/** What went wrong, in German. */
export const de: ProblemTexts = {
  codes: {
    'text-blank': 'Bitte füllen Sie das aus.',
    'text-too-long': ({ number }) => `Schreiben Sie höchstens ${number('maxLength')} Zeichen.`,
    'text-control-character': 'Bitte entfernen Sie die Steuerzeichen.',
    'text-not-unicode': 'Bitte entfernen Sie das Zeichen, das nicht lesbar ist.',
    'not-a-uuid': 'Das ist keine Kennung des Museums.',
    'not-a-calendar-date': (words) =>
      words.has('meanings') ? meanings(words) : 'Schreiben Sie ein Datum, etwa 2030-05-17.',
    'not-a-date-or-time':
      'Schreiben Sie ein Datum, etwa 2030-05-17, oder Datum und Uhrzeit, etwa 2030-05-17T09:00:00Z.',
    'not-a-date-time': 'Schreiben Sie Datum und Uhrzeit, etwa 2030-05-17T09:00:00Z.',
    'not-a-time-of-day': 'Schreiben Sie eine Uhrzeit von 00:00 bis 23:59.',
    'closes-before-it-opens': 'Das Museum muss öffnen, bevor es schließt.',
    'too-many-exceptions': ({ number }) =>
      `Es gibt höchstens ${number('max')} Ausnahmen. Bitte entfernen Sie vergangene Tage.`,
    'duplicate-date': ({ date }) => `Das Datum ${date('date')} steht zweimal da.`,
    'no-dates': 'Schreiben Sie mindestens ein Datum.',
    'too-many-dates': ({ has, number }) =>
      has('dates')
        ? `Ein Verkauf ist für höchstens ${number('max')} Termine und Einlasszeiten. Das sind ${number('dates')}.`
        : `Schreiben Sie höchstens ${number('max')} Termine.`,
    'price-out-of-range': ({ number }) => `Schreiben Sie einen Betrag von ${number('min')} bis ${number('max')}.`,
    'price-too-precise': ({ count, number }) =>
      count('decimals') === 0
        ? 'Schreiben Sie einen Betrag ohne Nachkommastellen.'
        : `Schreiben Sie einen Betrag mit höchstens ${number('decimals')} Nachkommastellen.`,
    'not-an-email': 'Schreiben Sie eine E-Mail-Adresse, etwa name@example.org.',
    'not-a-phone': 'Schreiben Sie eine Telefonnummer: mindestens 3 Ziffern und höchstens 32 Zeichen.',
    'not-a-currency': 'Schreiben Sie die drei Großbuchstaben einer Währung, etwa EUR.',
    'not-a-price-category': word('child'),
    'percentage-out-of-range': wholeNumber,
    'too-many-price-categories': ({ number }) => `Es gibt höchstens ${number('max')} Kategorien.`,
    'duplicate-price-category': ({ text }) => `Die Kennung ${text('priceCategory')} steht zweimal da.`,
    'duplicate-price-category-name': ({ text }) =>
      `Die Kategorie ${text('priceCategory')} hat denselben Namen. Bitte schreiben Sie einen anderen.`,
    'full-price-has-general-price':
      'Der volle Preis hat keinen eigenen Preis für den Museumseintritt. Lassen Sie das Feld leer.',
    'full-price-not-100': 'Der volle Preis hat immer 100 Prozent.',
    'full-price-missing': 'Die Liste braucht die Kategorie „full“ mit 100 Prozent.',
    'unknown-price-category': 'Diese Kategorie gibt es nicht mehr. Bitte wählen Sie eine andere.',
    'unknown-event': 'Diese Veranstaltung gibt es nicht mehr. Bitte wählen Sie eine andere.',
    'not-a-language': ofPage,
    'not-in-the-future': 'Wählen Sie einen Zeitpunkt in der Zukunft.',
    'too-far-ahead': ({ number }) => `Wählen Sie einen Zeitpunkt in höchstens ${number('days')} Tagen.`,
    'after-the-last-date': ({ date }) =>
      `Der letzte Tag der Reservierung ist ${date('date')}. Wählen Sie einen Zeitpunkt bis zu seinem Ende.`,
    'until-required': 'Wählen Sie, bis wann die Plätze gehalten werden.',
    'no-until': 'Diese Reservierung hat keinen solchen Zeitpunkt. Lassen Sie das Feld leer.',
    'not-one-for-each-item': ofPage,
    'no-tickets': 'Verkaufen Sie mindestens ein Ticket, oder geben Sie die Reservierung frei.',
    'no-items': 'Bitte wählen Sie ein Ticket.',
    'too-many-items': ({ number }) =>
      `Ein Verkauf hat höchstens ${number('max')} Zeilen. Bitte verkaufen Sie die übrigen einzeln.`,
    'quantity-out-of-range': wholeNumber,
    'too-many-tickets': ({ number }) =>
      `Ein Verkauf hat höchstens ${number('max')} Tickets. Das sind ${number('tickets')}.`,
    'online-method': 'Schreiben Sie ein anderes Wort: „online“ ist nur, was auf der Zahlungsseite bezahlt wird.',
    'no-reference': 'Lassen Sie das leer: Der Zahlungsanbieter gibt der Erstattung selbst eine Nummer.',
    'not-a-return-url': ofPage,
    'not-a-payment-method': word('cash'),
    'not-a-confirmation-code': 'Das ist weder ein Code noch eine E-Mail-Adresse noch eine Bestellnummer.',
    'not-an-order-number': 'Schreiben Sie eine Bestellnummer: acht Buchstaben und Ziffern, etwa k7m3-qx8p.',
    'not-a-page-url': 'Schreiben Sie eine http- oder https-URL, etwa https://museum.example/page.',
    'not-a-vat-rate': 'Schreiben Sie eine Zahl von 0 bis 100 mit höchstens zwei Nachkommastellen, etwa 19 oder 8,1.',
    'not-a-list-of-methods': ({ number }) => `Schreiben Sie 1 bis ${number('max')} Zahlungsarten, jede einmal.`,
    'needed-by-shop': 'Der Online-Shop braucht diese Angabe. Schreiben Sie einen Wert: Der Server hat keinen eigenen.',
    'duplicate-method': ({ text }) => `${text('method')} ist zweimal gezählt.`,
    'not-the-method-of-the-order': ({ text }) =>
      `Die Bestellung wurde mit ${text('method')} bezahlt. Bitte erstatten Sie ebenso.`,
    'not-a-webhook-url':
      'Schreiben Sie eine https-URL eines öffentlichen Servers, ohne Passwort und #, mit höchstens 2.000 Zeichen.',
    'not-a-username': ({ number }) =>
      `Schreiben Sie einen Namen aus 1 bis ${number('maxLength')} Zeichen ohne Doppelpunkt und Schrägstrich. „me“ und „server“ sind vergeben.`,
    'not-a-password': ({ number }) => `Schreiben Sie ${number('minLength')} bis ${number('maxLength')} Zeichen.`,
    'wrong-password': 'Das ist nicht Ihr jetziges Passwort.',
    'no-types': 'Bitte wählen Sie mindestens eine Art.',
    'too-many-types': ofPage,
    'capacity-out-of-range': wholeNumber,
    'event-id-required': ofPage,
    'event-not-on-that-date': ({ date }) => `Am ${date('date')} findet die Veranstaltung nicht statt.`,
    'date-in-the-past': ({ date }) => `Der Tag ${date('date')} ist vorbei.`,
    'museum-closed': ({ date }) => `Am ${date('date')} ist das Museum geschlossen.`,
    'sold-out': ({ has, count, number, date, text, list }) => {
      const where = has('entryTime') ? `Um ${text('entryTime')} Uhr` : `Am ${date('date')}`
      const left = count('left')
      const places =
        left === 0
          ? 'ist kein Platz mehr'
          : left === 1
            ? 'ist nur noch 1 Platz'
            : `sind nur noch ${number('left')} Plätze`
      const others = has('entryTime') ? list('nextEntryTimes') : ''
      return `${where} ${places} frei.${others && ` Genug sind um ${others} Uhr frei.`}`
    },
    'minutes-out-of-range': ({ number }) =>
      `Schreiben Sie eine ganze Zahl von Minuten, von ${number('min')} bis ${number('max')}.`,
    'no-times': 'Schreiben Sie mindestens eine Uhrzeit.',
    'too-many-times': ({ number }) => `Schreiben Sie höchstens ${number('max')} Uhrzeiten.`,
    'times-not-ascending': ({ text }) => `Schreiben Sie eine spätere Uhrzeit als die davor, ${text('previous')}.`,
    'not-of-an-event': 'Das gibt es nur für das ganze Museum.',
    'not-a-rule': 'Schreiben Sie entweder einen regelmäßigen Abstand oder Uhrzeiten.',
    'entry-time-required': (words) => `Bitte wählen Sie eine Einlasszeit. ${times(words)}`,
    'not-an-entry-time': (words) =>
      words.count('entryTimes') === 0
        ? `Am ${words.date('date')} gibt es keine Einlasszeiten mehr. Bitte wählen Sie den Tag noch einmal.`
        : `Am ${words.date('date')} gibt es diese Einlasszeit nicht mehr. ${times(words)}`,
    'no-entry-times': 'Dafür gibt es keine Einlasszeiten mehr. Bitte wählen Sie es noch einmal.',
    'entry-time-over': ({ text }) => `Die Einlasszeit ${text('entryTime')} endete um ${text('until')} Uhr.`,
    'scanned-at-required': ofPage,
    'whole-order-offline': 'Ohne Netz lässt sich keine Bestellung auf einmal einlassen: scannen Sie jedes Ticket.',
    'scanned-in-the-future': ({ number }) =>
      `Die Uhr dieses Geräts geht mehr als ${number('minutes')} Minuten vor. Bitte stellen Sie sie.`,
    'scanned-too-long-ago': ({ number }) => `Der Scan ist mehr als ${number('days')} Tage her.`,
    'email-required': 'Zu einer Telefonnummer gehört auch eine E-Mail-Adresse.',
    'times-incomplete': 'Schreiben Sie beide Uhrzeiten oder keine.',
    missing: ({ has, text }) => (has('column') ? `Die Spalte ${text('column')} fehlt.` : 'Bitte füllen Sie das aus.'),
    'null-not-allowed': 'Bitte füllen Sie das aus.',
    'wrong-type': ({ text }) => (text('expected') === 'number' ? 'Schreiben Sie eine Zahl, etwa 12,50.' : ofPage),
    'unknown-value': ({ list }) => `Möglich sind: ${list('allowed')}.`,
    'not-json': 'Das ist kein JSON.',
    'not-csv': 'Ein Anführungszeichen ist nicht geschlossen oder nicht verdoppelt.',
    'empty-file': 'Die Datei ist leer oder hat keine Spaltentitel.',
    'row-too-long': ({ number }) =>
      `Die Zeile hat mehr als ${number('maxLength')} Zeichen. Vielleicht ist ein Anführungszeichen nicht geschlossen.`,
    'file-too-large': 'Die Datei ist zu groß. Bitte teilen Sie sie auf.',
    'unknown-column': ({ has, number, text }) =>
      has('column')
        ? `Die Spalte ${text('column')} ist nicht bekannt.`
        : `Von ${number('titles')} Spalten sind höchstens ${number('known')} bekannt. Bitte entfernen Sie die übrigen.`,
    'duplicate-column': ({ text }) => `Die Spalte ${text('column')} steht zweimal da.`,
    'thousands-separator': meanings,
    'wrong-cell-count': ({ number }) =>
      `Die Zeile hat ${number('cells')} Zellen, und es gibt ${number('titles')} Titel. Ein Text mit einem Trennzeichen oder Zeilenumbruch muss in Anführungszeichen stehen.`,
    'not-utf-8': 'Die Datei ist nicht in UTF-8. Speichern Sie sie in der Tabellenkalkulation als „CSV UTF-8“.',
    'not-an-object': ofPage,
    'not-an-array': ofPage,
    'not-an-integer': ofPage,
    'out-of-range': wholeNumber,
    'start-after-end': 'Der Anfang liegt nach dem Ende.',
    'too-many-days': ({ number }) => `Wählen Sie höchstens ${number('max')} Tage. Das sind ${number('days')}.`,
    'filter-required': 'Bitte schreiben Sie, was gesucht wird.',
    'filters-combined': ofPage,
    'not-a-cursor': ofPage,
    'sent-twice': ofPage,
    'not-an-idempotency-key': ofPage,
    'not-an-entity-tag': ofPage,
    'broken-escape': ofPage,
    'broken-request': ofPage,
  },
  types: {
    'validation-failed': 'Bitte korrigieren Sie, was markiert ist.',
    'museum-closed': 'Es wurde nichts verkauft. Bitte sehen Sie nach, was markiert ist.',
    unauthorized: 'Der Benutzer oder das Passwort ist falsch.',
    forbidden: 'Ihre Rolle erlaubt das nicht.',
    'users-by-commands':
      'In diesem Museum werden Benutzer und Passwörter nur mit einem Befehl auf dem Server geändert. Bitte fragen Sie dessen Administrator.',
    'origin-not-allowed':
      'Das Museum nimmt von der Adresse dieser Seite keine Änderungen an. Bitte sagen Sie es der Verwaltung.',
    'not-found': 'Diese Seite gibt es beim Museum nicht mehr.',
    'event-not-found': 'Diese Veranstaltung gibt es nicht. Vielleicht wurde sie gelöscht.',
    'ticket-not-found': 'Dieses Ticket gibt es nicht.',
    'order-not-found': 'Diese Bestellung gibt es nicht.',
    'reservation-not-found': 'Diese Reservierung gibt es nicht. Vielleicht ist sie abgelaufen und wurde entfernt.',
    'payment-not-found': 'Die Reservierung hat keine solche Zahlung.',
    'closing-not-found': 'Diesen Abschluss gibt es nicht.',
    'admission-not-found': 'Diesen Einlass gibt es nicht, oder er wurde zurückgenommen.',
    'user-not-found': 'Diesen Benutzer gibt es nicht. Vielleicht wurde er entfernt.',
    'webhook-not-found': 'Diesen Webhook gibt es nicht. Vielleicht wurde er gelöscht.',
    'delivery-not-found': 'Diese Nachricht gibt es nicht mehr, oder ihre Adresse ist nicht mehr gespeichert.',
    'method-not-allowed': ofPage,
    'request-timeout': 'Die Anfrage kam nicht rechtzeitig an. Bitte versuchen Sie es noch einmal.',
    'request-in-progress': 'Dieselbe Anfrage läuft noch. Bitte warten Sie einen Moment.',
    'sold-out': 'Es wurde nichts verkauft. Bitte sehen Sie nach, was markiert ist.',
    'total-changed': ({ money }) =>
      `Der Preis hat sich geändert: er ist jetzt ${money('total')}. Es wurde nichts verkauft. Nennen Sie den neuen Preis und verkaufen Sie dann noch einmal.`,
    'payment-open': 'Diese Reservierung wird gerade bezahlt. Warten Sie, oder geben Sie sie frei.',
    'reservation-without-end': 'Diese Plätze sind nur für wenige Minuten reserviert: Lassen Sie gleich bezahlen.',
    'shop-off': 'Dieses Museum hat keinen Online-Shop: Verkaufen Sie die Reservierung an der Kasse.',
    'payment-off': 'Dieses Museum nimmt keine Zahlungen im Internet an.',
    'nothing-to-pay': 'Diese Reservierung kostet nichts.',
    'below-minimum': 'Der Betrag ist für eine Zahlung im Internet zu klein.',
    'too-many-payments': 'Für diese Reservierung gab es zu viele Zahlungen. Machen Sie eine neue.',
    'payment-provider-unavailable':
      'Der Zahlungsdienst antwortet nicht. Die Plätze bleiben reserviert; versuchen Sie es noch einmal.',
    'reservation-ended': ({ text }) => {
      if (text('state') === 'sold') return 'Diese Reservierung ist schon verkauft.'
      return text('state') === 'released'
        ? 'Diese Reservierung wurde freigegeben. Ihre Plätze sind wieder frei.'
        : 'Diese Reservierung ist abgelaufen. Ihre Plätze werden nicht mehr gehalten.'
    },
    'ticket-not-cancelled': 'Dieses Ticket ist nicht storniert. Stornieren Sie es vor der Erstattung.',
    'not-paid-online': 'Das wurde nicht online bezahlt. Bitte geben Sie das Geld auf andere Weise zurück.',
    'nothing-due': 'Es ist nichts zu erstatten.',
    'refund-settled': 'Diese Erstattung ist schon auf andere Weise erledigt. Geben Sie kein Geld noch einmal zurück.',
    'ticket-admitted': ({ has }) => {
      if (!has('orderId')) return 'Dieses Ticket wurde benutzt und kann nicht storniert werden.'
      return has('ticketId')
        ? 'Ein Ticket dieser Bestellung wurde benutzt, daher lässt sie sich nicht rückgängig machen. Stornieren Sie die übrigen Tickets.'
        : 'Alle Tickets dieser Bestellung wurden benutzt, daher kann keines storniert werden.'
    },
    'too-late-to-reverse': ({ date }) =>
      `Ein Verkauf lässt sich nur an seinem Tag rückgängig machen, und dieser war am ${date('date')}: Stornieren Sie die Bestellung und erstatten Sie sie.`,
    'too-late-to-correct': ({ date }) =>
      `Eine Zahlung lässt sich nur am Tag des Verkaufs berichtigen, und der war am ${date('date')}: Lassen Sie sie, wie sie ist.`,
    'order-paid-online': 'Das wurde online bezahlt: Die Zahlung bleibt, wie sie ist.',
    'order-refunded': 'Alles Bezahlte ist erstattet: Die Zahlung bleibt, wie sie ist.',
    'no-address': 'Es gibt keine E-Mail-Adresse. Schreiben Sie, wohin gesendet wird.',
    'shop-closed': 'Der Online-Shop ist zurzeit geschlossen.',
    'mail-off': 'Dieses Museum sendet keine E-Mails. Drucken Sie stattdessen das Ticket.',
    'tickets-are-sold': ({ count, number, date }) =>
      count('tickets') === 1
        ? `Für ${date('from')} ist 1 Ticket verkauft. Es wurde nichts geändert.`
        : `Für Tage ab ${date('from')} sind ${number('tickets')} Tickets verkauft. Es wurde nichts geändert.`,
    'too-many-rows': ({ count, number }) =>
      count('days') === 0
        ? `Schon ein Tag hat mehr als ${number('max')} Zeilen.`
        : `Das sind mehr als ${number('max')} Zeilen. Wählen Sie höchstens ${number('days')} Tage.`,
    'user-exists': 'Es gibt schon einen Benutzer mit diesem Namen. Bitte wählen Sie einen anderen.',
    'last-administrator': 'Das ist der letzte Administrator. Geben Sie zuerst einem anderen Benutzer die Rolle admin.',
    'set-by-environment':
      'Das Passwort dieses Benutzers wird auf dem Server gesetzt. Bitte fragen Sie dessen Administrator.',
    'webhook-disabled': 'Der Webhook ist ausgeschaltet. Schalten Sie ihn ein und senden Sie den Test noch einmal.',
    'too-many-webhooks': ({ number }) =>
      `Es gibt schon ${number('max')} Webhooks. Löschen Sie einen, der nicht gebraucht wird.`,
    'too-many-secrets': ({ number }) =>
      `Das Geheimnis wurde in ${number('hours')} Stunden ${number('renewals')}-mal erneuert. Bitte warten Sie.`,
    'ticket-cancelled': ({ has }) =>
      has('orderId') ? 'Alle Tickets dieser Bestellung sind storniert.' : 'Dieses Ticket ist storniert.',
    'precondition-failed': 'Jemand anderes hat dies inzwischen geändert. Es wurde nichts geändert.',
    'payload-too-large': 'Das ist zu groß.',
    'unsupported-media-type': ofPage,
    'scan-id-reused': ofPage,
    'idempotency-key-reused': ofPage,
    'too-many-requests':
      'Zu viele Passwörter waren falsch, oder es kamen zu viele Anfragen. Bitte versuchen Sie es in einer Minute noch einmal.',
    'too-many-mails': ({ count, number, text }) => {
      const wait = count('minutes') === 1 ? '1 Minute' : `${number('minutes')} Minuten`
      const sent =
        text('per') === 'address'
          ? `An diese Adresse gingen in einer Stunde ${number('limit')} E-Mails.`
          : `Sie haben in einer Stunde ${number('limit')} E-Mails gesendet.`
      return `${sent} Senden Sie die nächste in ${wait}, oder drucken Sie das Ticket.`
    },
    'headers-too-large': ofPage,
    'internal-error': 'Auf dem Server des Museums ist ein Fehler aufgetreten. Bitte melden Sie die Nummer der Anfrage.',
    'service-unavailable': 'Das Museum kann das gerade nicht. Bitte versuchen Sie es noch einmal.',
    'outcome-unknown': 'Es ist nicht bekannt, ob das wirksam wurde. Prüfen Sie es, bevor Sie es wiederholen.',
  },
}
