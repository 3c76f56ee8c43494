import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { insertForAccount, insertForAdministrators, insertNotification } from '../control/notifications.js'
import { rolesFor } from './audience.js'
import type { Notice, Notify } from './notice.js'

export interface NotifyDeps {
  control: Pick<ControlDatabase, 'append'>
  /** Learns of a notice that could not be stored. */
  log: Pick<Logger, 'warn'>
  /** Learns of each notice before it is stored. Default: nobody. */
  onNotice?: ((notice: Notice) => void) | undefined
}

export function createNotify({ control, log, onNotice }: NotifyDeps): Notify {
  return async (notice) => {
    onNotice?.(notice)
    try {
      await control.append(statementsOf(notice))
    } catch (error) {
      log.warn({ err: error, notice: notice.name }, 'a notification could not be stored')
    }
  }
}

export function statementsOf({ name, priority, fact, title, message, actions, about }: Notice) {
  const told = { name, priority, fact, audience: about.audience, data: { title, message, actions } }
  if (about.audience === 'installation') return insertForAdministrators(told)
  if (about.audience === 'account') return insertForAccount(told, about)
  const { audience, ...to } = about
  return insertNotification(told, { ...to, roles: rolesFor(audience) })
}
