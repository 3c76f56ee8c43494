/** `basedeck user reset <email>`: a link to a new password, where no mail can bring it. */
import type { Config } from '../config.js'
import { EngineError } from '../engines/engine.js'
import type { Inside } from '../open-platform.js'
import { createPasswordResets } from './password-reset.js'

/** @throws EngineError when nobody has this address */
export async function userReset(
  { control }: Pick<Inside, 'control'>,
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  email: string,
  say: (line: string) => void,
): Promise<void> {
  const token = await createPasswordResets(control).begin(email, null, false)
  if (token === undefined)
    throw new EngineError('unavailable', `Nobody has an account with the address ${email}.`)
  const host = config.host.includes(':') ? `[${config.host}]` : config.host
  const base = config.publicUrl ?? `http://${host}:${config.port}`
  say('A new password is set here; the link works once, for an hour:')
  say(`${base}/reset-password?token=${token}`)
}
