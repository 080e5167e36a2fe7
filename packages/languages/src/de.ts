import type { Dictionary } from './en.ts'

export const de: Dictionary = {
  ticketImage: { generalEntry: 'Museumseintritt', specialEvent: 'SONDERVERANSTALTUNG', order: 'Bestellung' },
  occasion: (name, date) => `${name}, ${date}`,
  mail: {
    sold: {
      subject: (count, about) => `${count === 1 ? 'Ihr Ticket' : `Ihre ${count} Tickets`}: ${about}`,
      heading: (count) => (count === 1 ? 'Ihr Ticket' : 'Ihre Tickets'),
      introduction: () => 'Vielen Dank für Ihren Kauf. Wir freuen uns auf Ihren Besuch.',
    },
    cancelled: {
      subject: (count, about) => `${count === 1 ? 'Ticket' : `${count} Tickets`} storniert: ${about}`,
      heading: (count) => (count === 1 ? 'Ihr Ticket wurde storniert' : 'Ihre Tickets wurden storniert'),
      introduction: (count) =>
        count === 1
          ? 'Wir möchten Sie darüber informieren, dass das folgende Ticket storniert wurde. Es berechtigt nicht mehr zum Eintritt.'
          : 'Wir möchten Sie darüber informieren, dass die folgenden Tickets storniert wurden. Sie berechtigen nicht mehr zum Eintritt.',
    },
    restored: {
      subject: (count, about) =>
        `${count === 1 ? 'Ihr Ticket ist' : `Ihre ${count} Tickets sind`} wieder gültig: ${about}`,
      heading: () => 'Die Veranstaltung findet doch statt',
      introduction: (count) =>
        `Die abgesagte Veranstaltung findet nun doch statt, und ${count === 1 ? 'Ihr Ticket ist' : 'Ihre Tickets sind'} wieder gültig. Wir freuen uns auf Ihren Besuch.`,
    },
    cancelledWithEvent: {
      onDate: (date) => `am ${date}`,
      subject: (event, dates) => `„${event}“ ${dates} findet nicht statt`,
      heading: 'Die Veranstaltung findet nicht statt',
      introduction: (count, event, dates) =>
        `Leider findet die Veranstaltung „${event}“ ${dates} nicht statt. ${count === 1 ? 'Ihr Ticket wurde daher storniert und berechtigt' : 'Ihre Tickets wurden daher storniert und berechtigen'} nicht mehr zum Eintritt.`,
    },
    paymentReturned: {
      subject: (about) => `Ihre Zahlung wird erstattet: ${about}`,
      heading: 'Wir erstatten Ihre Zahlung',
      reasons: {
        sold: 'Ihre Reservierung war bereits bezahlt, als diese Zahlung bei uns einging.',
        released: 'Ihre Reservierung war bereits aufgehoben, als Ihre Zahlung bei uns einging.',
        expired:
          'Als Ihre Zahlung bei uns einging, waren Ihre Plätze nicht mehr reserviert und konnten nicht mehr an Sie verkauft werden.',
        'another-amount': 'Der gezahlte Betrag stimmt nicht mit dem Betrag Ihrer Reservierung überein.',
      },
      noTickets: 'Für diese Zahlung wurden keine Tickets ausgestellt.',
      ticketsStayValid: 'Die Tickets, die Sie bereits haben, bleiben gültig.',
      amountGoesBack: (amount) =>
        `Wir erstatten den ganzen Betrag, ${amount}. Sie erhalten ihn auf dem Weg zurück, auf dem Sie bezahlt haben, zum Beispiel auf Ihre Karte, in der Regel innerhalb weniger Tage.`,
      questions: 'Bei Fragen wenden Sie sich bitte an das Museum.',
      refund: 'Erstattung',
    },
    links: {
      subject: (museum) => `Ihre Tickets: ${museum}`,
      heading: 'Ihre Tickets',
      introduction:
        'Sie haben nach Ihren Tickets gefragt. Hier sind alle ab heute. Wer einen Link hat, kann dessen Tickets benutzen.',
      notAsked:
        'Wenn Sie nicht danach gefragt haben, müssen Sie nichts tun: Die Links wurden nur an diese Adresse gesendet.',
    },
    reservation: {
      subject: (about) => `Ihre Reservierung: ${about}`,
      heading: 'Ihre Plätze sind reserviert',
      introduction:
        'Wir haben diese Plätze für Sie reserviert. Bitte bestellen und bezahlen Sie sie online bis zum unten genannten Zeitpunkt: Ihre Tickets erhalten Sie dann per E-Mail. Danach können die Plätze an andere verkauft werden.',
      places: (count) => (count === 1 ? '1 Platz' : `${count} Plätze`),
      reservedUntil: 'Reserviert bis',
      online: {
        sentence: 'Auf dieser Seite sehen Sie Ihre Reservierung und bestellen sie.',
        label: 'Ihre Reservierung',
      },
    },
    howToEnter: (count) =>
      `Bitte zeigen Sie am Eingang den Code ${count === 1 ? 'Ihres Tickets' : 'jedes Tickets'} vor, auf dem Smartphone oder ausgedruckt.`,
    othersStayValid: 'Ihre übrigen Tickets dieser Bestellung bleiben gültig.',
    online: {
      link: 'Ihre Tickets online',
      valid: 'Ihre Tickets finden Sie auch online, immer auf dem neuesten Stand.',
      cancelled: 'Den aktuellen Stand all Ihrer Tickets sehen Sie jederzeit online.',
    },
    questionsAboutRefund: 'Bei Fragen, zum Beispiel zu einer Erstattung, wenden Sie sich bitte an das Museum.',
    calendarAttached: (count) =>
      count === 1
        ? 'Ein Eintrag für Ihren Kalender ist angehängt.'
        : `${count} Einträge für Ihren Kalender sind angehängt.`,
    labelled: (label, value) => `${label}: ${value}`,
    ticketOf: (number, count) => `Ticket ${number} von ${count}`,
    ticket: 'Ticket',
    imageOf: (confirmationCode) => `Bild des Tickets ${confirmationCode} mit seinem QR-Code`,
    date: 'Datum',
    location: 'Ort',
    openingHours: 'Öffnungszeiten',
    priceCategory: 'Kategorie',
    price: 'Preis',
    total: 'Gesamtbetrag',
    free: 'kostenlos',
    orderNumber: 'Bestellnummer',
    confirmationCode: 'Bestätigungscode',
    terms: 'Allgemeine Geschäftsbedingungen',
  },
  page: {
    openToday: (hours) => `Heute geöffnet, ${hours}`,
    closedToday: 'Heute geschlossen',
    unavailable:
      'Unsere Öffnungszeiten können zurzeit nicht angezeigt werden. Bitte versuchen Sie es in einigen Minuten noch einmal.',
    closed: 'geschlossen',
    exceptionally: 'ausnahmsweise',
    timedEntry:
      'Der Einlass ist zeitlich gestaffelt: Auf jedem Ticket für den Museumseintritt steht, ab wann Sie eintreten können.',
    otherHours: 'Abweichende Öffnungszeiten',
    opensAgain: (date) => `Wir öffnen wieder am ${date}.`,
    whatsOn: 'Veranstaltungen',
    noEvents: 'Zurzeit sind keine Veranstaltungen geplant.',
    placesLeft: 'Tickets verfügbar',
    soldOut: 'Ausverkauft',
    furtherDates: (count, last) => (count === 1 ? `und am ${last}` : `und ${count} weitere Termine bis zum ${last}`),
    furtherEvents: (count) =>
      count === 1
        ? 'Eine weitere Veranstaltung steht im Kalender.'
        : `${count} weitere Veranstaltungen stehen im Kalender.`,
    readMore: 'Mehr lesen',
    calendar: 'Alle Termine für Ihren Kalender',
    feed: 'Veranstaltungen als JSON Feed',
    desk: 'Kasse für das Personal',
    apiReference: 'API-Referenz',
    openApiDocument: 'OpenAPI-Dokument',
    serviceState: 'Zustand des Dienstes',
  },
  shop: {
    title: 'Tickets',
    buy: 'Tickets kaufen',
    chooseDate: 'Wählen Sie einen Tag',
    chooseEvent: 'Oder wählen Sie eine Veranstaltung',
    levels: { enough: 'Plätze frei', few: 'wenige Plätze frei', none: 'ausverkauft' },
    earlierDates: 'Frühere Tage',
    laterDates: 'Spätere Tage',
    otherDates: 'Einen anderen Tag wählen',
    allDates: 'Alle Termine',
    nothingToBuy: 'Online kann zurzeit nichts gekauft werden.',
    entryTime: 'Eintrittszeit',
    howMany: 'Wie viele Tickets?',
    each: (price) => `je ${price}`,
    email: 'E-Mail-Adresse',
    emailHelp: 'An diese Adresse senden wir Ihre Tickets.',
    phone: 'Telefonnummer',
    optional: (field) => `${field} (freiwillig)`,
    acceptTerms: ['Ich akzeptiere die', 'Allgemeinen Geschäftsbedingungen', '.'],
    goOn: 'Weiter',
    goOnHelp: 'Ihre Plätze sind 15 Minuten lang für Sie reserviert. Damit ist noch nichts gekauft.',
    checkEntries: 'Bitte prüfen Sie Ihre Eingaben',
    faults: {
      noTickets: 'Bitte wählen Sie mindestens ein Ticket.',
      tooManyTickets: (max) =>
        `Bitte wählen Sie höchstens ${max === 1 ? 'ein Ticket' : `${max} Tickets`}. Für größere Gruppen wenden Sie sich bitte an das Museum.`,
      notACount: 'Bitte geben Sie ganze Zahlen ein, zum Beispiel 2.',
      noTime: 'Bitte wählen Sie eine Eintrittszeit.',
      notAnEmail: 'Bitte geben Sie Ihre vollständige E-Mail-Adresse ein, zum Beispiel ada@example.org.',
      notAPhone: 'Bitte geben Sie eine Telefonnummer mit mindestens drei Ziffern ein.',
      termsNotAccepted: 'Bitte akzeptieren Sie die Allgemeinen Geschäftsbedingungen.',
      soldOut:
        'Dafür sind nicht genug Plätze frei. Bitte wählen Sie weniger Tickets, einen anderen Tag oder eine andere Zeit.',
      priceChanged:
        'Die Preise haben sich inzwischen geändert. Bitte prüfen Sie die neuen Preise, bevor Sie fortfahren.',
      priceWas: (category: string, price: string, before: string) =>
        `„${category}“ kostet jetzt ${price}, vorher ${before}.`,
      notOffered: 'Das kann nicht mehr gekauft werden. Bitte wählen Sie neu.',
      belowMinimum: (minimum) =>
        `Online kann erst ab ${minimum} bezahlt werden. Bitte wählen Sie mehr Tickets, oder kaufen Sie im Museum.`,
      paymentFailed:
        'Diese Bestellung kann hier nicht mehr bezahlt werden. Bitte geben Sie diese Plätze frei und bestellen Sie noch einmal.',
    },
    review: {
      heading: 'Ihre Bestellung',
      ticketsGoTo: 'Ihre Tickets gehen an',
      change: 'Ändern',
      taxIn: (rate, tax) => `darin ${tax} Mehrwertsteuer (${rate})`,
      noWithdrawal: 'Tickets gelten für einen festen Tag: Ein Widerrufsrecht besteht nicht.',
      orderAndPay: (total) => `Zahlungspflichtig bestellen · ${total}`,
      order: 'Bestellen',
      heldUntil: (time) => `Ihre Plätze sind bis ${time} Uhr für Sie reserviert.`,
      reservedUntil: (moment) => `Ihre Plätze sind reserviert bis: ${moment}.`,
      minuteLeft: 'Ihre Plätze sind noch eine Minute für Sie reserviert.',
      prolong: 'Ich brauche mehr Zeit',
      giveUp: 'Plätze freigeben',
    },
    payment: {
      notKnown:
        'Wir haben Ihre Zahlung noch nicht erhalten. Falls Sie bezahlt haben, erhalten Sie Ihre Tickets per E-Mail.',
      payNow: 'Jetzt bezahlen',
      away: 'Die Zahlungsseite antwortet zurzeit nicht. Ihre Plätze bleiben für Sie reserviert. Bitte versuchen Sie es noch einmal.',
      unknown: {
        heading: 'Wir wissen noch nicht, was aus Ihrer Bestellung geworden ist',
        text: 'Bitte laden Sie diese Seite in einer Minute neu, und bestellen Sie bis dahin nicht noch einmal. Falls Sie bezahlt haben, erhalten Sie Ihre Tickets per E-Mail.',
      },
    },
    ended: {
      heading: 'Ihre Plätze sind nicht mehr reserviert',
      text: 'Es wurde nichts gekauft und nichts bezahlt. Sie können neu wählen.',
      stillOffered: 'Dafür sind noch Plätze frei.',
      again: 'Neu wählen',
    },
    givenUp: { heading: 'Sie haben Ihre Plätze freigegeben', text: 'Es wurde nichts gekauft und nichts bezahlt.' },
    removed: { heading: 'Diese Bestellung gibt es nicht mehr', text: 'Sie wurde vor einiger Zeit beendet.' },
    notFound: { heading: 'Diese Bestellung gibt es nicht', text: 'Vielleicht fehlt ein Teil der Adresse.' },
    tooLong: {
      heading: 'Das Formular ist zu lang',
      text: 'Bitte senden Sie es noch einmal so ab, wie es auf der Seite steht.',
    },
    tooMany: {
      heading: 'Bitte warten Sie ein wenig',
      text: (minutes) =>
        `Aus Ihrem Netz sind zurzeit viele Tickets reserviert. Bitte versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} noch einmal, oder wenden Sie sich an das Museum.`,
    },
    tooManyFree: {
      heading: 'Heute keine weiteren kostenlosen Tickets',
      text: (max) =>
        `Mit dieser E-Mail-Adresse wurden heute schon ${max} kostenlose Bestellungen gemacht. Bitte bestellen Sie morgen wieder, oder fragen Sie das Museum.`,
    },
    closed: {
      heading: 'Tickets sind zurzeit online nicht erhältlich',
      text: 'Bitte kommen Sie später wieder, oder kaufen Sie im Museum. Gekaufte Tickets bleiben gültig, und reservierte Plätze können noch bestellt werden.',
    },
    unavailable: {
      heading: 'Zurzeit können keine Tickets gekauft werden',
      text: 'Bitte versuchen Sie es in einer Minute noch einmal. Es wurde nichts gekauft und nichts bezahlt.',
    },
  },
  myTickets: {
    keepLink:
      'Diese Seite zeigt immer den aktuellen Stand Ihrer Tickets. Wer die Adresse dieser Seite kennt, kann die Tickets verwenden.',
    used: (at) => `Eingelöst am ${at}`,
    cancelled: 'Storniert: gilt nicht mehr für den Eintritt',
    codeOf: (confirmationCode) => `QR-Code des Tickets ${confirmationCode}`,
    image: 'Bild',
    calendar: 'Kalendereintrag',
    print: 'Drucken',
    receipt: 'Beleg',
    back: 'Zurück zu Ihren Tickets',
    request: {
      heading: 'Tickets erneut senden',
      text: 'Geben Sie die E-Mail-Adresse ein, mit der Sie Ihre Tickets gekauft haben. Wir senden die Links zu Ihren Tickets ab heute dorthin.',
      send: 'Senden',
      sent: {
        heading: 'Bitte sehen Sie in Ihr Postfach',
        text: 'Wenn mit dieser Adresse Tickets ab heute gekauft wurden, kommt binnen einiger Minuten eine E-Mail mit den Links dazu. Bitte sehen Sie auch im Spam-Ordner nach. In einer Stunde werden höchstens drei solche E-Mails gesendet. Kommt keine, versuchen Sie es mit einer anderen Adresse, oder wenden Sie sich an das Museum.',
      },
    },
    notFound: {
      heading: 'Hier sind keine Tickets',
      text: 'Vielleicht fehlt ein Teil des Links: Bitte kopieren Sie ihn vollständig aus Ihrer E-Mail. Ein älterer Link endet, wenn Ihre E-Mail-Adresse geändert oder gelöscht wird. Wenn Sie Ihre Tickets nicht finden, wenden Sie sich bitte an das Museum.',
    },
    ended: {
      heading: 'Diese Tickets werden nicht mehr angezeigt',
      text: 'Tickets sind hier bis 30 Tage nach ihrem Datum zu sehen. Bei Fragen wenden Sie sich bitte an das Museum.',
    },
    unavailable: {
      heading: 'Ihre Tickets können gerade nicht angezeigt werden',
      text: 'Bitte versuchen Sie es in einer Minute noch einmal. Am Eingang gelten auch die Bilder in Ihrer E-Mail.',
    },
    privacy: 'Datenschutz',
    legalNotice: 'Impressum',
    languages: 'Sprachen',
  },
  ownCancellation: {
    title: 'Tickets stornieren',
    choose: 'Welche Tickets möchten Sie stornieren?',
    until: (moment) => `stornierbar bis ${moment}`,
    priceGoesBack: {
      online:
        'Den Preis erhalten Sie auf dem Weg zurück, auf dem Sie bezahlt haben, zum Beispiel auf Ihre Karte, in der Regel innerhalb weniger Tage.',
      atMuseum: 'Den Preis zahlt Ihnen das Museum zurück. Bitte bringen Sie Ihre Bestellnummer mit.',
    },
    amountGoesBack: {
      online: (amount) =>
        `Sie erhalten ${amount} auf dem Weg zurück, auf dem Sie bezahlt haben, zum Beispiel auf Ihre Karte, in der Regel innerhalb weniger Tage.`,
      atMuseum: (amount) => `Das Museum zahlt Ihnen ${amount} zurück. Bitte bringen Sie Ihre Bestellnummer mit.`,
    },
    byEmail: 'Wir schicken Ihnen eine E-Mail mit einem Link. Storniert wird erst, wenn Sie es dort bestätigen.',
    request: 'Stornieren …',
    nothingChosen: 'Bitte wählen Sie mindestens ein Ticket aus.',
    tooManyMails:
      'Für diese Tickets wurden in einer Stunde schon drei E-Mails gesendet. Bitte benutzen Sie die letzte davon, oder versuchen Sie es in einer Stunde wieder.',
    unknown: {
      heading: 'Wir wissen noch nicht, ob die Tickets storniert sind',
      text: 'Bitte laden Sie diese Seite in einer Minute neu.',
    },
    sent: {
      heading: 'Bitte sehen Sie in Ihr E-Mail-Postfach',
      text: 'Wir haben einen Link an die E-Mail-Adresse Ihrer Bestellung geschickt. Noch ist nichts storniert: Bitte öffnen Sie den Link innerhalb einer Stunde und bestätigen Sie dort.',
    },
    subject: (about) => `Möchten Sie stornieren? ${about}`,
    question: (count) =>
      count === 1 ? 'Möchten Sie dieses Ticket stornieren?' : 'Möchten Sie diese Tickets stornieren?',
    introduction: 'Auf der Seite mit Ihren Tickets wurde um eine Stornierung gebeten. Noch ist nichts storniert.',
    confirmUntil: (moment) => `Zum Stornieren öffnen Sie bitte diese Seite und bestätigen Sie dort, bis ${moment}.`,
    ignore: 'Wenn Sie nichts stornieren möchten, ignorieren Sie bitte diese E-Mail.',
    confirm: (count) => (count === 1 ? 'Dieses Ticket stornieren' : `Diese ${count} Tickets stornieren`),
    final: 'Das lässt sich nicht rückgängig machen.',
    done: {
      heading: (count) => (count === 1 ? 'Ihr Ticket ist storniert' : 'Ihre Tickets sind storniert'),
      text: (count) => `${count === 1 ? 'Es gilt' : 'Sie gelten'} nicht mehr für den Eintritt.`,
    },
    refused: {
      heading: 'Es wurde nichts storniert',
      used: 'Ein Ticket, das Sie ausgewählt haben, wurde bereits eingelöst.',
      cancelled:
        'Ein Ticket, das Sie ausgewählt haben, ist bereits storniert. Bitte wählen Sie auf der Seite mit Ihren Tickets noch einmal aus.',
      tooLate: 'Ein Ticket, das Sie ausgewählt haben, kann nicht mehr storniert werden. Es bleibt gültig.',
    },
    linkEnded: {
      heading: 'Dieser Link ist abgelaufen',
      text: 'Er galt eine Stunde lang. Die Seite mit Ihren Tickets zeigt, welche gültig sind. Dort können Sie um einen neuen Link bitten.',
    },
  },
  rehearsal: {
    notValid: 'Probe, nicht gültig',
    title: 'Probe einer Zahlung',
    explanation: 'Hier wird kein Geld eingezogen. Die Schaltflächen bestimmen, was aus der Zahlung wird.',
    endsAt: (time) => `Diese Seite endet um ${time} Uhr.`,
    declined: 'Die Karte wurde abgelehnt. Eine andere kann versucht werden.',
    pay: (amount) => `${amount} zahlen`,
    decline: 'Karte ablehnen',
    payTooLate: 'Zu spät zahlen',
    tooLateMeans: '„Zu spät zahlen“ zahlt, und die Plätze gelten danach als nicht mehr reserviert.',
    back: 'Zurück, ohne zu zahlen',
    paid: 'Diese Zahlung ist bezahlt.',
    ended: 'Diese Seite ist abgelaufen: Hier kann nichts mehr bezahlt werden.',
    continue: 'Weiter',
  },
}
