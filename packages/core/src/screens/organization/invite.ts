/** An invitation by email and role. It is mailed, or shown once as a link. */
import { invitationBody } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { invitationCreation } from '../../data/members.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'

const text = organizationText.team

export interface MadeInvitation {
  email: string
  link: string
  /** How the link gets to who is invited. */
  note: string
}

/** The dialog of an invitation. */
export interface Invite {
  readonly form: Form<{ email: string; role_id: string }>
  readonly $isOpen: ReadableAtom<boolean>
  /** The link of the invitation that was just made, where no mail brings it. */
  readonly $made: ReadableAtom<MadeInvitation | null>
  open(): void
  close(): void
  copyLink(): Promise<boolean>
}

/** The least that a new member may do, until another role is chosen. */
const FIRST_ROLE = 'developer'

export function createInvite(
  { client, queries, host }: Needs<'host' | 'client' | 'queries'>,
  slug: string,
): Invite {
  const $isOpen = atom(false)
  const $made = atom<MadeInvitation | null>(null)
  const form = createForm({
    schema: invitationBody,
    initial: { email: '', role_id: FIRST_ROLE },
    blames: { already_member: 'email' },
    async submit(body) {
      const { email, link, mailed } = await mutate(queries, invitationCreation(client, slug), body)
      $isOpen.set(false)
      if (link !== null) return $made.set({ email, link, note: text.linkNotMailed(email) })
      host.notifier.notify(
        mailed
          ? { kind: 'success', message: text.mailed(email) }
          : { kind: 'error', message: text.notMailed(email) },
      )
    },
  })
  return {
    form,
    $isOpen,
    $made,
    open: () => $isOpen.set(true),
    close() {
      $isOpen.set(false)
      $made.set(null)
    },
    async copyLink() {
      const made = $made.get()
      return made !== null && copyText(host, made.link)
    },
  }
}
