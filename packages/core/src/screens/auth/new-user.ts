/** The form of a new user. */
import { toPlatformError } from '@basedeck/platform-client'
import * as v from 'valibot'
import { userChange } from '../../data/users.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import { isJsonObject } from '../../rules/auth/json-object.js'
import { createUserStatement, type NewUser } from '../../sql/auth/user-changes.js'
import { usersText } from '../../text/users.js'
import type { Needs } from '../context.js'

const text = usersText.form
const EMAIL = /^[^\s@]+@[^\s@]+$/
const PHONE = /^[0-9]{4,15}$/

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

/** @param created what opens the new user */
export function createNewUserForm(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  ref: string,
  created: (id: string) => void,
): Form<NewUser> {
  return createForm({
    schema,
    initial: { email: '', phone: '', isConfirmed: true, metadata: '' },
    async submit(values) {
      try {
        const id = await mutate(queries, userChange(client, ref), createUserStatement(values))
        host.notifier.notify({ kind: 'success', message: text.done(values.email || values.phone) })
        if (id !== null) created(id)
      } catch (error) {
        throw toPlatformError(error)
      }
    },
  })
}
