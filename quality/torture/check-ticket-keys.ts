import { isDeepStrictEqual } from 'node:util'
import type { Violation } from './findings.ts'

/** A ticket's image as one server sent it. */
export type TicketImage = Readonly<{
  /** A digest of the bytes. */
  digest: string
  /** The content of the code in the image. */
  content: Readonly<{ keyId: number; ticketId: string; ticketDate: string; ticketType: string }> | undefined
  /** Whether the signature is right by the key of that keyId in `GET /ticket-keys`. */
  isVerified: boolean
}>

type Ticket = Readonly<{
  ticketId: string
  ticketDate: string
  ticketType: string
  /** The key under which it was sold. */
  signingKey: number | null
  /** From each server. */
  images: readonly TicketImage[]
  /** Images of earlier rounds, and of this round while keys changed. */
  earlierImages: readonly TicketImage[]
}>

/** The keys and images that the servers send once all of them apply the latest keys. */
export type SentKeys = Readonly<{
  /** The identifiers of the keys that each server lists. */
  listed: readonly (readonly number[])[]
  /** In ascending order of the identifiers. */
  stored: readonly Readonly<{ keyId: number; isRevoked: boolean }>[]
  tickets: readonly Ticket[]
}>

/** Compares the images of tickets with the ticket keys; does no input or output itself. */
export const checkTicketKeys = ({ listed, stored, tickets }: SentKeys): readonly Violation[] => {
  const violations: Violation[] = []
  const valid = stored.filter(({ isRevoked }) => !isRevoked).map(({ keyId }) => keyId)
  for (const keyIds of listed)
    if (
      !isDeepStrictEqual(
        [...keyIds].toSorted((a, b) => a - b),
        valid,
      )
    )
      violations.push({ fault: 'the keys that a server lists are not the valid ones', recorded: keyIds, stored })
  for (const ticket of tickets) {
    const { ticketId, ticketDate, ticketType, signingKey, images, earlierImages } = ticket
    const add = (fault: string) => violations.push({ fault, recorded: ticket, stored: valid })
    if (signingKey === null || !stored.some(({ keyId }) => keyId === signingKey))
      add('a ticket that was sold under no key that is stored')
    if (new Set(images.map(({ digest }) => digest)).size > 1) add('two servers sent different images of a ticket')
    const expectedKey = valid.includes(signingKey ?? 1) ? signingKey : valid.at(-1)
    for (const { content, isVerified } of images) {
      if (!isVerified) add('a code that no listed key verifies')
      if (
        !isDeepStrictEqual(content && { ...content, keyId: expectedKey }, {
          keyId: expectedKey,
          ticketId,
          ticketDate,
          ticketType,
        })
      )
        add('a code that says something other than its ticket')
      else if (content?.keyId !== expectedKey) add('a code that is signed by another key than expected')
    }
    const isOfValidKey = ({ content }: TicketImage) => content?.keyId === signingKey && valid.includes(signingKey ?? 1)
    if (earlierImages.some((image) => isOfValidKey(image) && image.digest !== images[0]?.digest))
      add('an image that changed although its key is valid')
  }
  return violations
}
