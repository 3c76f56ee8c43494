/** Ends the poolers of platforms that a test killed. They outlive a killed program until its next start, and here none follows. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @param folder of data directories */
export async function endPoolers(folder: string): Promise<void> {
  for (const dataDirectory of await namesIn(folder)) {
    const poolers = join(folder, dataDirectory, 'poolers')
    for (const name of await namesIn(poolers)) await endPooler(join(poolers, name))
  }
}

async function endPooler(directory: string): Promise<void> {
  const pid = Number(await readFile(join(directory, 'pgbouncer.pid'), 'utf8').catch(() => ''))
  try {
    if (pid > 0) process.kill(pid, 'SIGTERM')
  } catch {
    // It has ended.
  }
}

/** None where there is no such folder. */
function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
