/** How far back a hosted project may go to any second: as far as its add-on says. */
import { addonVariantOf } from '../control/addons.js'
import type { ControlDatabase } from '../control/control-database.js'
import { addonVariant, type PlanCatalogue } from '../control/plans.js'

/** Days; 0: the project has no such add-on; null: as long as its backups are kept. */
export type RecoveryDays = (ref: string) => Promise<number | null>

export interface RecoveryDaysDeps {
  control: Pick<ControlDatabase, 'select'>
  plans: Pick<PlanCatalogue, 'addons'>
  isPlatform: boolean
}

const ADDON = 'pitr'

export function createRecoveryDays({ control, plans, isPlatform }: RecoveryDaysDeps): RecoveryDays {
  // Where nobody can choose it, nobody needs it.
  const isOffered = isPlatform && plans.addons.some(({ type }) => type === ADDON)
  return async (ref) => {
    if (!isOffered) return null
    const chosen = await addonVariantOf(control, ref, ADDON)
    if (chosen === undefined) return 0
    const days = addonVariant(plans, ADDON, chosen)?.meta?.['backup_duration_days']
    return typeof days === 'number' ? days : null
  }
}
