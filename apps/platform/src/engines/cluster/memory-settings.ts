/**
 * PostgreSQL's memory settings for a server that may use so much memory.
 * @rule engines.memory-settings  @spec §3
 */

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

/** All projects share the machine: none is set up for more than this part of it. */
const LARGEST_PART = 1 / 2
/** PostgreSQL's default, which the sizes keep: the poolers, and replicas of the server, count with it. */
const MAX_CONNECTIONS = 100
/** A statement may sort or hash more than once. */
const SORTS_PER_CONNECTION = 2
const LEAST_BUFFERS = 16 * MB
const LEAST_WORK_MEM = 1 * MB
const LARGEST_WORK_MEM = 64 * MB
const LEAST_MAINTENANCE_MEM = 16 * MB
const LARGEST_MAINTENANCE_MEM = 1 * GB

/** How much of `wantedBytes` a server gets on a machine with `machineBytes`. */
export function grantedMemory(wantedBytes: number, machineBytes: number): number {
  return Math.min(wantedBytes, Math.floor(machineBytes * LARGEST_PART))
}

/** By PostgreSQL's names. @param bytes as `grantedMemory` gives */
export function memorySettings(bytes: number): Readonly<Record<string, string>> {
  const buffers = Math.max(bytes / 4, LEAST_BUFFERS)
  const workMem = (bytes - buffers) / (MAX_CONNECTIONS * SORTS_PER_CONNECTION)
  return {
    shared_buffers: inKb(buffers),
    effective_cache_size: inKb(Math.max((bytes / 4) * 3, LEAST_BUFFERS)),
    work_mem: inKb(between(LEAST_WORK_MEM, workMem, LARGEST_WORK_MEM)),
    maintenance_work_mem: inKb(between(LEAST_MAINTENANCE_MEM, bytes / 16, LARGEST_MAINTENANCE_MEM)),
  }
}

function between(least: number, value: number, largest: number): number {
  return Math.min(Math.max(value, least), largest)
}

function inKb(bytes: number): string {
  return `${Math.floor(bytes / KB)}kB`
}
