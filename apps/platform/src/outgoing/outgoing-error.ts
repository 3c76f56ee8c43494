/** Why a call to the outside did not succeed. The message is a sentence and holds nothing of the call. */
import { outgoingText } from '../text/outgoing.js'

export type OutgoingReason = keyof typeof outgoingText

export class OutgoingError extends Error {
  override readonly name = 'OutgoingError'
  readonly reason: OutgoingReason
  constructor(reason: OutgoingReason, options?: ErrorOptions) {
    super(outgoingText[reason], options)
    this.reason = reason
  }
}
