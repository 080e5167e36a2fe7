import type { TillTexts } from './en.ts'

export const fr: TillTexts = {
  till: 'Caisse',
  ofDevice: 'La caisse de cet appareil',
  name: 'Nom de la caisse',
  hint: 'Ce que cet appareil vend et rembourse compte alors dans la clôture de cette caisse. Des appareils qui partagent un tiroir ont la même caisse.',
  save: 'Enregistrer',
  none: 'Aucune caisse',
  change: 'Changer de caisse',
  mailOff: 'Ce musée n’envoie pas d’e-mails. Imprimez les billets.',
  sentTo: (address) => `Les billets sont envoyés à ${address}.`,
  lastSale: (time) => `Dernière vente à ${time}\u00a0:`,
  float: 'Fonds de caisse',
  floatHint:
    'Les espèces qui étaient dans le tiroir avant la première vente. Cet appareil garde ce montant en mémoire jusqu’à la clôture de la caisse.',
  floatOfBefore: (amount) => `Proposition\u00a0: les espèces comptées à la clôture précédente, ${amount}.`,
  moved: 'Espèces retirées ou ajoutées',
  direction: 'Sens',
  takenOut: 'Retirées',
  putIn: 'Ajoutées',
  addMoved: 'Ajouter un mouvement d’espèces',
  withoutSign: 'Écrivez le montant sans signe.',
  note: 'Remarque (facultative)',
  noted: 'Remarque',
  corrected: 'Corrigé',
  expected: 'Attendu',
  counted: 'Compté',
  difference: 'Écart',
  countedOf: (method) => `Compté\u00a0: ${method}`,
  expectedHint:
    'Attendu\u00a0: vendu − remboursé + corrigé\u00a0; pour les espèces, aussi le fonds de caisse et les mouvements.',
  coins: 'Compter pièces et billets',
  coinsHint: 'Combien il y en a de chaque sorte. Leur somme est celle des espèces comptées.',
  coinsSum: 'Pièces et billets',
  keys: 'Entrée mène au champ suivant.',
  refundsDue: (count, amount) => `Billets annulés aujourd’hui et pas encore remboursés\u00a0: ${count} (${amount})`,
  noRefundsDue: 'Aucun billet annulé aujourd’hui ne reste à rembourser.',
  close: 'Clôturer la caisse',
  closeQuestion: 'Clôturer la caisse maintenant\u00a0?',
  neverChanges: 'Une clôture ne peut pas être modifiée.',
  notCounted: (methods) => `Non compté\u00a0: ${methods}.`,
  totalOfCounted: 'L’écart du total est celui des moyens de paiement comptés.',
  closing: (number) => `Clôture ${number}`,
  closedBy: 'Clôturée par',
  earlier: 'Clôtures précédentes',
  noClosings: 'Pas encore de clôtures.',
  back: 'Retour à la page de clôture',
  signature: 'Signature',
  sales: 'Ventes d’une période',
  asking: 'Le résultat d’une clôture est demandé au musée. Rien n’est clôturé deux fois.',
  unresolvedOfOther: (username, time) =>
    `Le résultat d’une clôture de ${username} (${time}) n’est pas connu. Il sera demandé quand ${username} se connectera de nouveau ici.`,
  unresolvedTooOld: (time) =>
    `Le résultat d’une clôture (${time}) n’est pas connu, et elle est trop ancienne pour être demandée. Cherchez-la dans les clôtures précédentes.`,
  unresolvedDamaged:
    'Ce que ce navigateur avait enregistré d’une clôture au résultat inconnu est illisible. Cherchez-la dans les clôtures précédentes.',
  refunds: {
    sending: 'Remboursement en cours',
    sendExplanation:
      'Le paiement a été fait en ligne\u00a0: le prestataire de paiement rend l’argent. Ne rendez rien vous-même.',
    sent: 'L’argent est en cours de remboursement.',
    failed: 'Le remboursement en ligne a échoué',
    sendsBack: (amount) => `Le prestataire de paiement rend ${amount}. Ne rendez rien vous-même.`,
    undone: 'La vente est annulée, et l’argent est en cours de remboursement.',
    sendAll: 'Rembourser ce qui a été payé en ligne',
    dueOnline: (tickets, count, amount) =>
      tickets < 2
        ? `${count} billet payé en ligne\u00a0: ${amount}`
        : `${count} billets payés en ligne\u00a0: ${amount}`,
    sendAllExplanation:
      'Le prestataire de paiement rend cet argent, au rythme de 60 commandes par minute. Cette action est définitive.',
    nothingDueOnline: 'Aucun remboursement n’est dû pour ce qui a été payé en ligne.',
    dueChanged:
      'Le montant dû a changé entre-temps, et rien n’a été remboursé. Vérifiez-le, puis confirmez de nouveau.',
    allSent: 'L’argent est en cours de remboursement. La liste montre ce qui n’est pas encore terminé.',
  },
  reservations: {
    title: 'Réservations',
    reserve: 'Réserver…',
    reservePlaces: 'Réserver les places',
    label: 'Intitulé',
    labelHint: 'Il sert à retrouver la réservation, par exemple «\u00a0Classe de 5e\u00a0B\u00a0».',
    labelMissing: 'Saisissez un intitulé, une adresse e-mail ou un numéro de téléphone.',
    phone: 'Téléphone (facultatif)',
    phoneHint: 'Sans adresse e-mail, le numéro est ajouté à l’intitulé.',
    until: 'Réservé jusqu’au',
    untilHint: 'Ensuite, les places peuvent être vendues à d’autres.',
    untilMissing: 'Indiquez une date et une heure.',
    reserved: (places, count) => (places < 2 ? `${count} place est réservée` : `${count} places sont réservées`),
    undo: 'Annuler la réservation',
    undone: 'La réservation est annulée',
    madeOnSell: (page, button) =>
      `Pour réserver, choisissez les billets dans la page ${page}, puis «\u00a0${button}\u00a0».`,
    find: 'Trouver une réservation',
    searchBy: 'Intitulé, e-mail, téléphone ou commande',
    none: 'Aucune réservation.',
    states: { held: 'Réservée', sold: 'Vendue', released: 'Libérée', expired: 'Expirée' },
    attention: 'À vérifier',
    attentions: (reservations, count) =>
      reservations < 2 ? `${count} réservation à vérifier` : `${count} réservations à vérifier`,
    attentionReasons: {
      undecided:
        'Le paiement est en suspens\u00a0: le prestataire de paiement n’indique ni qu’il est fait, ni qu’il ne l’est pas.',
      'another-amount': 'Un autre montant que celui demandé a été payé. Il est entièrement remboursé.',
      'refund-failed': 'Le paiement doit être remboursé, et cela a échoué. Remboursez-le autrement.',
      'refund-sending':
        'Le paiement doit être remboursé, et le prestataire de paiement ne l’a pas fait depuis trois jours. Demandez-lui pourquoi. Ne remboursez rien autrement\u00a0: ce serait remboursé deux fois.',
      'undone-by-others':
        'La banque du visiteur conteste le paiement, ou il a été remboursé chez le prestataire de paiement, et non ici.',
      unknown:
        'Seul le prestataire de paiement connaît ce paiement, peut-être depuis la restauration d’une sauvegarde. Rien n’a été vendu en échange : remboursez-le chez lui.',
    },
    atProvider: 'Chez le prestataire de paiement',
    dealtWith: 'Traité…',
    markDealtWith: 'Marquer comme traité',
    dealtWithExplanation:
      'Le paiement ne figure plus dans la liste. Aucun argent n’est transféré. Indiquez dans la note ce que vous avez fait.',
    note: 'Note (facultative)',
    noteHint: 'D’autres la lisent\u00a0: ne nommez personne.',
    markedDealtWith: 'Le paiement est marqué comme traité.',
    contact: 'Contact',
    made: 'Créée',
    sell: 'Vendre…',
    sellHeading: (label) => `Vendre\u00a0: ${label}`,
    howManyCame: 'Indiquez combien de personnes sont venues. Les autres places sont de nouveau libres.',
    ofReserved: (count) => `sur ${count} réservées`,
    atMostReserved: (count) => `Au plus ${count} sont réservées.`,
    soldBefore: 'Cette réservation était déjà vendue. Consultez sa commande avant d’encaisser.',
    showOrder: 'Afficher la commande',
    back: 'Retour aux réservations',
    extend: 'Prolonger',
    extendExplanation:
      'Les places restent réservées pendant 15 minutes à partir de maintenant, au plus 60 minutes après la création de la réservation.',
    extended: 'La réservation est prolongée.',
    mail: 'Envoyer le lien de paiement',
    mailExplanation:
      'Le lien qui permet de payer la réservation en ligne jusqu’à son échéance est envoyé à son adresse e-mail.',
    mailed: 'Le lien de paiement est envoyé en moins d’une minute.',
    release: 'Libérer',
    releaseExplanation: 'Les places sont ensuite de nouveau libres. Cette action est définitive.',
    released: 'La réservation est libérée.',
    search: (text) => `Chercher «\u00a0${text}\u00a0» dans les réservations`,
    asking: 'Le résultat d’une réservation est demandé au musée. Rien n’est réservé deux fois.',
    unresolvedOfOther: (username, time) =>
      `Le résultat d’une réservation de ${username} (${time}) n’est pas connu. Il sera demandé quand ${username} se connectera de nouveau ici.`,
    unresolvedTooOld: (time, total) =>
      `Le résultat d’une réservation (${time}, ${total}) n’est pas connu, et elle est trop ancienne pour être demandée. Cherchez-la dans les réservations.`,
    unresolvedErased: (time, total) =>
      `Le résultat d’une réservation (${time}, ${total}) n’est pas connu et ne peut être demandé\u00a0: ses données ont été effacées à une déconnexion. Cherchez-la dans les réservations.`,
    unresolvedDamaged:
      'Ce que ce navigateur avait enregistré d’une réservation au résultat inconnu est illisible. Cherchez-la dans les réservations.',
  },
}
