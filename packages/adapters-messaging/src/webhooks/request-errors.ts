import { type Peer, connectionError } from '../connection-errors.ts'
import { AddressNotPermitted } from './addresses.ts'

const receiver: Peer = { name: 'receiver', adviceAboutTls: 'Check that its port takes https.' }

/** One sentence that says why there is no response. It has no part of the URL but the host, and no text of the receiver. */
export const sentenceOf = (error: unknown, hostname: string): string => {
  if (error instanceof AddressNotPermitted)
    return `The host name ${hostname} has the address ${error.address}, to which messages are not sent. Use a receiver with a public address, or permit private addresses in the settings of the server.`
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown error'
  if (code.startsWith('HPE_')) return `The receiver did not answer in valid HTTP (${code}).`
  return connectionError(code, receiver) ?? `The request failed (${code}).`
}
