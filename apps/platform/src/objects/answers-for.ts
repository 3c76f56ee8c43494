/** Which projects of a store that several processes reach this process sweeps. */
import type { ControlDatabase } from '../control/control-database.js'
import { claimJob } from '../control/jobs.js'

/** `gone`: there is no such project any more. `other`: another process sweeps it. */
export type AnswersFor = (ref: string) => Promise<'here' | 'other' | 'gone'>

export interface AnswersForDeps {
  control: Pick<ControlDatabase, 'select' | 'write'>
  installationId: string
  /** Several processes work on the control plane. */
  isShared: boolean
}

/** Shorter than the time between two sweeps of one process, so that each of them is made by one. */
const DUE_AFTER_SECONDS = 5 * 60 * 60

export function createAnswersFor({ control, installationId, isShared }: AnswersForDeps): AnswersFor {
  return async (ref) => {
    const [row] = await control.select<{ installation_id: string | null }>(
      'select installation_id from control.databases where identifier = $1',
      [ref],
    )
    if (!row) return 'gone'
    if (row.installation_id !== null) return row.installation_id === installationId ? 'here' : 'other'
    if (!isShared) return 'here'
    const claimed = await control.write([claimJob(`sweep ${ref}`, DUE_AFTER_SECONDS)])
    return claimed.ok ? 'here' : 'other'
  }
}
