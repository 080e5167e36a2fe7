import type { ProblemTexts } from './en.ts'
import type { ProblemWords } from './problem-words.ts'

const ofPage = 'Cette page a envoyé quelque chose que le musée n’accepte pas. Veuillez la recharger.'
const wholeNumber = ({ number }: ProblemWords) => `Écrivez un nombre entier de ${number('min')} à ${number('max')}.`
const word = (example: string) =>
  `Écrivez de 1 à 30 lettres minuscules, chiffres et traits d’union, d’abord une lettre, par exemple ${example}.`
const meanings = ({ list }: ProblemWords) => `Cela peut signifier ${list('meanings')}. Écrivez l’un des deux.`
const times = ({ count, text }: ProblemWords) =>
  count('entryTimes') === 1 ? `La seule est ${text('first')}.` : `Il y en a de ${text('first')} à ${text('last')}.`

/** What went wrong, in French. */
export const fr: ProblemTexts = {
  codes: {
    'text-blank': 'Veuillez remplir ce champ.',
    'text-too-long': ({ number }) => `Écrivez au plus ${number('maxLength')} caractères.`,
    'text-control-character': 'Veuillez retirer les caractères de contrôle.',
    'text-not-unicode': 'Veuillez retirer le caractère illisible.',
    'not-a-uuid': 'Ce n’est pas un identifiant du musée.',
    'not-a-calendar-date': (words) =>
      words.has('meanings') ? meanings(words) : 'Écrivez une date, par exemple 2030-05-17.',
    'not-a-date-or-time':
      'Écrivez une date, par exemple 2030-05-17, ou une date et une heure, par exemple 2030-05-17T09:00:00Z.',
    'not-a-date-time': 'Écrivez une date et une heure, par exemple 2030-05-17T09:00:00Z.',
    'not-a-time-of-day': 'Écrivez une heure de 00:00 à 23:59.',
    'closes-before-it-opens': 'Le musée doit ouvrir avant de fermer.',
    'too-many-exceptions': ({ number }) =>
      `Il y a au plus ${number('max')} exceptions. Veuillez retirer les dates passées.`,
    'duplicate-date': ({ date }) => `La date ${date('date')} figure deux fois.`,
    'no-dates': 'Écrivez au moins une date.',
    'too-many-dates': ({ has, number }) =>
      has('dates')
        ? `Une vente porte sur au plus ${number('max')} dates et heures d’entrée. Il y en a ${number('dates')}.`
        : `Écrivez au plus ${number('max')} dates.`,
    'price-out-of-range': ({ number }) => `Écrivez un montant de ${number('min')} à ${number('max')}.`,
    'price-too-precise': ({ count, number }) =>
      count('decimals') === 0
        ? 'Écrivez un montant sans décimales.'
        : `Écrivez un montant avec au plus ${number('decimals')} décimales.`,
    'not-an-email': 'Écrivez une adresse e-mail, par exemple nom@example.org.',
    'not-a-phone': 'Écrivez un numéro de téléphone : au moins 3 chiffres, et au plus 32 caractères.',
    'not-a-currency': 'Écrivez les trois lettres majuscules d’une monnaie, par exemple EUR.',
    'not-a-price-category': word('child'),
    'percentage-out-of-range': wholeNumber,
    'too-many-price-categories': ({ number }) => `Il y a au plus ${number('max')} catégories.`,
    'duplicate-price-category': ({ text }) => `L’identifiant ${text('priceCategory')} figure deux fois.`,
    'duplicate-price-category-name': ({ text }) =>
      `La catégorie ${text('priceCategory')} a le même nom. Veuillez en écrire un autre.`,
    'full-price-has-general-price':
      'Le plein tarif n’a pas de prix propre pour l’entrée au musée. Laissez le champ vide.',
    'full-price-not-100': 'Le plein tarif est toujours de 100 pour cent.',
    'full-price-missing': 'La liste doit contenir la catégorie « full » avec 100 pour cent.',
    'unknown-price-category': 'Cette catégorie n’existe plus. Veuillez en choisir une autre.',
    'unknown-event': 'Cet événement n’existe plus. Veuillez en choisir un autre.',
    'not-a-language': ofPage,
    'not-in-the-future': 'Choisissez un moment à venir.',
    'too-far-ahead': ({ number }) => `Choisissez un moment dans ${number('days')} jours au plus.`,
    'after-the-last-date': ({ date }) =>
      `Le dernier jour de la réservation est le ${date('date')}. Choisissez un moment avant la fin de ce jour.`,
    'until-required': 'Choisissez jusqu’à quand les places sont retenues.',
    'no-until': 'Cette réservation n’a pas de tel moment. Laissez ce champ vide.',
    'not-one-for-each-item': ofPage,
    'no-tickets': 'Vendez au moins un billet, ou libérez la réservation.',
    'no-items': 'Veuillez choisir un billet.',
    'too-many-items': ({ number }) =>
      `Une vente a au plus ${number('max')} lignes. Veuillez vendre les autres séparément.`,
    'quantity-out-of-range': wholeNumber,
    'too-many-tickets': ({ number }) => `Une vente a au plus ${number('max')} billets. Il y en a ${number('tickets')}.`,
    'online-method': 'Écrivez un autre mot : « online » est réservé à ce qui est payé sur la page de paiement.',
    'no-reference': 'Laissez ce champ vide : le prestataire de paiement identifie lui-même le remboursement.',
    'not-a-return-url': ofPage,
    'not-a-payment-method': word('cash'),
    'not-a-confirmation-code': 'Ce n’est ni un code, ni une adresse e-mail, ni un numéro de commande.',
    'not-an-order-number': 'Écrivez un numéro de commande : huit lettres et chiffres, par exemple k7m3-qx8p.',
    'not-a-page-url': 'Écrivez une URL http ou https, par exemple https://museum.example/page.',
    'not-a-vat-rate': 'Écrivez un nombre de 0 à 100 avec au plus deux décimales, par exemple 20 ou 8,1.',
    'not-a-list-of-methods': ({ number }) => `Écrivez de 1 à ${number('max')} moyens de paiement, chacun une fois.`,
    'needed-by-shop': 'La boutique en ligne en a besoin. Écrivez une valeur : le serveur n’en a pas.',
    'duplicate-method': ({ text }) => `${text('method')} est compté deux fois.`,
    'not-the-method-of-the-order': ({ text }) =>
      `La commande a été payée par ${text('method')}. Veuillez la rembourser de même.`,
    'not-a-webhook-url':
      'Écrivez une URL https d’un serveur public, sans mot de passe ni #, d’au plus 2000 caractères.',
    'not-a-username': ({ number }) =>
      `Écrivez un nom de 1 à ${number('maxLength')} caractères, sans deux-points ni barre oblique. « me » et « server » sont réservés.`,
    'not-a-password': ({ number }) => `Écrivez de ${number('minLength')} à ${number('maxLength')} caractères.`,
    'wrong-password': 'Ce n’est pas votre mot de passe actuel.',
    'no-types': 'Veuillez choisir au moins un type.',
    'too-many-types': ofPage,
    'capacity-out-of-range': wholeNumber,
    'event-id-required': ofPage,
    'event-not-on-that-date': ({ date }) => `Le ${date('date')}, l’événement n’a pas lieu.`,
    'date-in-the-past': ({ date }) => `La date ${date('date')} est passée.`,
    'museum-closed': ({ date }) => `Le ${date('date')}, le musée est fermé.`,
    'sold-out': ({ has, count, number, date, text, list }) => {
      const where = has('entryTime') ? `À ${text('entryTime')}` : `Le ${date('date')}`
      const left = count('left')
      const places =
        left === 0
          ? 'il ne reste aucune place'
          : left === 1
            ? 'il ne reste que 1 place'
            : `il ne reste que ${number('left')} places`
      const others = has('entryTime') ? list('nextEntryTimes') : ''
      return `${where}, ${places}.${others && ` Il en reste assez à ${others}.`}`
    },
    'minutes-out-of-range': ({ number }) =>
      `Écrivez un nombre entier de minutes, de ${number('min')} à ${number('max')}.`,
    'no-times': 'Écrivez au moins une heure.',
    'too-many-times': ({ number }) => `Écrivez au plus ${number('max')} heures.`,
    'times-not-ascending': ({ text }) => `Écrivez une heure plus tardive que la précédente, ${text('previous')}.`,
    'not-of-an-event': 'Cela ne se règle que pour tout le musée.',
    'not-a-rule': 'Écrivez soit un intervalle régulier, soit des heures.',
    'entry-time-required': (words) => `Veuillez choisir une heure d’entrée. ${times(words)}`,
    'not-an-entry-time': (words) =>
      words.count('entryTimes') === 0
        ? `Le ${words.date('date')}, il n’y a plus d’heures d’entrée. Veuillez choisir de nouveau le jour.`
        : `Le ${words.date('date')}, cette heure d’entrée n’existe plus. ${times(words)}`,
    'no-entry-times': 'Il n’y a plus d’heures d’entrée pour cela. Veuillez le choisir de nouveau.',
    'entry-time-over': ({ text }) => `L’heure d’entrée ${text('entryTime')} s’est terminée à ${text('until')}.`,
    'scanned-at-required': ofPage,
    'whole-order-offline': 'Sans réseau, une commande ne peut pas entrer d’un coup : scannez chaque billet.',
    'scanned-in-the-future': ({ number }) =>
      `L’horloge de cet appareil avance de plus de ${number('minutes')} minutes. Veuillez la régler.`,
    'scanned-too-long-ago': ({ number }) => `Le scan date de plus de ${number('days')} jours.`,
    'email-required': 'Avec un numéro de téléphone, il faut aussi une adresse e-mail.',
    'times-incomplete': 'Écrivez les deux heures, ou aucune.',
    missing: ({ has, text }) => (has('column') ? `La colonne ${text('column')} manque.` : 'Veuillez remplir ce champ.'),
    'null-not-allowed': 'Veuillez remplir ce champ.',
    'wrong-type': ({ text }) => (text('expected') === 'number' ? 'Écrivez un nombre, par exemple 12,50.' : ofPage),
    'unknown-value': ({ list }) => `Valeurs possibles : ${list('allowed')}.`,
    'not-json': 'Ce n’est pas du JSON.',
    'not-csv': 'Un guillemet n’est pas fermé, ou pas doublé.',
    'empty-file': 'Le fichier est vide, ou n’a pas de titres de colonnes.',
    'row-too-long': ({ number }) =>
      `La ligne a plus de ${number('maxLength')} caractères. Un guillemet n’est peut-être pas fermé.`,
    'file-too-large': 'Le fichier est trop grand. Veuillez le diviser.',
    'unknown-column': ({ has, number, text }) =>
      has('column')
        ? `La colonne ${text('column')} est inconnue.`
        : `Sur ${number('titles')} colonnes, au plus ${number('known')} sont connues. Veuillez retirer les autres.`,
    'duplicate-column': ({ text }) => `La colonne ${text('column')} figure deux fois.`,
    'thousands-separator': meanings,
    'wrong-cell-count': ({ number }) =>
      `La ligne a ${number('cells')} cellules, et il y a ${number('titles')} titres. Un texte avec un séparateur ou un saut de ligne doit être entre guillemets.`,
    'not-utf-8': 'Le fichier n’est pas en UTF-8. Dans le tableur, enregistrez-le en « CSV UTF-8 ».',
    'not-an-object': ofPage,
    'not-an-array': ofPage,
    'not-an-integer': ofPage,
    'out-of-range': wholeNumber,
    'start-after-end': 'Le début est après la fin.',
    'too-many-days': ({ number }) => `Choisissez au plus ${number('max')} jours. Il y en a ${number('days')}.`,
    'filter-required': 'Veuillez écrire ce qui est cherché.',
    'filters-combined': ofPage,
    'not-a-cursor': ofPage,
    'sent-twice': ofPage,
    'not-an-idempotency-key': ofPage,
    'not-an-entity-tag': ofPage,
    'broken-escape': ofPage,
    'broken-request': ofPage,
  },
  types: {
    'validation-failed': 'Veuillez corriger ce qui est signalé.',
    'museum-closed': 'Rien n’a été vendu. Veuillez voir ce qui est signalé.',
    unauthorized: 'L’utilisateur ou le mot de passe est faux.',
    forbidden: 'Votre rôle ne le permet pas.',
    'users-by-commands':
      'Dans ce musée, les utilisateurs et les mots de passe ne se changent que par une commande sur le serveur. Veuillez demander à son administrateur.',
    'origin-not-allowed':
      'Le musée n’accepte pas de modifications depuis l’adresse de cette page. Veuillez le dire à l’administration.',
    'not-found': 'Cette page n’existe plus au musée.',
    'event-not-found': 'Cet événement n’existe pas. Il a peut-être été supprimé.',
    'ticket-not-found': 'Ce billet n’existe pas.',
    'order-not-found': 'Cette commande n’existe pas.',
    'reservation-not-found': 'Cette réservation n’existe pas. Elle est peut-être terminée et a été supprimée.',
    'payment-not-found': 'La réservation n’a pas ce paiement.',
    'closing-not-found': 'Cette clôture n’existe pas.',
    'admission-not-found': 'Cette entrée n’existe pas, ou a été annulée.',
    'user-not-found': 'Cet utilisateur n’existe pas. Il a peut-être été supprimé.',
    'webhook-not-found': 'Ce webhook n’existe pas. Il a peut-être été supprimé.',
    'delivery-not-found': 'Ce message n’existe plus, ou son adresse n’est plus enregistrée.',
    'method-not-allowed': ofPage,
    'request-timeout': 'La requête n’est pas arrivée à temps. Veuillez réessayer.',
    'request-in-progress': 'La même requête est encore en cours. Veuillez attendre un instant.',
    'sold-out': 'Rien n’a été vendu. Veuillez voir ce qui est signalé.',
    'total-changed': ({ money }) =>
      `Le prix a changé : il est maintenant de ${money('total')}. Rien n’a été vendu. Dites-le au visiteur, puis vendez de nouveau.`,
    'payment-open': 'Cette réservation est en cours de paiement. Attendez, ou libérez-la.',
    'reservation-without-end': 'Cette réservation ne dure que quelques minutes : faites payer tout de suite.',
    'shop-off': 'Ce musée n’a pas de boutique en ligne : vendez la réservation à la caisse.',
    'payment-off': 'Ce musée n’accepte pas de paiement en ligne.',
    'nothing-to-pay': 'Cette réservation ne coûte rien.',
    'below-minimum': 'Le montant est trop petit pour un paiement en ligne.',
    'too-many-payments': 'Cette réservation a eu trop de paiements. Faites-en une autre.',
    'payment-provider-unavailable': 'Le service de paiement ne répond pas. Les places restent réservées ; réessayez.',
    'reservation-ended': ({ text }) => {
      if (text('state') === 'sold') return 'Cette réservation est déjà vendue.'
      return text('state') === 'released'
        ? 'Cette réservation a été libérée. Ses places ont été rendues.'
        : 'Cette réservation a expiré. Ses places ne sont plus retenues.'
    },
    'ticket-not-cancelled': 'Ce billet n’est pas annulé. Annulez-le avant de le rembourser.',
    'not-paid-online': 'Ceci n’a pas été payé en ligne. Veuillez rembourser autrement.',
    'nothing-due': 'Aucun remboursement n’est dû.',
    'refund-settled': 'Ce remboursement a déjà été réglé autrement. Ne rendez pas l’argent une deuxième fois.',
    'ticket-admitted': ({ has }) => {
      if (!has('orderId')) return 'Ce billet a été utilisé et ne peut pas être annulé.'
      return has('ticketId')
        ? 'Un billet de cette commande a été utilisé : la vente ne peut pas être annulée. Annulez les autres billets.'
        : 'Tous les billets de cette commande ont été utilisés : aucun ne peut être annulé.'
    },
    'too-late-to-reverse': ({ date }) =>
      `Une vente ne s’annule que le jour même, et celle-ci date du ${date('date')} : annulez la commande, puis remboursez-la.`,
    'too-late-to-correct': ({ date }) =>
      `Un paiement ne se corrige que le jour de la vente, et celle-ci date du ${date('date')} : laissez-le tel quel.`,
    'order-paid-online': 'Ceci a été payé en ligne : le paiement reste tel quel.',
    'order-refunded': 'Tout a été remboursé : le paiement reste tel quel.',
    'no-address': 'Il n’y a pas d’adresse e-mail. Écrivez où envoyer.',
    'shop-closed': 'La boutique en ligne est fermée en ce moment.',
    'mail-off': 'Ce musée n’envoie pas d’e-mails. Imprimez plutôt le billet.',
    'tickets-are-sold': ({ count, number, date }) =>
      count('tickets') === 1
        ? `Pour le ${date('from')}, 1 billet est vendu. Rien n’a été modifié.`
        : `À partir du ${date('from')}, ${number('tickets')} billets sont vendus. Rien n’a été modifié.`,
    'too-many-rows': ({ count, number }) =>
      count('days') === 0
        ? `Un seul jour a déjà plus de ${number('max')} lignes.`
        : `Il y a plus de ${number('max')} lignes. Choisissez au plus ${number('days')} jours.`,
    'user-exists': 'Un utilisateur a déjà ce nom. Veuillez en choisir un autre.',
    'last-administrator': 'C’est le dernier administrateur. Donnez d’abord le rôle admin à un autre utilisateur.',
    'set-by-environment':
      'Le mot de passe de cet utilisateur est fixé sur le serveur. Veuillez demander à son administrateur.',
    'webhook-disabled': 'Le webhook est désactivé. Activez-le, puis renvoyez le test.',
    'too-many-webhooks': ({ number }) => `Il y a déjà ${number('max')} webhooks. Supprimez-en un qui n’est pas utile.`,
    'too-many-secrets': ({ number }) =>
      `Le secret a été renouvelé ${number('renewals')} fois en ${number('hours')} heures. Veuillez attendre.`,
    'ticket-cancelled': ({ has }) =>
      has('orderId') ? 'Tous les billets de cette commande sont annulés.' : 'Ce billet est annulé.',
    'precondition-failed': 'Quelqu’un d’autre l’a modifié entre-temps. Rien n’a été modifié.',
    'payload-too-large': 'C’est trop grand.',
    'unsupported-media-type': ofPage,
    'scan-id-reused': ofPage,
    'idempotency-key-reused': ofPage,
    'too-many-requests':
      'Trop de mots de passe étaient faux, ou trop de requêtes sont arrivées. Veuillez réessayer dans une minute.',
    'too-many-mails': ({ count, number, text }) => {
      const wait = count('minutes') === 1 ? '1 minute' : `${number('minutes')} minutes`
      const sent =
        text('per') === 'address'
          ? `Cette adresse a reçu ${number('limit')} e-mails en une heure.`
          : `Vous avez envoyé ${number('limit')} e-mails en une heure.`
      return `${sent} Envoyez le prochain dans ${wait}, ou imprimez le billet.`
    },
    'headers-too-large': ofPage,
    'internal-error': 'Une erreur est survenue sur le serveur du musée. Veuillez signaler le numéro de la requête.',
    'service-unavailable': 'Le musée ne peut pas le faire en ce moment. Veuillez réessayer.',
    'outcome-unknown': 'On ne sait pas si cela a pris effet. Vérifiez-le avant de recommencer.',
  },
}
