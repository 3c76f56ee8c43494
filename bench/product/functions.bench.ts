/** Edge functions: a warm call beside the same call to Deno itself, a cold one, and Cancel while ten of them are at their limits. */
import {
  createClient,
  deployFunction,
  getRuntimeConfig,
  listApiKeys,
  setFunctionSecrets,
} from '@basedeck/platform-client'
import { Agent, request, type RequestOptions } from 'node:http'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { startPlatform } from '../../e2e/models/platform.js'
import { denoFolder } from '../../apps/platform/src/functions/run-folder.js'
import { median, percentile, type BenchResult } from '../bench-result.js'
import { cancelBeside } from './cancel-beside.js'

const WARM_CALLS = 500
const WARM_BUDGET_MS = 3
const COLD_CALLS = 15
const COLD_BUDGET_MS = 250
const PARAMS = { ref: 'default' }
const CODE = `Deno.serve(() => new Response(Deno.env.get('SB_EXECUTION_ID')))`

export async function run(): Promise<BenchResult[]> {
  const platform = await startPlatform('cluster')
  try {
    const client = createClient({ baseUrl: platform.url })
    const { projectApiUrl } = await client.call(getRuntimeConfig, {})
    const keys = await client.call(listApiKeys, { params: PARAMS, query: { reveal: true } })
    const key = keys.find(({ name }) => name === 'service_role')?.api_key ?? ''
    await client.call(deployFunction, {
      params: { ...PARAMS, function: 'small' },
      body: { files: [{ name: 'index.ts', content: CODE }] },
    })
    const { hostname, port } = new URL(projectApiUrl)
    const ours: RequestOptions = {
      hostname,
      port,
      agent: new Agent({ keepAlive: true }),
      path: '/default/functions/v1/small',
      headers: { authorization: `Bearer ${key}` },
    }
    const warm = await warmCalls(ours)
    const cold = await coldCalls(ours, (value) =>
      client.call(setFunctionSecrets, { params: PARAMS, body: [{ name: 'TURN', value }] }),
    )
    const load = {
      what: 'ten functions at their limits',
      program: fileURLToPath(new URL('./function-load.ts', import.meta.url)),
      args: [platform.url, projectApiUrl, key],
      begun: 10,
    }
    return [...warm, ...cold, await cancelBeside(platform, load)]
  } finally {
    await platform.dispose()
  }
}

/** In turns, so that both meet the same machine. */
async function warmCalls(ours: RequestOptions): Promise<BenchResult[]> {
  const bare: RequestOptions = {
    socketPath: await socketOf((await call(ours)).text),
    path: '/small',
    agent: false,
  }
  const took = { ours: [] as number[], bare: [] as number[] }
  for (let turn = 0; turn < WARM_CALLS; turn++) {
    took.ours.push((await call(ours)).ms)
    took.bare.push((await call(bare)).ms)
  }
  const [through, itself] = [median(took.ours), median(took.bare)]
  return [
    {
      name: 'a warm call, above the same call to Deno itself',
      value: through - itself,
      unit: 'ms',
      budget: WARM_BUDGET_MS,
      notes: [
        `${through.toFixed(2)} ms through the platform and ${itself.toFixed(2)} ms to Deno’s socket, in the middle of ${WARM_CALLS}.`,
      ],
    },
    {
      name: 'a warm call, 95 of 100',
      value: percentile(took.ours, 0.95),
      unit: 'ms',
      floor: percentile(took.bare, 0.95),
      floorName: 'to Deno itself',
    },
  ]
}

async function coldCalls(
  ours: RequestOptions,
  change: (value: string) => Promise<unknown>,
): Promise<BenchResult[]> {
  const took: number[] = []
  for (let turn = 0; turn < COLD_CALLS; turn++) {
    // The process with the former secrets ends; the next call starts one.
    await change(String(turn))
    took.push((await call(ours)).ms)
  }
  return [
    { name: 'a cold call', value: median(took), unit: 'ms', budget: COLD_BUDGET_MS },
    { name: 'a cold call, the slowest of 15', value: Math.max(...took), unit: 'ms' },
  ]
}

async function socketOf(executionId: string): Promise<string> {
  const parent = denoFolder()
  const own = executionId.slice(0, 8)
  for (const name of await readdir(parent)) {
    if (!name.startsWith('basedeck-fn.')) continue
    const inside = await readdir(join(parent, name)).catch((): string[] => [])
    if (inside.includes(own)) return join(parent, name, own, 's')
  }
  throw new Error('The process of the function has no socket')
}

function call(options: RequestOptions): Promise<{ ms: number; text: string }> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    request(options, (answer) => {
      let text = ''
      answer.on('data', (piece: Buffer) => (text += piece.toString()))
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ ms: performance.now() - begun, text })
        else reject(new Error(`${answer.statusCode}: ${text}`))
      })
    })
      .on('error', reject)
      .end()
  })
}
