/** `/auth/sent-mail`: what the auth service wrote to users in the last day, and how its delivery went. */
import {
  getAuthMail,
  type AuthMailEntry,
  type AuthMailText,
  type AuthMailWay,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  authMailOpening,
  authMailRemoval,
  authMailResending,
  authMailsQuery,
} from '../../data/auth-config.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { linksOf } from '../../rules/auth/mail.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { authMailsText as text } from '../../text/auth-mails.js'
import { authSettingsText } from '../../text/auth-settings.js'
import type { Needs } from '../context.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { mailLinks } from './auth-settings.js'

/** A mail as its row shows it. */
export interface SentMailRow {
  id: string
  to: string
  subject: string
  kind: string
  created: string
  status: AuthMailEntry['status']
  statusLabel: string
  /** Why it was not delivered yet, and how often it was tried; empty: nothing is to be said. */
  detail: string
  /** What it says is kept. */
  canOpen: boolean
  /** It could not be delivered. */
  canSendAgain: boolean
}

/** The mail that is open. */
export interface OpenedMail {
  to: string
  mail: AuthMailText
  /** Addresses that it links to. */
  links: string[]
  note: string
}

/** The mails of the last day. */
export interface SentMailScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly lead: string
  readonly $way: ReadableAtom<{ title: string; body: string } | null>
  readonly $rows: ReadableAtom<Remote<SentMailRow[]>>
  readonly $mayRemove: ReadableAtom<ControlState>
  readonly $maySend: ReadableAtom<ControlState>
  readonly $opened: ReadableAtom<OpenedMail | null>
  refresh(): void
  /** With links and codes where the caller's role allows it, else with both blanked. */
  open(row: SentMailRow): Promise<void>
  close(): void
  remove(row: SentMailRow): Promise<void>
  /** Says what came of it. */
  sendAgain(row: SentMailRow): Promise<void>
  readonly links: ReturnType<typeof mailLinks>
}

export function createSentMail(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account'>,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): SentMailScreen {
  const { host, client, queries, router } = context
  const query = authMailsQuery(client, ref)
  const $mails = queries.store(query)
  const $mayOpen = projectControlState(
    context,
    ref,
    { action: 'update', resource: 'auth_mails' },
    text.blankedNote,
  )
  const opening = createMutation(queries, authMailOpening(client, ref))
  const removing = createMutation(queries, authMailRemoval(client, ref))
  const resending = createMutation(queries, authMailResending(client, ref))
  const $opened = atom<OpenedMail | null>(null)
  let asked = 0
  const fail = (message: string) => host.notifier.notify({ kind: 'error', message })

  return {
    title,
    gate,
    lead: text.lead,
    $way: computed($mails, (mails) => (mails.status === 'ready' ? wayOf(mails.data.way) : null)),
    $rows: computed($mails, (mails): Remote<SentMailRow[]> =>
      mails.status === 'ready' ? { ...mails, data: mails.data.mails.map(rowOf) } : mails,
    ),
    $mayRemove: projectControlState(
      context,
      ref,
      { action: 'delete', resource: 'auth_mails' },
      text.mayNotRemove,
    ),
    $maySend: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'auth_mails' },
      text.mayNotSend,
    ),
    $opened,
    refresh: () => queries.refresh(query.key),
    async open({ id, to }) {
      const mine = ++asked
      const isWhole = !$mayOpen.get().disabled
      try {
        const mail = isWhole ? await openWhole(id) : await client.call(getAuthMail, { params: { ref, id } })
        if (mail === undefined || mine !== asked) return
        const note = isWhole ? text.openNote : text.blankedNote
        $opened.set({ to, mail, links: isWhole ? linksOf(mail.html) : [], note })
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error))
      }
    },
    close() {
      asked++
      $opened.set(null)
    },
    async remove({ id }) {
      const outcome = await removing.run({ id })
      if (outcome.type === 'done') host.notifier.notify({ kind: 'success', message: text.removed })
      else if (outcome.type === 'failed') fail(outcome.error.message)
    },
    async sendAgain({ id, to }) {
      const outcome = await resending.run({ id })
      if (outcome.type === 'failed') return fail(outcome.error.message)
      if (outcome.type !== 'done') return
      const { reason } = outcome.data
      if (reason === null) host.notifier.notify({ kind: 'success', message: text.sentAgain(to) })
      else fail(text.notSentAgain(text.reason(reason)))
    },
    links: mailLinks(router, ref, 'authSentMail'),
    dispose: () => $opened.set(null),
  }

  async function openWhole(id: string): Promise<AuthMailText | undefined> {
    const outcome = await opening.run({ id })
    if (outcome.type === 'failed') fail(outcome.error.message)
    return outcome.type === 'done' ? outcome.data : undefined
  }
}

const wayOf = (way: AuthMailWay | 'none') => text.ways[way]

function rowOf({ id, to, subject, kind, created_at, status, reason, attempts }: AuthMailEntry): SentMailRow {
  const isTold = reason !== null && status !== 'delivered'
  return {
    id,
    to,
    subject,
    kind: authSettingsText.mails[kind],
    created: created_at,
    status,
    statusLabel: text.status[status],
    detail: isTold ? `${text.reason(reason)} (${text.attempts(attempts)})` : '',
    canOpen: status === 'kept',
    canSendAgain: status === 'failed',
  }
}
