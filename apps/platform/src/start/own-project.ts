/** The one project of a self-hosted platform, at its start. */
import type { Config } from '../config/config.js'
import { ensureOwnOrganization, OWN_REF } from '../control/own-installation.js'
import { projectByRef } from '../control/projects.js'
import type { Inside } from '../services/open-platform.js'
import { startText } from '../text/start.js'
/** A self-hosted platform has its one project, made at the first start; its database comes up afterwards. */
export async function ensureOwnProject(
  { control, registry, life }: Pick<Inside, 'control' | 'registry' | 'life'>,
  accountsOn: boolean,
): Promise<void> {
  const organizationId = await ensureOwnOrganization(control, accountsOn)
  if (await projectByRef(control, OWN_REF)) return
  await life.create(
    {
      ref: OWN_REF,
      name: 'Default project',
      organizationId,
      region: undefined,
      // What an older program made of it stays.
      engine: (await registry.madeBy(OWN_REF)) ?? undefined,
      ownerPassword: undefined,
      existing: undefined,
    },
    null,
  )
}

/** Opens the database of a self-hosted platform at once. Gives warnings for the operator. */
export async function openOwnDatabase(
  { control, life, registry }: Inside,
  config: Config,
): Promise<readonly string[]> {
  if (config.platform) return []
  const row = await projectByRef(control, OWN_REF)
  // Another process on the control plane may hold it.
  if (row && row.status !== 'INACTIVE' && life.isHere(row)) await life.database(OWN_REF)
  // It was begun before its status was known.
  else if (row) await registry.stop({ id: OWN_REF, engine: row.engine })
  return (await projectByRef(control, OWN_REF))?.runs_as_superuser ? [startText.superuser] : []
}
