/** The machine that runs a project. */
import { getMachine } from '@basedeck/platform-client/contract'
import type { ControlDatabase } from '../control/control-database.js'
import type { PlanCatalogue } from '../control/plans.js'
import { projectByRef } from '../control/projects.js'
import { computeMemoryOf, hasComputeEffect } from '../services/compute.js'
import type { Disk } from '../services/disk-space.js'
import { machineOf } from '../services/machine.js'
import type { Mount } from './mount.js'

export interface MachineRouteDeps {
  control: ControlDatabase
  plans: PlanCatalogue
  /** Of the data directory. */
  disk(): Promise<Disk>
  now(): Date
}

export function machineRoutes(mount: Mount, { control, plans, disk, now }: MachineRouteDeps): void {
  mount.on(getMachine, async ({ project: { ref } }) => {
    const engine = (await projectByRef(control, ref))?.engine ?? 'postgres'
    const wantedMemory = async () =>
      hasComputeEffect(engine) ? computeMemoryOf(control, plans, ref) : undefined
    return machineOf({ control, disk, wantedMemory, now }, { ref, isHere: engine !== 'postgres' })
  })
}
