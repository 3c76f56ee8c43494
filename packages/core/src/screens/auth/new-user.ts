/** The forms of a new user: one that a member makes, and one who is invited. */
import { toPlatformError } from '@basedeck/platform-client'
import * as v from 'valibot'
import { userChange, type NewUser } from '../../data/users.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { isJsonObject } from '../../rules/auth/json-object.js'
import { usersText } from '../../text/users.js'
import type { Needs } from '../context.js'

const text = usersText.form
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/
const PHONE = /^[1-9][0-9]{4,14}$/

const schema = v.pipe(
  v.object({
    email: v.pipe(
      v.string(),
      v.check((given) => given.trim() === '' || EMAIL.test(given.trim()), text.badEmail),
    ),
    phone: v.pipe(
      v.string(),
      v.check((given) => given.trim() === '' || PHONE.test(given.trim()), text.badPhone),
    ),
    password: v.string(),
    isConfirmed: v.boolean(),
    metadata: v.pipe(
      v.string(),
      v.check((given) => given.trim() === '' || isJsonObject(given), text.badJson),
    ),
  }),
  v.forward(
    v.check(({ email, phone }) => email.trim() !== '' || phone.trim() !== '', text.needsOne),
    ['email'],
  ),
)

type FormNeeds = Needs<'host' | 'client' | 'queries'>

/** @param created what opens the new user */
export function createNewUserForm(
  { host, client, queries }: FormNeeds,
  ref: string,
  created: (id: string) => void,
): Form<NewUser> {
  return createForm({
    schema,
    initial: { email: '', phone: '', password: '', isConfirmed: true, metadata: '' },
    async submit(user) {
      const { id } = await sent(() => mutate(queries, userChange(client, ref), { type: 'create', user }))
      host.notifier.notify({ kind: 'success', message: text.done(user.email || user.phone) })
      created(id)
    },
  })
}

const invitation = v.object({
  email: v.pipe(
    v.string(),
    v.check((given) => EMAIL.test(given.trim()), text.badEmail),
  ),
})

/** @param created what opens the invited user */
export function createInvitationForm(
  { host, client, queries }: FormNeeds,
  ref: string,
  created: (id: string) => void,
): Form<{ email: string }> {
  return createForm({
    schema: invitation,
    initial: { email: '' },
    async submit({ email }) {
      const { id } = await sent(() => mutate(queries, userChange(client, ref), { type: 'invite', email }))
      host.notifier.notify({ kind: 'success', message: usersText.invitation.done(email.trim()) })
      created(id)
    },
  })
}

async function sent<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    throw toPlatformError(error)
  }
}
