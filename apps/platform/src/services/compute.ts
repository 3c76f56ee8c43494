/** The size of a project's compute add-on: how much memory its database server is set up for. */
import { COMPUTE_ADDON } from '@basedeck/core/rules'
import type { EngineKind } from '@basedeck/platform-client/contract'
import { addonVariantOf } from '../control/addons.js'
import type { ControlDatabase, ControlStatement, Written } from '../control/control-database.js'
import { addonVariant, memoryOfVariant, type PlanCatalogue } from '../control/plans.js'
import { projectByRef } from '../control/projects.js'
import type { ProjectLife } from '../project-life/project-life.js'

/** Bytes; undefined without the add-on, or when its size is not offered any more. */
export async function computeMemoryOf(
  control: Pick<ControlDatabase, 'select'>,
  plans: Pick<PlanCatalogue, 'addons'>,
  ref: string,
): Promise<number | undefined> {
  const identifier = await addonVariantOf(control, ref, COMPUTE_ADDON)
  return identifier === undefined
    ? undefined
    : memoryOfVariant(addonVariant(plans, COMPUTE_ADDON, identifier))
}

/** Whether a size has an effect: the platform can set memory only where it starts the server itself. */
export function hasComputeEffect(engine: EngineKind): boolean {
  return engine === 'cluster'
}

export interface AddonChange {
  ref: string
  type: string
  /** Null: the add-on is removed. */
  variant: string | null
  statements: readonly ControlStatement[]
}

/** Writes a change of an add-on; another size restarts the database. @throws DomainError project_busy */
export async function writeAddonChange(
  { control, life }: { control: ControlDatabase; life: Pick<ProjectLife, 'restartWith'> },
  { ref, type, variant, statements }: AddonChange,
): Promise<Written> {
  if (type !== COMPUTE_ADDON) return control.write(statements)
  const row = await projectByRef(control, ref)
  const isSame = ((await addonVariantOf(control, ref, COMPUTE_ADDON)) ?? null) === variant
  if (!row || isSame || !hasComputeEffect(row.engine)) return control.write(statements)
  return life.restartWith(ref, statements)
}
