/** What others wait while ten hostile bodies arrive over two connections: on the dashboard's port, and on the projects' API. */
import { createClient, getRuntimeConfig, listApiKeys } from '@basedeck/platform-client'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPlatform } from '../../e2e/models/platform.js'
import { percentile, type BenchResult } from '../bench-result.js'

const EVERY_MS = 5
const LASTS_MS = 15_000
const BUDGET_MS = 50

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  try {
    const client = createClient({ baseUrl: platform.url })
    const { projectApiUrl } = await client.call(getRuntimeConfig, {})
    const keys = await client.call(listApiKeys, { params: { ref: 'default' }, query: { reveal: true } })
    const apikey = keys.find(({ name }) => name === 'service_role')?.api_key ?? ''
    return [
      await beside('/healthz', `${platform.url}/healthz`, [platform.url]),
      await beside('a call of the projects’ API', `${projectApiUrl}/default`, [projectApiUrl, apikey]),
    ]
  } finally {
    await platform.dispose()
  }
}

async function beside(what: string, url: string, args: string[]): Promise<BenchResult> {
  const quiet = await waits(url, 2000)
  const load = fork(fileURLToPath(new URL('./body-load.ts', import.meta.url)), args)
  let rounds = 0
  load.on('message', (message) => (rounds += message === 'round' ? 1 : 0))
  try {
    const early = once(load, 'exit').then(() => {
      throw new Error('The bodies ended early.')
    })
    early.catch(() => {})
    await Promise.race([once(load, 'message'), early])
    const busy = await waits(url, LASTS_MS)
    if (load.exitCode !== null) throw new Error('The bodies ended early.')
    return {
      name: `${what} while ten hostile bodies arrive over two connections, 99 of 100`,
      value: percentile(busy, 0.99),
      unit: 'ms',
      floor: percentile(quiet, 0.99),
      floorName: 'on a quiet server',
      budget: BUDGET_MS,
      notes: [
        `The slowest of ${busy.length} calls took ${Math.max(...busy).toFixed(0)} ms; about ${rounds * 5} bodies were sent meanwhile.`,
      ],
    }
  } finally {
    if (load.exitCode === null) {
      load.kill()
      await once(load, 'exit')
    }
  }
}

/** Calls begin at their time whether or not earlier ones were answered, so that one long wait counts for all it delays. */
async function waits(url: string, lastsMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const begun = performance.now()
  const calls: Promise<number>[] = []
  while (performance.now() - begun < lastsMs) {
    calls.push(answered(url, agent))
    await after(EVERY_MS)
  }
  const all = await Promise.all(calls)
  agent.destroy()
  return all
}

function answered(url: string, agent: Agent): Promise<number> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(performance.now() - begun))
    }).once('error', reject)
  })
}
