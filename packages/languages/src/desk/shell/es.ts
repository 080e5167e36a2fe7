import type { ShellTexts } from './texts.ts'

export const shell: ShellTexts = {
  signIn: {
    heading: 'Iniciar sesión',
    username: 'Usuario',
    password: 'Contraseña',
    submit: 'Iniciar sesión',
    wrong: 'El usuario o la contraseña no son correctos.',
    remember: 'Recordar en este dispositivo hasta medianoche',
    rememberHint: 'Cifrado, solo en este navegador. No en un dispositivo compartido.',
    rememberNeedsHttps: 'Este dispositivo solo puede recordar la sesión por HTTPS.',
    againHeading: 'Inicie sesión de nuevo',
    again: 'El museo ya no acepta esta sesión. No se pierde nada de lo escrito.',
    signOut: 'Cerrar sesión',
  },
  role: { admin: 'Oficina', 'box-office': 'Taquilla', gate: 'Acceso', reader: 'Información' },
  navigation: 'Páginas',
  skip: 'Ir al contenido',
  language: 'Idioma',
  noSuchPage: 'Esta página no existe o no corresponde a su función.',
  loading: 'Cargando…',
  inProgress: 'En curso…',
  done: 'Hecho.',
  noAnswerYet: 'El museo aún no ha respondido. Nuevo intento…',
  noAnswer: 'El museo no ha respondido. Compruebe si el cambio ha surtido efecto antes de repetirlo.',
  offline: 'Sin red',
  defect: 'Se ha producido un error en esta página. Vuelva a cargarla.',
  partNotLoaded: 'No se ha podido cargar esta página: quizá haya una versión nueva.',
  reload: 'Volver a cargar',
  requestId: 'Número de la solicitud',
  cancel: 'Cancelar',
  close: 'Cerrar',
  scannedInVain:
    'Aquí se ha escaneado una entrada y no se ha cambiado nada. Escanéela en el acceso o en la búsqueda de la taquilla.',
  otherKeyboard:
    'No se puede leer el código. Quizá el lector escribe con otra distribución de teclado que este dispositivo. Configúrelo con la del dispositivo.',
  typed: {
    amount: (example) => `Escriba un número, por ejemplo ${example}.`,
    count: 'Escriba un número entero en cifras, por ejemplo 120.',
    date: 'Escriba una fecha, por ejemplo 2030-05-17.',
    meanings: (first, second) =>
      second === undefined ? `Escriba ${first}.` : `Escriba ${first} o ${second}: puede significar ambas cosas.`,
  },
  cancellation: {
    cancels: (tickets, count) =>
      tickets === 0
        ? 'No se anula ninguna entrada.'
        : tickets === 1
          ? 'Se anula 1 entrada.'
          : `Se anulan ${count} entradas.`,
    mails: (tickets) =>
      tickets === 1
        ? 'El visitante recibe un correo, si el museo envía correos y tiene la dirección.'
        : 'Los visitantes reciben un correo, si el museo envía correos y tiene la dirección.',
    keep: 'No cambiar nada',
  },
  asOf: (time) => `Estado a las ${time}`,
}
