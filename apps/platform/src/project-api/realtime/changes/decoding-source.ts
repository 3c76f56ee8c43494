/** Changes by logical decoding: from the log of a server that writes enough into it. */
import { randomUUID } from 'node:crypto'
import { CHANGES_SLOT } from '../../../engines/roles.js'
import type { ChangesSignIn } from '../../../engines/server/sign-in.js'
import type { OpenChangeSource } from './change-source.js'
import { readChanges, type Slot } from './changes-reader.js'
import { createChangeDecoder } from './decoded-changes.js'
import { createTakenRows } from './taken-rows.js'

/** Only in our own databases a slot stays after its reader: elsewhere it could fill the disk, because we may not come back to drop it. */
export function decodingSource(wayOf: () => ChangesSignIn): OpenChangeSource {
  let from = 0n
  const rows = createTakenRows()
  return async (listener) => {
    rows.again()
    const { signIn, keepsSlot } = wayOf()
    const decoder = createChangeDecoder()
    const slot: Slot = keepsSlot
      ? { name: CHANGES_SLOT, isTemporary: false }
      : { name: `${CHANGES_SLOT}_${randomUUID().replaceAll('-', '')}`, isTemporary: true }
    const reader = await readChanges(
      { signIn, slot, from: keepsSlot ? from : 0n },
      {
        async take(messages) {
          const reshaped = new Set<number>()
          const left = rows.left(messages)
          await listener.take(decoder.decode(left.messages, reshaped), reshaped)
          left.taken()
        },
        lost(error) {
          from = reader.handled()
          listener.lost(error)
        },
      },
    )
    return reader
  }
}
