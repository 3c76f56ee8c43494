/** A deploy that is broken off: the version before it goes on, and nothing of the other one is left. */
import {
  createClient,
  deployFunction,
  getFunctionFiles,
  getTemporaryKey,
  listFunctions,
  listFunctionVersions,
  type Client,
} from '@basedeck/platform-client'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isAlive } from '../src/engines/process-alive.js'
import { isRunning, startProgram, type Program } from './program.js'
import { programFolder } from './program-folder.js'

const folder = programFolder()
const params = { ref: 'default', function: 'kept' }
const filesOf = (text: string) => [
  { name: 'index.ts', content: `Deno.serve(() => new Response('${text} ' + Deno.pid))` },
]

interface Started {
  program: Program
  client: Client
  call(): Promise<string>
}

async function start(): Promise<Started> {
  await mkdir(folder.at('tmp'), { recursive: true, mode: 0o755 })
  const args = ['--port', '0', '--api-port', '0', '--engine', 'pglite', '--data-dir', folder.at('data')]
  // Where sockets of Deno may be: on a machine whose temporary folder is in /dev, functions run in /tmp.
  const program = await startProgram(args, /database +open/, { TMPDIR: folder.at('tmp') })
  if (!isRunning(program)) throw new Error(program.output)
  folder.keep(program)
  const client = createClient({ baseUrl: program.url })
  const { api_key: key } = await client.call(getTemporaryKey, { params: { ref: 'default' } })
  const call = async () => {
    const answer = await fetch(`${program.apiUrl}/default/functions/v1/kept`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return answer.text()
  }
  return { program, client, call }
}

const builds = () => readdir(join(folder.at('data'), 'functions', 'default'))

test('by kill -9: the next start has the version before, without files or processes of the other', async () => {
  const first = await start()
  await first.client.call(deployFunction, { params, body: { files: filesOf('first') } })
  const said = await first.call()
  expect(said).toMatch(/^first \d+$/)
  const served = await builds()
  // Its form is broken off: what came is no deploy.
  const { hostname, port } = new URL(first.program.url)
  const broken = connect(Number(port), hostname)
  await once(broken, 'connect')
  const path = '/platform/projects/default/functions/kept/deploy'
  const head = [`POST ${path} HTTP/1.1`, `host: ${hostname}:${port}`, 'content-type: application/json']
  broken.write(
    `${head.join('\r\n')}\r\ncontent-length: 1000\r\n\r\n{"files":[{"name":"index.ts","content":"half`,
  )
  broken.destroy()
  // And one whose files are on the disk already.
  const deploying = first.client
    .call(deployFunction, { params, body: { files: filesOf('second') } })
    .catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await builds()).toHaveLength(2), { timeout: 30_000, interval: 2 })
  await first.program.end('SIGKILL')
  await deploying

  const second = await start()
  expect(await second.client.call(listFunctions, { params: { ref: 'default' } })).toMatchObject([
    { slug: 'kept', version: 1 },
  ])
  expect(await second.client.call(listFunctionVersions, { params })).toHaveLength(1)
  expect(await second.client.call(getFunctionFiles, { params: { ...params, number: '1' } })).toEqual(
    filesOf('first'),
  )
  expect(await second.call()).toMatch(/^first \d+$/)
  expect(await builds()).toEqual(served)
  await vi.waitFor(() => expect(isAlive(Number(said.split(' ')[1]))).toBe(false))
  const left = (await readdir(folder.at('tmp'))).filter((name) => name.startsWith('basedeck-fn'))
  expect(left.filter((name) => !name.includes(`.${second.program.pid}.`))).toEqual([])
  await second.program.end('SIGTERM')
  expect((await readdir(folder.at('tmp'))).filter((name) => name.startsWith('basedeck-fn'))).toEqual([])
}, 120_000)
