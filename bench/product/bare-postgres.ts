/** PostgreSQL's own programs, run as the user that the platform runs them as. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../apps/platform/src/engines/cluster/free-port.js'
import { processUser, type ProcessUser } from '../../apps/platform/src/engines/cluster/process-user.js'
import { usableBinaries } from '../../apps/platform/src/engines/cluster/usable-binaries.js'

const ASK_AGAIN_MS = 20
const execute = promisify(execFile)

export interface BarePostgres {
  user: ProcessUser | undefined
  /** @returns what it prints @throws when it ends with another code than 0 */
  run(name: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<string>
  /** Starts a server on a cluster, with its socket in there. @returns its port, and what ends it at once */
  start(cluster: string): Promise<{ port: string; stop(): Promise<void> }>
}

export async function barePostgres(dataDir: string): Promise<BarePostgres> {
  const [binaries] = await usableBinaries(dataDir)
  // `postgres` may be a link, and the other programs lie beside what it points to.
  const folder = dirname(await realpath(join(binaries?.directory ?? '', 'postgres')))
  const user = await processUser()
  const as = user ? { uid: user.uid, gid: user.gid, cwd: '/' } : {}
  return {
    user,
    run: async (name, args, env = process.env) =>
      (await execute(join(folder, name), args, { ...as, env })).stdout,
    async start(cluster) {
      const port = String(await freePort())
      const args = ['-D', cluster, '-p', port, '-k', cluster]
      const server = spawn(join(folder, 'postgres'), args, { ...as, stdio: 'ignore' })
      return {
        port,
        async stop() {
          server.kill('SIGQUIT')
          await once(server, 'exit')
        },
      }
    },
  }
}

/** Asks again and again until it is so. */
export async function until(is: () => Promise<boolean>): Promise<void> {
  while (!(await is())) await delay(ASK_AGAIN_MS)
}
