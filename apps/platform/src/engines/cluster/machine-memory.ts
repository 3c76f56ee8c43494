/** How much memory this machine has, or the container that Basedeck runs in. */
import { totalmem } from 'node:os'

/** Bytes. */
export function machineMemory(): number {
  // Without a limit it is 0, or larger than the machine.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
