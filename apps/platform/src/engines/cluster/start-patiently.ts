/** Retries the start of a server while the reason of its failure is temporary. */
import { setTimeout as delay } from 'node:timers/promises'
import { EngineError } from '../engine.js'
import { ServerProcess, type ServerProcessOptions } from './server-process.js'

const START_ATTEMPTS = 20
const START_AGAIN_MS = 250

/** A port can be taken between finding and using it; the last processes of a killed server take a moment to end. */
function isPassing(error: unknown): boolean {
  return error instanceof EngineError && /TCP\/IP sockets|shared memory block/.test(error.message)
}

/** @param before is given how many attempts there were, itself included @throws EngineError */
export async function startPatiently(
  options: ServerProcessOptions,
  before: (attempt: number) => Promise<void> = async () => {},
): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++) {
    await before(attempt)
    try {
      return await ServerProcess.start(options)
    } catch (error) {
      if (!isPassing(error) || attempt === START_ATTEMPTS) throw error
      await delay(START_AGAIN_MS)
    }
  }
}
