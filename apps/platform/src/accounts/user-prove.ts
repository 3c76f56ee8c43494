/** `basedeck user prove <email>`: the operator says that an address is its account's, where no mail can prove it. */
import { auditStatement } from '../control/audit.js'
import { proveAddress } from '../control/credentials.js'
import { profileByEmail } from '../control/profiles.js'
import { EngineError } from '../engines/engine.js'
import type { Inside } from '../open-platform.js'

/** @throws EngineError when nobody has this address */
export async function userProve(
  { control }: Pick<Inside, 'control'>,
  email: string,
  say: (line: string) => void,
): Promise<void> {
  const row = await profileByEmail(control, email)
  if (!row) throw new EngineError('unavailable', `Nobody has an account with the address ${email}.`)
  if (row.is_email_proved) return say(`The address ${email} is proved already.`)
  await control.write([
    ...proveAddress(row.id),
    auditStatement(null, null, { action: 'account.address_proved', target: email }),
  ])
  say(`The address ${email} is proved. Its sessions and access tokens ended; sign in again to go on.`)
}
