/** Addresses that are stored, and called by the platform later. */
import { DomainError } from '../kernel/domain-error.js'
import { OutgoingError } from '../outgoing/outgoing-error.js'
import type { Outgoing } from '../outgoing/outgoing.js'

/** Absent: nothing is refused. */
export type AddressCheck = Pick<Outgoing, 'refuseClosed'> | undefined

/** @throws DomainError address_refused */
export function refuseClosed(outgoing: AddressCheck, url: string | null | undefined): void {
  if (!outgoing || url === null || url === undefined) return
  try {
    outgoing.refuseClosed(url)
  } catch (error) {
    if (error instanceof OutgoingError) throw new DomainError('address_refused', error.message)
    throw error
  }
}
