import type { Dictionary } from './en.ts'

export const fr: Dictionary = {
  ticketImage: { generalEntry: 'Entrée au musée', specialEvent: 'ÉVÉNEMENT SPÉCIAL', order: 'Commande' },
  occasion: (name, date) => `${name}, ${date}`,
  mail: {
    sold: {
      subject: (count, about) => `${count === 1 ? 'Votre billet' : `Vos ${count} billets`}\u00a0: ${about}`,
      heading: (count) => (count === 1 ? 'Votre billet' : 'Vos billets'),
      introduction: () => 'Nous vous remercions de votre achat et nous réjouissons de votre visite.',
    },
    cancelled: {
      subject: (count, about) => `${count === 1 ? 'Billet annulé' : `${count} billets annulés`}\u00a0: ${about}`,
      heading: (count) => (count === 1 ? 'Votre billet a été annulé' : 'Vos billets ont été annulés'),
      introduction: (count) =>
        count === 1
          ? 'Nous vous informons que le billet suivant a été annulé. Il ne donne plus droit à l’entrée.'
          : 'Nous vous informons que les billets suivants ont été annulés. Ils ne donnent plus droit à l’entrée.',
    },
    restored: {
      subject: (count, about) =>
        `${count === 1 ? 'Votre billet est' : `Vos ${count} billets sont`} de nouveau ${count === 1 ? 'valable' : 'valables'}\u00a0: ${about}`,
      heading: () => 'L’événement a finalement lieu',
      introduction: (count) =>
        count === 1
          ? 'L’événement qui avait été annulé a finalement lieu, et votre billet est de nouveau valable. Nous nous réjouissons de votre visite.'
          : 'L’événement qui avait été annulé a finalement lieu, et vos billets sont de nouveau valables. Nous nous réjouissons de votre visite.',
    },
    cancelledWithEvent: {
      onDate: (date) => `le ${date}`,
      subject: (event, dates) => `«\u00a0${event}\u00a0» n’aura pas lieu ${dates}`,
      heading: 'L’événement n’aura pas lieu',
      introduction: (count, event, dates) =>
        `Nous avons le regret de vous informer que l’événement «\u00a0${event}\u00a0» n’aura pas lieu ${dates}. ${count === 1 ? 'Votre billet est donc annulé et ne donne' : 'Vos billets sont donc annulés et ne donnent'} plus droit à l’entrée.`,
    },
    paymentReturned: {
      subject: (about) => `Votre paiement vous est remboursé\u00a0: ${about}`,
      heading: 'Nous vous remboursons votre paiement',
      reasons: {
        sold: 'Votre réservation était déjà payée lorsque ce paiement nous est parvenu.',
        released: 'Votre réservation avait déjà été annulée lorsque votre paiement nous est parvenu.',
        expired:
          'Lorsque votre paiement nous est parvenu, vos places n’étaient plus réservées et ne pouvaient plus vous être vendues.',
        'another-amount': 'Le montant payé ne correspond pas à celui de votre réservation.',
      },
      noTickets: 'Aucun billet n’a été émis pour ce paiement.',
      ticketsStayValid: 'Les billets que vous avez déjà restent valables.',
      amountGoesBack: (amount) =>
        `Nous vous remboursons la totalité du montant, soit ${amount}. Vous le recevrez par le moyen de paiement que vous avez utilisé, par exemple sur votre carte, en général sous quelques jours.`,
      questions: 'Pour toute question, veuillez vous adresser au musée.',
      refund: 'Remboursement',
    },
    links: {
      subject: (museum) => `Vos billets\u00a0: ${museum}`,
      heading: 'Vos billets',
      introduction:
        'Vous avez demandé vos billets. Voici ceux à partir d’aujourd’hui. Toute personne qui possède un lien peut utiliser ses billets.',
      notAsked:
        'Si vous ne les avez pas demandés, vous n’avez rien à faire\u00a0: les liens n’ont été envoyés qu’à cette adresse.',
    },
    reservation: {
      subject: (about) => `Votre réservation\u00a0: ${about}`,
      heading: 'Vos places sont réservées',
      introduction:
        'Nous vous avons réservé ces places. Veuillez les commander et les payer en ligne avant l’échéance indiquée ci-dessous\u00a0: vous recevrez ensuite vos billets par e-mail. Passé ce délai, les places pourront être vendues à d’autres personnes.',
      places: (count) => (count === 1 ? '1 place' : `${count} places`),
      reservedUntil: 'Réservé jusqu’au',
      online: {
        sentence: 'Cette page vous montre votre réservation et vous permet de la commander.',
        label: 'Votre réservation',
      },
    },
    howToEnter: (count) =>
      `Veuillez présenter à l’entrée le code de ${count === 1 ? 'votre' : 'chaque'} billet, sur votre téléphone ou imprimé.`,
    othersStayValid: 'Les autres billets de cette commande restent valables.',
    online: {
      link: 'Vos billets en ligne',
      valid: 'Vous retrouverez aussi vos billets en ligne, toujours à jour.',
      cancelled: 'Vous pouvez consulter à tout moment l’état de tous vos billets en ligne.',
    },
    questionsAboutRefund: 'Pour toute question, par exemple sur un remboursement, veuillez vous adresser au musée.',
    calendarAttached: (count) =>
      count === 1
        ? 'Vous trouverez en pièce jointe une entrée pour votre agenda.'
        : `Vous trouverez en pièces jointes ${count} entrées pour votre agenda.`,
    labelled: (label, value) => `${label}\u00a0: ${value}`,
    ticketOf: (number, count) => `Billet ${number} sur ${count}`,
    ticket: 'Billet',
    imageOf: (confirmationCode) => `Image du billet ${confirmationCode} avec son code QR`,
    date: 'Date',
    location: 'Lieu',
    openingHours: 'Horaires d’ouverture',
    priceCategory: 'Tarif',
    price: 'Prix',
    total: 'Total',
    free: 'gratuit',
    orderNumber: 'Numéro de commande',
    confirmationCode: 'Code de confirmation',
    terms: 'Conditions générales de vente',
  },
  page: {
    openToday: (hours) => `Ouvert aujourd’hui, ${hours}`,
    closedToday: 'Fermé aujourd’hui',
    unavailable:
      'Nos horaires d’ouverture ne peuvent pas être affichés pour le moment. Veuillez réessayer dans quelques minutes.',
    closed: 'fermé',
    exceptionally: 'exceptionnellement',
    timedEntry:
      'L’entrée se fait à heure fixe\u00a0: chaque billet d’entrée au musée indique à partir de quelle heure vous pouvez entrer.',
    otherHours: 'Fermetures et horaires exceptionnels',
    opensAgain: (date) => `Nous rouvrons le ${date}.`,
    whatsOn: 'À l’affiche',
    noEvents: 'Aucun événement n’est prévu pour le moment.',
    placesLeft: 'Billets disponibles',
    soldOut: 'Complet',
    furtherDates: (count, last) => (count === 1 ? `et le ${last}` : `et ${count} autres dates jusqu’au ${last}`),
    furtherEvents: (count) =>
      count === 1 ? 'Un autre événement figure dans l’agenda.' : `${count} autres événements figurent dans l’agenda.`,
    readMore: 'Lire la suite',
    calendar: 'Toutes les dates pour votre agenda',
    feed: 'Événements au format JSON Feed',
    desk: 'Guichet du personnel',
    apiReference: 'Référence de l’API',
    openApiDocument: 'Document OpenAPI',
    serviceState: 'État du service',
  },
  shop: {
    title: 'Billets',
    buy: 'Acheter des billets',
    chooseDate: 'Choisissez une date',
    chooseEvent: 'Ou choisissez un événement',
    levels: { enough: 'places disponibles', few: 'dernières places', none: 'complet' },
    earlierDates: 'Dates précédentes',
    laterDates: 'Dates suivantes',
    otherDates: 'Choisir une autre date',
    allDates: 'Toutes les dates',
    nothingToBuy: 'Aucun achat en ligne n’est possible pour le moment.',
    entryTime: 'Heure d’entrée',
    howMany: 'Combien de billets ?',
    each: (price) => `${price} par billet`,
    email: 'Adresse e-mail',
    emailHelp: 'Vos billets sont envoyés à cette adresse.',
    phone: 'Numéro de téléphone',
    optional: (field) => `${field} (facultatif)`,
    acceptTerms: ['J’accepte les', 'conditions générales de vente', '.'],
    goOn: 'Continuer',
    goOnHelp: 'Vos places sont réservées pendant 15 minutes. Rien n’est encore acheté.',
    checkEntries: 'Veuillez vérifier votre saisie',
    faults: {
      noTickets: 'Veuillez choisir au moins un billet.',
      tooManyTickets: (max) =>
        `Veuillez choisir ${max === 1 ? 'un billet' : `${max} billets`} au plus. Pour les groupes plus grands, veuillez vous adresser au musée.`,
      notACount: 'Veuillez saisir des nombres entiers, par exemple 2.',
      noTime: 'Veuillez choisir une heure d’entrée.',
      notAnEmail: 'Veuillez saisir votre adresse e-mail complète, par exemple ada@example.org.',
      notAPhone: 'Veuillez saisir un numéro de téléphone d’au moins trois chiffres.',
      termsNotAccepted: 'Veuillez accepter les conditions générales de vente.',
      soldOut: 'Il n’y a plus assez de places. Veuillez choisir moins de billets, une autre date ou une autre heure.',
      priceChanged: 'Les prix ont changé entre-temps. Veuillez les vérifier avant de continuer.',
      priceWas: (category: string, price: string, before: string) =>
        `«\u00a0${category}\u00a0» coûte maintenant ${price}, contre ${before} auparavant.`,
      notOffered: 'Cet achat n’est plus possible. Veuillez choisir à nouveau.',
      belowMinimum: (minimum) =>
        `Le paiement en ligne n’est possible qu’à partir de ${minimum}. Veuillez choisir plus de billets ou les acheter au musée.`,
      paymentFailed:
        'Cette commande ne peut plus être payée ici. Veuillez libérer ces places et passer une nouvelle commande.',
    },
    review: {
      heading: 'Votre commande',
      ticketsGoTo: 'Vos billets sont envoyés à',
      change: 'Modifier',
      taxIn: (rate, tax) => `dont ${tax} de TVA (${rate})`,
      noWithdrawal: 'Les billets sont valables à une date fixe : il n’y a pas de droit de rétractation.',
      orderAndPay: (total) => `Commander avec obligation de paiement · ${total}`,
      order: 'Commander',
      heldUntil: (time) => `Vos places sont réservées jusqu’à ${time}.`,
      reservedUntil: (moment) => `Vos places sont réservées jusqu’au ${moment}.`,
      minuteLeft: 'Vos places sont encore réservées pendant une minute.',
      prolong: 'J’ai besoin de plus de temps',
      giveUp: 'Libérer ces places',
    },
    payment: {
      notKnown: 'Nous n’avons pas encore reçu votre paiement. Si vous avez payé, vous recevrez vos billets par e-mail.',
      payNow: 'Payer maintenant',
      away: 'La page de paiement ne répond pas pour le moment. Vos places restent réservées : veuillez réessayer.',
      unknown: {
        heading: 'Nous ne savons pas encore où en est votre commande',
        text: 'Veuillez recharger cette page dans une minute et ne pas commander à nouveau d’ici là. Si vous avez payé, vous recevrez vos billets par e-mail.',
      },
    },
    ended: {
      heading: 'Vos places ne sont plus réservées',
      text: 'Rien n’a été acheté ni payé. Vous pouvez choisir à nouveau.',
      stillOffered: 'Il reste encore des places.',
      again: 'Choisir à nouveau',
    },
    givenUp: { heading: 'Vous avez libéré vos places', text: 'Rien n’a été acheté ni payé.' },
    removed: { heading: 'Cette commande n’existe plus', text: 'Elle a pris fin il y a quelque temps.' },
    notFound: { heading: 'Cette commande n’existe pas', text: 'Il manque peut-être une partie de l’adresse.' },
    tooLong: {
      heading: 'Le formulaire est trop long',
      text: 'Veuillez l’envoyer à nouveau tel qu’il figure sur la page.',
    },
    tooMany: {
      heading: 'Veuillez patienter un peu',
      text: (minutes) =>
        `De nombreux billets sont actuellement réservés depuis votre réseau. Veuillez réessayer dans ${minutes === 1 ? 'une minute' : `${minutes} minutes`}, ou vous adresser au musée.`,
    },
    tooManyFree: {
      heading: 'Plus de billets gratuits aujourd’hui',
      text: (max) =>
        `${max} commandes gratuites ont déjà été passées aujourd’hui avec cette adresse e-mail. Veuillez réessayer demain ou vous adresser au musée.`,
    },
    closed: {
      heading: 'Les billets ne sont pas en vente en ligne en ce moment',
      text: 'Veuillez revenir plus tard ou acheter vos billets au musée. Les billets déjà achetés restent valables, et les places réservées peuvent encore être commandées.',
    },
    unavailable: {
      heading: 'Aucun billet ne peut être acheté pour le moment',
      text: 'Veuillez réessayer dans une minute. Rien n’a été acheté ni payé.',
    },
  },
  myTickets: {
    keepLink:
      'Cette page montre toujours l’état actuel de vos billets. Toute personne qui connaît l’adresse de cette page peut les utiliser.',
    used: (at) => `Utilisé le ${at}`,
    cancelled: 'Annulé : ne donne plus droit à l’entrée',
    codeOf: (confirmationCode) => `Code QR du billet ${confirmationCode}`,
    image: 'Image',
    calendar: 'Ajouter au calendrier',
    print: 'Imprimer',
    receipt: 'Reçu',
    back: 'Retour à vos billets',
    request: {
      heading: 'Recevoir à nouveau mes billets',
      text: 'Saisissez l’adresse e-mail avec laquelle vous avez acheté vos billets. Nous y envoyons les liens vers vos billets à partir d’aujourd’hui.',
      send: 'Envoyer',
      sent: {
        heading: 'Veuillez consulter votre messagerie',
        text: 'Si des billets à partir d’aujourd’hui ont été achetés avec cette adresse, un e-mail avec leurs liens arrive en quelques minutes. Veuillez aussi regarder dans le dossier des indésirables. Trois e-mails de ce type au plus sont envoyés par heure. Si rien n’arrive, essayez une autre adresse ou adressez-vous au musée.',
      },
    },
    notFound: {
      heading: 'Il n’y a pas de billets ici',
      text: 'Il manque peut-être une partie du lien : veuillez le copier en entier depuis votre e-mail. Un ancien lien prend fin lorsque votre adresse e-mail est modifiée ou supprimée. Si vous ne trouvez pas vos billets, veuillez vous adresser au musée.',
    },
    ended: {
      heading: 'Ces billets ne sont plus affichés',
      text: 'Les billets sont visibles ici jusqu’à 30 jours après leur date. Pour toute question, veuillez vous adresser au musée.',
    },
    unavailable: {
      heading: 'Vos billets ne peuvent pas être affichés pour le moment',
      text: 'Veuillez réessayer dans une minute. Les images de votre e-mail sont aussi valables à l’entrée.',
    },
    privacy: 'Protection des données',
    legalNotice: 'Mentions légales',
    languages: 'Langues',
  },
  ownCancellation: {
    title: 'Annuler des billets',
    choose: 'Quels billets souhaitez-vous annuler\u00a0?',
    until: (moment) => `annulable jusqu’au ${moment}`,
    priceGoesBack: {
      online:
        'Leur prix vous est remboursé par le moyen de paiement que vous avez utilisé, par exemple sur votre carte, en général sous quelques jours.',
      atMuseum: 'Leur prix vous est remboursé par le musée. Veuillez vous munir de votre numéro de commande.',
    },
    amountGoesBack: {
      online: (amount) =>
        `${amount} vous seront remboursés par le moyen de paiement que vous avez utilisé, par exemple sur votre carte, en général sous quelques jours.`,
      atMuseum: (amount) => `Le musée vous rembourse ${amount}. Veuillez vous munir de votre numéro de commande.`,
    },
    byEmail: 'Nous vous envoyons un e-mail avec un lien. Rien n’est annulé tant que vous n’avez pas confirmé.',
    request: 'Annuler…',
    nothingChosen: 'Veuillez choisir au moins un billet.',
    tooManyMails:
      'Trois e-mails ont déjà été envoyés pour ces billets en une heure. Veuillez utiliser le dernier ou réessayer dans une heure.',
    unknown: {
      heading: 'Nous ne savons pas encore si les billets sont annulés',
      text: 'Veuillez recharger cette page dans une minute.',
    },
    sent: {
      heading: 'Veuillez consulter vos e-mails',
      text: 'Nous avons envoyé un lien à l’adresse e-mail de votre commande. Rien n’est encore annulé\u00a0: veuillez ouvrir le lien dans l’heure et y confirmer.',
    },
    subject: (about) => `Souhaitez-vous annuler\u00a0? ${about}`,
    question: (count) =>
      count === 1 ? 'Souhaitez-vous annuler ce billet\u00a0?' : 'Souhaitez-vous annuler ces billets\u00a0?',
    introduction: 'Une annulation a été demandée sur la page de vos billets. Rien n’est encore annulé.',
    confirmUntil: (moment) => `Pour annuler, veuillez ouvrir cette page et y confirmer, jusqu’au ${moment}.`,
    ignore: 'Si vous ne souhaitez rien annuler, veuillez ignorer cet e-mail.',
    confirm: (count) => (count === 1 ? 'Annuler ce billet' : `Annuler ces ${count} billets`),
    final: 'Cette annulation est définitive.',
    done: {
      heading: (count) => (count === 1 ? 'Votre billet est annulé' : 'Vos billets sont annulés'),
      text: (count) => (count === 1 ? 'Il ne donne plus droit à l’entrée.' : 'Ils ne donnent plus droit à l’entrée.'),
    },
    refused: {
      heading: 'Rien n’a été annulé',
      used: 'Un billet que vous avez choisi a déjà été utilisé.',
      cancelled:
        'Un billet que vous avez choisi est déjà annulé. Veuillez choisir à nouveau sur la page de vos billets.',
      tooLate: 'Un billet que vous avez choisi ne peut plus être annulé. Il reste valable.',
    },
    linkEnded: {
      heading: 'Ce lien a expiré',
      text: 'Il était valable pendant une heure. La page de vos billets montre lesquels sont valables. Vous pouvez y demander un nouveau lien.',
    },
  },
  rehearsal: {
    notValid: 'Essai, non valable',
    title: 'Essai d’un paiement',
    explanation: 'Aucun montant n’est débité ici. Les boutons décident de la suite du paiement.',
    endsAt: (time) => `Cette page expire à ${time}.`,
    declined: 'La carte a été refusée. Une autre carte peut être essayée.',
    pay: (amount) => `Payer ${amount}`,
    decline: 'Refuser la carte',
    payTooLate: 'Payer trop tard',
    tooLateMeans: '«\u00a0Payer trop tard\u00a0» paie, et les places ne sont alors plus considérées comme réservées.',
    back: 'Retour sans payer',
    paid: 'Ce paiement est effectué.',
    ended: 'Cette page a expiré\u00a0: plus rien ne peut être payé ici.',
    continue: 'Continuer',
  },
}
