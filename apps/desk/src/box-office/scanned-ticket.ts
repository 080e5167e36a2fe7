import { readAdmissionCode, readScannedText } from '@museum/client'

/** The number of the ticket whose code was scanned; `undefined` for a text that is no code. */
export const scannedTicketId = (text: string): string | undefined => {
  const scanned = readScannedText(text)
  return scanned.form === 'unsigned' ? scanned.text.split('.')[0] : readAdmissionCode(text)?.ticketId
}
