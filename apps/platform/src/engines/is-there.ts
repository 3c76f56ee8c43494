import { stat } from 'node:fs/promises'

/** Whether there is a file or a directory. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
