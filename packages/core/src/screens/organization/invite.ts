/** Invitations by email and role, one for each address. They are mailed, or their links are shown once. */
import { invitationBody, PlatformError } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { nonEmpty, object, pipe, rawCheck, safeParse, string } from 'valibot'
import { invitationCreation } from '../../data/members.js'
import { copyText } from '../../kernel/copy-text.js'
import { createForm, sentenceOf, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { INVITED_MAX, invitedAddresses } from '../../rules/access/invited-addresses.js'
import { organizationText } from '../../text/organization.js'
import type { Needs } from '../context.js'

const text = organizationText.team

/** What became of one address. `link`: no mail brings it, so it is shown once. */
export type InvitationResult =
  | { type: 'link'; email: string; link: string }
  | { type: 'mailed'; email: string }
  | { type: 'not-mailed'; email: string }
  | { type: 'failed'; email: string; message: string }

/** The dialog of invitations. */
export interface Invite {
  /** `emails`: addresses, separated by commas, blanks or new lines. */
  readonly form: Form<{ emails: string; role_id: string }>
  readonly $isOpen: ReadableAtom<boolean>
  /** What became of the invitations that were just made; null where there is nothing to show. */
  readonly $results: ReadableAtom<readonly InvitationResult[] | null>
  open(): void
  close(): void
  copyLink(email: string): Promise<boolean>
  /** All links, a line for each address. */
  copyLinks(): Promise<boolean>
}

/** The least that a new member may do, until another role is chosen. */
const FIRST_ROLE = 'developer'

const schema = object({
  emails: pipe(
    string(),
    nonEmpty(text.noEmail),
    rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value === '') return
      const message = problemOf(invitedAddresses(dataset.value))
      if (message !== undefined) addIssue({ message })
    }),
  ),
  role_id: invitationBody.entries.role_id,
})

function problemOf(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return text.noEmail
  const wrong = addresses.find((address) => !safeParse(invitationBody.entries.email, address).success)
  if (wrong !== undefined) return text.notAnEmail(wrong)
  return addresses.length > INVITED_MAX ? text.tooManyEmails(INVITED_MAX) : undefined
}

export function createInvite(
  { client, queries, host }: Needs<'host' | 'client' | 'queries'>,
  slug: string,
): Invite {
  const $isOpen = atom(false)
  const $results = atom<readonly InvitationResult[] | null>(null)
  const creation = invitationCreation(client, slug)

  async function invite(email: string, role_id: string): Promise<InvitationResult> {
    const made = await mutate(queries, creation, { email, role_id })
    if (made.link !== null) return { type: 'link', email: made.email, link: made.link }
    return { type: made.mailed ? 'mailed' : 'not-mailed', email: made.email }
  }

  /** One after the other, each with its own answer. Who has to wait is not asked for the others. */
  async function inviteAll(emails: readonly string[], role_id: string): Promise<InvitationResult[]> {
    const results: InvitationResult[] = []
    let refusal: PlatformError | undefined
    for (const email of emails) {
      const result = refusal ?? (await invite(email, role_id).catch((error: unknown) => refusalOf(error)))
      if (!(result instanceof PlatformError)) {
        results.push(result)
        continue
      }
      results.push({ type: 'failed', email, message: sentenceOf(result) })
      if (result.status === 429 || result.kind === 'network') refusal = result
    }
    return results
  }

  const form = createForm({
    schema,
    initial: { emails: '', role_id: FIRST_ROLE },
    blames: { already_member: 'emails' },
    async submit({ emails, role_id }) {
      const addresses = invitedAddresses(emails)
      const [only] = addresses
      if (only !== undefined && addresses.length === 1) {
        const result = await invite(only, role_id)
        $isOpen.set(false)
        if (result.type === 'link') return $results.set([result])
        return host.notifier.notify(
          result.type === 'mailed'
            ? { kind: 'success', message: text.mailed(result.email) }
            : { kind: 'error', message: text.notMailed(result.email) },
        )
      }
      const results = await inviteAll(addresses, role_id)
      $isOpen.set(false)
      const failed = results.filter(({ type }) => type === 'failed')
      form.set('emails', failed.map(({ email }) => email).join('\n'))
      $results.set(results)
    },
  })
  const links = () => ($results.get() ?? []).filter((result) => result.type === 'link')
  return {
    form,
    $isOpen,
    $results,
    open: () => $isOpen.set(true),
    close() {
      $isOpen.set(false)
      $results.set(null)
    },
    async copyLink(email) {
      const made = links().find((result) => result.email === email)
      return made !== undefined && copyText(host, made.link)
    },
    copyLinks: () =>
      copyText(
        host,
        links()
          .map(({ email, link }) => `${email} ${link}`)
          .join('\n'),
      ),
  }
}

/** @throws what is no answer of the platform */
function refusalOf(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error
  throw error
}
