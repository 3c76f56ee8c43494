/** A channel is not opened, or a message not taken: the code and the sentence that clients of the family read. */
import type { ChannelRefusal } from './family-names.js'

export class ChannelRefused extends Error {
  override readonly name = 'ChannelRefused'
  readonly code: ChannelRefusal

  constructor(code: ChannelRefusal, message: string) {
    super(message)
    this.code = code
  }

  /** As `reason` of a reply. */
  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}
