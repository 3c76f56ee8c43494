/**
 * A lock that the kernel holds on a directory for as long as this process lives. Other containers that share the
 * directory see the lock. They could not use a process id in a file, because each container has its own ids.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

export type KernelLock =
  | { type: 'held'; release(): void }
  | { type: 'taken' }
  /** This system has no `flock` program, or its file system takes no locks. */
  | { type: 'unavailable' }

/** The descriptor of the directory in the program: the first after the three standard ones. */
const DESCRIPTOR = '3'
const ENDED_BY_CONFLICT = 1

/**
 * Node has no API for it. The program `flock` of util-linux or busybox locks a descriptor that it is given, and the
 * lock stays with the descriptor after the program has ended. Child processes do not get it: Node opens files
 * close-on-exec.
 * @throws the system's error when the directory can't be opened
 */
export function lockByKernel(directory: string): KernelLock {
  const descriptor = openSync(directory, 'r')
  const ended = spawnSync('flock', ['-x', '-n', DESCRIPTOR], {
    stdio: ['ignore', 'ignore', 'pipe', descriptor],
  })
  if (ended.status === 0) return { type: 'held', release: () => closeSync(descriptor) }
  closeSync(descriptor)
  // Busybox ends with the same code when the lock itself fails, but says why.
  const isTaken = ended.status === ENDED_BY_CONFLICT && ended.stderr.length === 0
  return { type: isTaken ? 'taken' : 'unavailable' }
}
