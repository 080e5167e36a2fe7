import type { ShellTexts } from './texts.ts'

export const shell: ShellTexts = {
  signIn: {
    heading: 'Connexion',
    username: 'Utilisateur',
    password: 'Mot de passe',
    submit: 'Se connecter',
    wrong: 'L’utilisateur ou le mot de passe est incorrect.',
    remember: 'Mémoriser sur cet appareil jusqu’à minuit',
    rememberHint: 'Chiffré, dans ce navigateur seulement. Pas sur un appareil partagé.',
    rememberNeedsHttps: 'Cet appareil ne peut mémoriser la connexion qu’en HTTPS.',
    againHeading: 'Veuillez vous reconnecter',
    again: 'Le musée n’accepte plus cette connexion. Votre saisie est conservée.',
    signOut: 'Se déconnecter',
  },
  role: { admin: 'Bureau', 'box-office': 'Caisse', gate: 'Contrôle', reader: 'Accueil' },
  navigation: 'Pages',
  skip: 'Aller au contenu',
  language: 'Langue',
  noSuchPage: 'Cette page n’existe pas ou n’est pas accessible avec votre rôle.',
  loading: 'Chargement…',
  inProgress: 'En cours…',
  done: 'Terminé.',
  noAnswerYet: 'Le musée n’a pas encore répondu. Nouvel essai…',
  noAnswer: 'Le musée n’a pas répondu. Vérifiez si la modification a pris effet avant de la répéter.',
  offline: 'Pas de réseau',
  defect: 'Une erreur est survenue sur cette page. Veuillez la recharger.',
  partNotLoaded: 'Cette page n’a pas pu être chargée\u00a0: une nouvelle version existe peut-être.',
  reload: 'Recharger',
  requestId: 'Numéro de la requête',
  cancel: 'Annuler',
  close: 'Fermer',
  scannedInVain:
    'Un billet a été scanné ici, et rien n’a été modifié. Scannez-le à l’entrée, ou dans la recherche de la caisse.',
  otherKeyboard:
    'Le code est illisible. Le lecteur tape peut-être avec une autre disposition de clavier que cet appareil. Réglez-le sur la disposition de l’appareil.',
  typed: {
    amount: (example) => `Écrivez un nombre, par exemple ${example}.`,
    count: 'Écrivez un nombre entier en chiffres, par exemple 120.',
    date: 'Écrivez une date, par exemple 2030-05-17.',
    meanings: (first, second) =>
      second === undefined
        ? `Écrivez ${first}.`
        : `Écrivez ${first} ou ${second}\u00a0: les deux lectures sont possibles.`,
  },
  cancellation: {
    cancels: (tickets, count) =>
      tickets === 0
        ? 'Aucun billet n’est annulé.'
        : tickets === 1
          ? '1 billet est annulé.'
          : `${count} billets sont annulés.`,
    mails: (tickets) =>
      tickets === 1
        ? 'Le visiteur reçoit un e-mail, si le musée envoie des e-mails et a l’adresse.'
        : 'Les visiteurs reçoivent un e-mail, si le musée envoie des e-mails et a l’adresse.',
    keep: 'Ne rien modifier',
  },
  asOf: (time) => `État à ${time}`,
}
