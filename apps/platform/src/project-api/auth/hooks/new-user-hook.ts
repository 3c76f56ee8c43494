/** Asks the hook about a user who is about to be created. */
import { randomUUID } from 'node:crypto'
import type { AuthCall } from '../auth-call.js'
import type { NewUser } from '../new-user.js'

/** @throws AuthError of the hook: the user is not created */
export async function askAboutNewUser(
  { hooks, ip }: AuthCall,
  { id, email, phone, userMetadata = {}, appMetadata = {}, isAnonymous = false, role, identity }: NewUser,
): Promise<void> {
  const provider = identity?.provider ?? (email ? 'email' : phone ? 'phone' : undefined)
  await hooks.ask('before_user_created', {
    metadata: {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'before-user-created',
      ip_address: ip,
    },
    user: {
      id,
      aud: 'authenticated',
      role: role ?? 'authenticated',
      email: email ?? '',
      phone: phone ?? '',
      app_metadata: { ...appMetadata, ...(provider && { provider, providers: [provider] }) },
      user_metadata: userMetadata,
      identities: [],
      is_anonymous: isAnonymous,
    },
  })
}
