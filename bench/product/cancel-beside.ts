/** How long a Cancel takes, from the click's call until the run has ended, on a quiet server and beside much work. */
import { cancelQuery, createClient, newId, queryTyped, type Client } from '@basedeck/platform-client'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { percentile, type BenchResult } from '../bench-result.js'
import { connectBare } from './bare-driver.js'

const TIMES = 60
const PARAMS = { ref: 'default' }
/** A program that keeps the server busy until it is ended. */
export interface Load {
  what: string
  program: string
  args: string[]
  /** Messages that it sends until all of its work is under way. */
  begun: number
}

const answers = (url: string): Load => ({
  what: 'ten answers of 50 MB and an export of 1 GB',
  program: fileURLToPath(new URL('./drain.ts', import.meta.url)),
  args: [url],
  // The export and the first answers.
  begun: 3,
})

/** @param dataDir of the server, for the driver that cancels beside the same work */
export async function cancelBeside(
  { url, dataDir }: { url: string; dataDir: string },
  load = answers(url),
): Promise<BenchResult> {
  const client = createClient({ baseUrl: url })
  const quiet = await cancelled(client)
  const busy = fork(load.program, load.args)
  const early = once(busy, 'exit').then(() => {
    throw new Error('The work beside it ended early.')
  })
  early.catch(() => {})
  try {
    for (let begun = 0; begun < load.begun; begun++) await Promise.race([once(busy, 'message'), early])
    const value = await cancelled(client)
    const floor = await cancelledBare(dataDir)
    if (busy.exitCode !== null) throw new Error('The work beside it ended early.')
    return {
      name: `Cancel beside ${load.what}, 95 of 100`,
      value,
      unit: 'ms',
      floor,
      floorName: 'by the bare driver, beside the same work',
      budget: 50,
      notes: [`On a quiet server it takes ${quiet.toFixed(1)} ms.`],
    }
  } finally {
    busy.kill()
    await once(busy, 'exit')
  }
}

async function cancelled(client: Client): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time++) {
    const runId = newId()
    const run = client
      .call(queryTyped, { params: PARAMS, body: { query: 'select pg_sleep(60)', runId } })
      .catch((error: unknown) => error)
    let begun = 0
    for (;;) {
      begun = performance.now()
      const { cancelled: isCancelled } = await client.call(cancelQuery, { params: { ...PARAMS, runId } })
      // Its run has not arrived yet.
      if (isCancelled) break
    }
    await run
    times.push(performance.now() - begun)
  }
  return percentile(times, 0.95)
}

/** The same in a process that does nothing else: what the machine itself takes, with its processors in use. */
async function cancelledBare(dataDir: string): Promise<number> {
  const times: number[] = []
  const other = await connectBare(dataDir)
  for (let time = 0; time < TIMES; time++) {
    const sleeping = await connectBare(dataDir)
    const { rows } = await sleeping.query<{ pid: number }>('select pg_backend_pid() as pid')
    const run = sleeping.query('select pg_sleep(60)').catch((error: unknown) => error)
    let begun = 0
    let isOver = false
    while (!isOver) {
      begun = performance.now()
      await other.query('select pg_cancel_backend($1)', [rows[0]?.pid])
      // Its query may not have begun yet.
      isOver = await Promise.race([run.then(() => true), after(1000).then(() => false)])
    }
    times.push(performance.now() - begun)
    await sleeping.end()
  }
  await other.end()
  return percentile(times, 0.95)
}
