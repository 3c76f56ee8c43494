/**
 * Ends this process as a signal does when the one that started it is gone. npm passes SIGTERM on to a shell, which ends without
 * telling the program that it runs.
 */
const LOOK_MS = 250

/** @param {(signal: NodeJS.Signals) => void} [end] default: sends the signal to this process */
export function followParent(end = (signal) => void process.kill(process.pid, signal)) {
  const parent = process.ppid
  const looking = setInterval(() => {
    // A process whose parent has ended gets another one.
    if (process.ppid === parent) return
    clearInterval(looking)
    end('SIGTERM')
  }, LOOK_MS)
  // It keeps nothing alive.
  looking.unref()
}
