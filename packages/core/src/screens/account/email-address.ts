/** The address of the account: another one is asked for with the password, and counts once both mailboxes have confirmed it. */
import { cancelEmailChange, changeEmail, emailChangeBody, type Profile } from '@basedeck/platform-client'
import { computed, type ReadableAtom } from 'nanostores'
import { profileQuery } from '../../data/account.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation } from '../../kernel/mutation.js'
import { accountText } from '../../text/account.js'
import type { Needs } from '../context.js'

/** The address of the caller's account, and a change of it. */
export interface EmailAddress {
  /** The address that counts; empty while it is not known. */
  readonly $email: ReadableAtom<string>
  /** A change that waits, as a sentence; null: none. */
  readonly $waiting: ReadableAtom<string | null>
  readonly form: Form<{ email: string; password: string }>
  /** Takes the change back. */
  cancel(): Promise<void>
  readonly $isCancelling: ReadableAtom<boolean>
}

export function createEmailAddress({
  client,
  queries,
  host,
  account,
}: Needs<'client' | 'queries' | 'host' | 'account'>): EmailAddress {
  const keep = (profile: Profile) => queries.set(profileQuery(client), profile)
  const cancelling = createMutation(queries, {
    call: async () => keep(await client.call(cancelEmailChange, {})),
  })
  const $profile = computed(account.$profile, (profile) => (profile.status === 'ready' ? profile.data : null))
  const form = createForm({
    schema: emailChangeBody,
    initial: { email: '', password: '' },
    blames: { wrong_password: 'password', email_taken: 'email' },
    async submit(body) {
      const profile = await client.call(changeEmail, { body })
      keep(profile)
      form.reset()
      queries.refresh(['account'])
      const message = profile.email_change ? accountText.emailAsked : accountText.emailChanged(body.email)
      host.notifier.notify({ kind: 'success', message })
    },
  })
  return {
    $email: computed($profile, (profile) => profile?.primary_email ?? ''),
    $waiting: computed($profile, (profile) =>
      profile?.email_change
        ? accountText.emailWaiting(
            profile.email_change.email,
            profile.email_change.confirmed.includes('old') ? null : (profile.primary_email ?? ''),
            !profile.email_change.confirmed.includes('new'),
          )
        : null,
    ),
    form,
    async cancel() {
      const outcome = await cancelling.run(undefined)
      if (outcome.type === 'failed') host.notifier.notify({ kind: 'error', message: outcome.error.message })
    },
    $isCancelling: computed(cancelling.$state, ({ status }) => status === 'running'),
  }
}
