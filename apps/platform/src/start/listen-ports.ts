/** The two ports of a platform: of the dashboard and its calls, and of the projects' own API. */
import type { Config } from '../config/config.js'
import { listen, type Listener } from '../http/listen.js'
import { listenError } from '../app/start-failure.js'

type Served = Parameters<typeof listen>[0]

/** @throws StartError with a sentence: the port is taken or not allowed */
export async function listenDashboard(app: Served, { host, port }: Config): Promise<Listener> {
  try {
    return await listen(app, host, port)
  } catch (error) {
    throw listenError(error, host, port, 'port')
  }
}

/** It moves to a free port when its own is taken, unless that was asked for. @throws StartError with a sentence */
export async function listenApi(
  listenAt: (host: string, port: number) => Promise<number>,
  { host, apiPort, apiPortGiven }: Config,
): Promise<number> {
  try {
    return await listenAt(host, apiPort)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Not of the port: the thread that listens could not be opened.
    if (code === undefined) throw error
    const isTaken = code === 'EADDRINUSE'
    if (isTaken && !apiPortGiven) return listenAt(host, 0)
    throw listenError(error, host, apiPort, 'api-port')
  }
}
