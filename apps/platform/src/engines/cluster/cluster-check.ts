/** Whether a PostgreSQL can serve projects here, before any is made. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { EngineError } from '../engine.js'
import type { Binaries } from './binaries.js'
import { checkReachable, processUser } from './process-user.js'
import { engineText } from '../../text/engines.js'

const run = promisify(execFile)

/** @throws EngineError `unavailable` with the reason */
export async function checkClusterRuns(dataDir: string, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') throw new EngineError('unavailable', engineText.notOnWindows)
  const user = await processUser()
  await checkReachable(dataDir, user)
  await checkReachable(binaries.directory, user)
  const options = user ? { uid: user.uid, gid: user.gid, cwd: '/' } : {}
  await run(join(binaries.directory, 'postgres'), ['--version'], options).catch((error: Error) => {
    throw new EngineError('unavailable', engineText.userCannotStart(user?.name, error.message))
  })
}
