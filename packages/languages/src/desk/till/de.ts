import type { TillTexts } from './en.ts'

export const de: TillTexts = {
  till: 'Kasse',
  ofDevice: 'Die Kasse dieses Geräts',
  name: 'Name der Kasse',
  hint: 'Was dieses Gerät verkauft und erstattet, zählt dann im Abschluss dieser Kasse. Geräte mit einer gemeinsamen Schublade haben dieselbe Kasse.',
  save: 'Speichern',
  none: 'Keine Kasse',
  change: 'Kasse ändern',
  mailOff: 'Dieses Museum versendet keine E-Mails. Drucken Sie die Tickets.',
  sentTo: (address) => `Die Tickets werden an ${address} gesendet.`,
  lastSale: (time) => `Letzter Verkauf um ${time}:`,
  float: 'Wechselgeld',
  floatHint:
    'Das Bargeld, das vor dem ersten Verkauf in der Kasse war. Dieses Gerät merkt sich den Betrag bis zum Kassenabschluss.',
  floatOfBefore: (amount) => `Vorschlag: das gezählte Bargeld des vorigen Abschlusses, ${amount}.`,
  moved: 'Entnommenes oder eingelegtes Bargeld',
  direction: 'Richtung',
  takenOut: 'Entnommen',
  putIn: 'Eingelegt',
  addMoved: 'Entnahme oder Einlage hinzufügen',
  withoutSign: 'Schreiben Sie den Betrag ohne Vorzeichen.',
  note: 'Notiz (freiwillig)',
  noted: 'Notiz',
  corrected: 'Korrigiert',
  expected: 'Erwartet',
  counted: 'Gezählt',
  difference: 'Kassendifferenz',
  countedOf: (method) => `Gezählt: ${method}`,
  expectedHint:
    'Erwartet: verkauft − erstattet + korrigiert; bei Bargeld auch das Wechselgeld, Entnahmen und Einlagen.',
  coins: 'Münzen und Scheine zählen',
  coinsHint: 'Wie viele es von jedem gibt. Ihre Summe ist das gezählte Bargeld.',
  coinsSum: 'Münzen und Scheine',
  keys: 'Eingabe führt zum nächsten Feld.',
  refundsDue: (count, amount) => `Heute stornierte und noch nicht erstattete Tickets: ${count} (${amount})`,
  noRefundsDue: 'Kein heute storniertes Ticket ist noch zu erstatten.',
  close: 'Kasse abschließen',
  closeQuestion: 'Kasse jetzt abschließen?',
  neverChanges: 'Ein Abschluss kann nicht geändert werden.',
  notCounted: (methods) => `Nicht gezählt: ${methods}.`,
  totalOfCounted: 'Die Kassendifferenz in der Summe ist die der gezählten Zahlungsarten.',
  closing: (number) => `Abschluss ${number}`,
  closedBy: 'Abgeschlossen von',
  earlier: 'Frühere Abschlüsse',
  noClosings: 'Noch keine Abschlüsse.',
  back: 'Zurück zur Abschlussseite',
  signature: 'Unterschrift',
  sales: 'Verkäufe eines Zeitraums',
  asking: 'Das Ergebnis eines Abschlusses wird beim Museum erfragt. Nichts wird doppelt abgeschlossen.',
  unresolvedOfOther: (username, time) =>
    `Das Ergebnis eines Abschlusses von ${username} von ${time} ist nicht bekannt. Es wird erfragt, wenn sich ${username} hier wieder anmeldet.`,
  unresolvedTooOld: (time) =>
    `Das Ergebnis eines Abschlusses von ${time} ist nicht bekannt, und er ist zu alt, um erfragt zu werden. Suchen Sie ihn in den früheren Abschlüssen.`,
  unresolvedDamaged:
    'Was dieser Browser von einem Abschluss ohne bekanntes Ergebnis gespeichert hatte, ist nicht lesbar. Suchen Sie ihn in den früheren Abschlüssen.',
  refunds: {
    sending: 'Wird zurückgezahlt',
    sendExplanation:
      'Das wurde online bezahlt: Der Zahlungsanbieter zahlt das Geld zurück. Geben Sie selbst nichts zurück.',
    sent: 'Das Geld wird zurückgezahlt.',
    failed: 'Die Rückzahlung ist gescheitert',
    sendsBack: (amount) => `Der Zahlungsanbieter zahlt ${amount} zurück. Geben Sie selbst nichts zurück.`,
    undone: 'Der Verkauf ist rückgängig gemacht, und das Geld wird zurückgezahlt.',
    sendAll: 'Online Bezahltes zurückzahlen',
    dueOnline: (tickets, count, amount) =>
      tickets === 1 ? `1 online bezahltes Ticket: ${amount}` : `${count} online bezahlte Tickets: ${amount}`,
    sendAllExplanation:
      'Der Zahlungsanbieter zahlt dieses Geld zurück, für 60 Bestellungen in der Minute. Das lässt sich nicht rückgängig machen.',
    nothingDueOnline: 'Von online Bezahltem ist keine Erstattung offen.',
    dueChanged:
      'Inzwischen ist ein anderer Betrag offen, und nichts wurde zurückgezahlt. Prüfen Sie ihn, und bestätigen Sie noch einmal.',
    allSent: 'Das Geld wird zurückgezahlt. Die Liste zeigt, was noch nicht abgeschlossen ist.',
  },
  reservations: {
    title: 'Reservierungen',
    reserve: 'Reservieren …',
    reservePlaces: 'Plätze reservieren',
    label: 'Bezeichnung',
    labelHint: 'Daran finden Sie die Reservierung wieder, zum Beispiel „Klasse 7b“.',
    labelMissing: 'Geben Sie eine Bezeichnung, eine E-Mail-Adresse oder eine Telefonnummer ein.',
    phone: 'Telefon (freiwillig)',
    phoneHint: 'Ohne E-Mail-Adresse wird die Telefonnummer an die Bezeichnung angehängt.',
    until: 'Reserviert bis',
    untilHint: 'Danach können die Plätze an andere verkauft werden.',
    untilMissing: 'Schreiben Sie ein Datum und eine Uhrzeit.',
    reserved: (places, count) => (places === 1 ? '1 Platz ist reserviert' : `${count} Plätze sind reserviert`),
    undo: 'Reservierung rückgängig machen',
    undone: 'Die Reservierung ist rückgängig gemacht',
    madeOnSell: (page, button) =>
      `Zum Reservieren wählen Sie die Tickets auf der Seite ${page} und drücken „${button}“.`,
    find: 'Reservierung finden',
    searchBy: 'Bezeichnung, E-Mail, Telefon oder Bestellung',
    none: 'Keine Reservierungen.',
    states: { held: 'Reserviert', sold: 'Verkauft', released: 'Freigegeben', expired: 'Abgelaufen' },
    attention: 'Zu klären',
    attentions: (reservations, count) =>
      reservations === 1 ? '1 Reservierung ist zu klären' : `${count} Reservierungen sind zu klären`,
    attentionReasons: {
      undecided:
        'Die Zahlung ist nicht entschieden: Der Zahlungsanbieter sagt weder, dass bezahlt ist, noch, dass nicht bezahlt ist.',
      'another-amount': 'Es wurde ein anderer Betrag gezahlt als verlangt. Er wird ganz zurückgezahlt.',
      'refund-failed':
        'Das Gezahlte soll zurückgezahlt werden, und das ist gescheitert. Geben Sie es auf andere Weise zurück.',
      'refund-sending':
        'Das Gezahlte soll zurückgezahlt werden, und der Zahlungsanbieter hat das seit drei Tagen nicht getan. Fragen Sie dort nach. Geben Sie nichts auf andere Weise zurück: Sonst käme es zweimal zurück.',
      'undone-by-others':
        'Die Bank des Gastes hat der Zahlung widersprochen, oder sie wurde beim Zahlungsanbieter erstattet und nicht hier.',
      unknown:
        'Nur der Zahlungsanbieter kennt diese Zahlung, vielleicht seit eine Sicherung eingespielt wurde. Dafür ist nichts verkauft: Erstatten Sie sie dort.',
    },
    atProvider: 'Beim Zahlungsanbieter',
    dealtWith: 'Erledigt …',
    markDealtWith: 'Als erledigt vermerken',
    dealtWithExplanation:
      'Die Zahlung steht danach nicht mehr in der Liste. Es wird kein Geld bewegt. Schreiben Sie in die Notiz, was Sie getan haben.',
    note: 'Notiz (freiwillig)',
    noteHint: 'Andere lesen sie: Nennen Sie keine Person.',
    markedDealtWith: 'Die Zahlung ist als erledigt vermerkt.',
    contact: 'Kontakt',
    made: 'Angelegt',
    sell: 'Verkaufen …',
    sellHeading: (label) => `Verkaufen: ${label}`,
    howManyCame: 'Schreiben Sie, wie viele gekommen sind. Die anderen Plätze sind danach wieder frei.',
    ofReserved: (count) => `von ${count} reservierten`,
    atMostReserved: (count) => `Es sind höchstens ${count} reserviert.`,
    soldBefore: 'Diese Reservierung war schon verkauft. Sehen Sie die Bestellung an, bevor Sie Geld annehmen.',
    showOrder: 'Bestellung zeigen',
    back: 'Zurück zu den Reservierungen',
    extend: 'Verlängern',
    extendExplanation:
      'Die Plätze bleiben von jetzt an 15 Minuten reserviert, höchstens bis 60 Minuten nach dem Anlegen der Reservierung.',
    extended: 'Die Reservierung ist verlängert.',
    mail: 'Link zum Bezahlen senden',
    mailExplanation:
      'Der Link, mit dem die Reservierung bis zu ihrem Ende online bezahlt wird, geht an ihre E-Mail-Adresse.',
    mailed: 'Der Link zum Bezahlen wird binnen einer Minute gesendet.',
    release: 'Freigeben',
    releaseExplanation: 'Die Plätze sind danach wieder frei. Das lässt sich nicht rückgängig machen.',
    released: 'Die Reservierung ist freigegeben.',
    search: (text) => `„${text}“ in den Reservierungen suchen`,
    asking: 'Das Ergebnis einer Reservierung wird beim Museum erfragt. Nichts wird doppelt reserviert.',
    unresolvedOfOther: (username, time) =>
      `Das Ergebnis einer Reservierung von ${username} von ${time} ist nicht bekannt. Es wird erfragt, wenn sich ${username} hier wieder anmeldet.`,
    unresolvedTooOld: (time, total) =>
      `Das Ergebnis einer Reservierung von ${time} über ${total} ist nicht bekannt, und sie ist zu alt, um erfragt zu werden. Suchen Sie sie in den Reservierungen.`,
    unresolvedErased: (time, total) =>
      `Das Ergebnis einer Reservierung von ${time} über ${total} ist nicht bekannt und kann nicht erfragt werden: Bei einer Abmeldung wurden ihre Daten gelöscht. Suchen Sie sie in den Reservierungen.`,
    unresolvedDamaged:
      'Was dieser Browser von einer Reservierung ohne bekanntes Ergebnis gespeichert hatte, ist nicht lesbar. Suchen Sie sie in den Reservierungen.',
  },
}
