/** What the machine has that runs a project, and what the project takes of it. */
import { diskForecast } from '@basedeck/core/rules'
import type { Machine } from '@basedeck/platform-client/contract'
import { availableParallelism, freemem } from 'node:os'
import type { ControlDatabase } from '../control/control-database.js'
import { latestSizes, storedByDay } from '../control/stored-sizes.js'
import { grantedMemory } from '../engines/cluster/memory-settings.js'
import { machineMemory } from '../engines/cluster/machine-memory.js'
import type { Disk } from './disk-space.js'

/** How many of the last days say how fast the disk fills. */
const FORECAST_DAYS = 30

export interface MachineDeps {
  control: Pick<ControlDatabase, 'select'>
  /** Of the data directory. */
  disk(): Promise<Disk>
  /** What the compute add-on of the project sets; undefined: nothing. */
  wantedMemory(ref: string): Promise<number | undefined>
  now(): Date
}

export async function machineOf(
  { control, disk, wantedMemory, now }: MachineDeps,
  { ref, isHere }: { ref: string; isHere: boolean },
): Promise<Machine> {
  const [{ freeBytes, totalBytes }, sizes, days, wanted] = await Promise.all([
    disk(),
    latestSizes(control, ref),
    storedByDay(control, { since: new Date(now().getTime() - FORECAST_DAYS * 86_400_000) }),
    wantedMemory(ref),
  ])
  const memory = machineMemory()
  return {
    cores: availableParallelism(),
    memory_bytes: memory,
    free_memory_bytes: Math.min(freemem(), memory),
    disk_total_bytes: totalBytes,
    disk_free_bytes: freeBytes,
    database_bytes: isHere ? (sizes.DATABASE_SIZE ?? null) : null,
    files_bytes: sizes.STORAGE_SIZE ?? null,
    granted_memory_bytes: wanted === undefined ? null : grantedMemory(wanted, memory),
    growth: diskForecast(days, freeBytes, now().getTime()),
  }
}
