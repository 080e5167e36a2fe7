import type { ShellTexts } from './texts.ts'

export const shell: ShellTexts = {
  signIn: {
    heading: 'Anmelden',
    username: 'Benutzer',
    password: 'Passwort',
    submit: 'Anmelden',
    wrong: 'Benutzer oder Passwort ist falsch.',
    remember: 'Auf diesem Gerät bis Mitternacht merken',
    rememberHint: 'Verschlüsselt, nur in diesem Browser. Nicht auf einem Gerät, das andere benutzen.',
    rememberNeedsHttps: 'Dieses Gerät kann sich die Anmeldung nur über HTTPS merken.',
    againHeading: 'Bitte neu anmelden',
    again: 'Das Museum nimmt diese Anmeldung nicht mehr an. Ihre Eingaben bleiben erhalten.',
    signOut: 'Abmelden',
  },
  role: { admin: 'Büro', 'box-office': 'Kasse', gate: 'Einlass', reader: 'Auskunft' },
  navigation: 'Seiten',
  skip: 'Zum Inhalt',
  language: 'Sprache',
  noSuchPage: 'Diese Seite gibt es nicht, oder sie ist nicht für Ihre Rolle.',
  loading: 'Wird geladen …',
  inProgress: 'Wird ausgeführt …',
  done: 'Erledigt.',
  noAnswerYet: 'Das Museum hat noch nicht geantwortet. Neuer Versuch …',
  noAnswer: 'Das Museum hat nicht geantwortet. Prüfen Sie, ob die Änderung wirksam wurde, bevor Sie sie wiederholen.',
  offline: 'Kein Netz',
  defect: 'Auf dieser Seite ist ein Fehler aufgetreten. Bitte laden Sie sie neu.',
  partNotLoaded: 'Diese Seite konnte nicht geladen werden: Vielleicht gibt es eine neue Version.',
  reload: 'Neu laden',
  requestId: 'Nummer der Anfrage',
  cancel: 'Abbrechen',
  close: 'Schließen',
  scannedInVain:
    'Hier wurde ein Ticket gescannt, und nichts wurde geändert. Scannen Sie es am Einlass oder in der Suche der Kasse.',
  otherKeyboard:
    'Der Code ist nicht lesbar. Vielleicht tippt der Scanner mit einer anderen Tastaturbelegung als dieses Gerät. Stellen Sie ihn auf die Belegung des Geräts ein.',
  typed: {
    amount: (example) => `Schreiben Sie eine Zahl, etwa ${example}.`,
    count: 'Schreiben Sie eine ganze Zahl in Ziffern, etwa 120.',
    date: 'Schreiben Sie ein Datum, etwa 2030-05-17.',
    meanings: (first, second) =>
      second === undefined
        ? `Schreiben Sie ${first}.`
        : `Schreiben Sie ${first} oder ${second}: Es kann beides bedeuten.`,
  },
  cancellation: {
    cancels: (tickets, count) =>
      tickets === 0
        ? 'Kein Ticket wird storniert.'
        : tickets === 1
          ? '1 Ticket wird storniert.'
          : `${count} Tickets werden storniert.`,
    mails: (tickets) =>
      tickets === 1
        ? 'Der Besucher bekommt eine E-Mail, wenn das Museum E-Mails versendet und die Adresse hat.'
        : 'Die Besucher bekommen eine E-Mail, wenn das Museum E-Mails versendet und die Adresse hat.',
    keep: 'Nichts ändern',
  },
  asOf: (time) => `Stand ${time}`,
}
