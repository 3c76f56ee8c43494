/** Checks at the start that the secret key is the one that encrypted this installation's secrets. */
import type { SecretBox } from '../secrets/secret-box.js'
import { SecretError } from '../secrets/secret-error.js'
import type { ControlDatabase } from './control-database.js'
import { readSetting } from './settings.js'
import { secretText } from '../text/secrets.js'

const NAME = 'key_check'
const TEXT = 'This installation’s secrets open with this key.'

/** Whether encrypted values exist. If so, a new key must not be generated. */
export async function hasEncrypted(control: ControlDatabase): Promise<boolean> {
  return (await readSetting(control, NAME)) !== undefined
}

/** @throws SecretError `key-unusable` */
export async function checkKey(control: ControlDatabase, box: SecretBox): Promise<void> {
  await control.write([
    {
      sql: 'insert into control.settings (name, value) values ($1, $2) on conflict (name) do nothing',
      parameters: [NAME, box.seal(TEXT, NAME)],
    },
  ])
  const sealed = await readSetting(control, NAME)
  try {
    if (sealed !== undefined && box.open(sealed, NAME) === TEXT) return
  } catch (cause) {
    throw wrong(cause)
  }
  throw wrong()
}

function wrong(cause?: unknown): SecretError {
  return new SecretError('key-unusable', secretText.otherKey, { cause })
}
