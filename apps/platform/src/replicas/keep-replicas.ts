/** Looks after the replicas again and again: those that stopped are started, and how far they are behind is sampled. */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { forgetOldLag } from '../control/replicas.js'
import type { Replicas } from './replicas.js'

const LOOK_MS = 5000
const ROUNDS_TO_FORGET = 720

/** @returns what ends it, and waits for what is under way */
export function keepReplicas({
  replicas,
  control,
  log,
}: {
  replicas: Replicas
  control: ControlDatabase
  log: Pick<Logger, 'warn'>
}): () => Promise<void> {
  let hasEnded = false
  let rounds = 0
  let timer: NodeJS.Timeout
  let running = Promise.resolve()
  const round = async (): Promise<void> => {
    try {
      await replicas.look()
      if (rounds++ % ROUNDS_TO_FORGET === 0) await control.append([forgetOldLag])
    } catch (err) {
      log.warn({ err }, 'the read replicas could not be looked after; it is tried again soon')
    }
  }
  const plan = (): void => {
    timer = setTimeout(() => {
      running = round().finally(() => hasEnded || plan())
    }, LOOK_MS).unref()
  }
  plan()
  return async () => {
    hasEnded = true
    clearTimeout(timer)
    await running
  }
}
