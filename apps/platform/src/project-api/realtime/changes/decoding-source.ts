/** Changes by logical decoding: from the log of a server that writes enough into it. */
import { randomUUID } from 'node:crypto'
import type { ChangesSignIn } from '../../../engines/server/sign-in.js'
import type { OpenChangeSource } from './change-source.js'
import { readChanges, type Slot } from './changes-reader.js'
import { createChangeDecoder } from './decoded-changes.js'

/** The one slot of a database of ours. It outlives a connection that broke off. */
const OWN_SLOT = 'basedeck_realtime'

/** A slot outlives its reader only in a database of ours: elsewhere one that nobody drops would fill a disk. */
export function decodingSource({ signIn, keepsSlot }: ChangesSignIn): OpenChangeSource {
  return async (listener) => {
    const decoder = createChangeDecoder()
    const slot: Slot = keepsSlot
      ? { name: OWN_SLOT, isTemporary: false }
      : { name: `${OWN_SLOT}_${randomUUID().replaceAll('-', '')}`, isTemporary: true }
    return readChanges(signIn, slot, {
      async take(messages) {
        const reshaped = new Set<number>()
        await listener.take(decoder.decode(messages, reshaped), reshaped)
      },
      lost: (error) => listener.lost(error),
    })
  }
}
