/** Whether a process lives, whoever it belongs to, and how to signal one that may just have ended. */
import { readFileSync } from 'node:fs'

/** False also for one that has ended but whose parent has not asked for its end, as happens in containers. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** Sends a signal; a process that is gone is none of our business. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Linux tells in `/proc`: the state stands behind the name, which may hold blanks and brackets. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}
