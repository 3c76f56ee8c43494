/** The inbox behind the bell: what happened is there, all of it is archived, and one is brought back. */
import type { Deck, InboxList } from '@basedeck/core'
import { strict as assert } from 'node:assert'
import { waitFor } from '../wait-for.js'

/** @param title of a notification that must have arrived */
export async function inboxFlow(deck: Deck, title: string, say: (text: string) => void): Promise<void> {
  const { bell } = deck.shell
  bell.open()
  const inbox = await waitFor(bell.$inbox, 'the inbox', (open) => open !== null)
  const stop = inbox.$list.subscribe(() => undefined)
  await waitFor(inbox.$list, `“${title}”`, holds(title))
  await inbox.archiveAll()
  await waitFor(inbox.$list, 'an empty inbox', isEmpty)
  inbox.openTab('archived')
  const archived = await waitFor(inbox.$list, 'the archive', holds(title))
  const row = archived.rows.find((one) => one.title === title)
  assert(row, 'the archive was expected to hold it')
  await inbox.setStatus(row.id, 'seen')
  inbox.openTab('inbox')
  await waitFor(inbox.$list, 'the one that came back', holds(title))
  await inbox.archiveAll()
  stop()
  bell.close()
  say('an inbox that was archived, and one notification brought back')
}

type ReadyList = Extract<InboxList, { status: 'ready' }>

const holds =
  (title: string) =>
  (list: InboxList): list is ReadyList =>
    list.status === 'ready' && list.rows.some((row) => row.title === title)

const isEmpty = (list: InboxList): list is Extract<InboxList, { status: 'empty' }> => list.status === 'empty'
