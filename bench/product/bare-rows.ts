/**
 * The smallest server that answers rows: the driver sends the statements of a plan as one pipeline, and the JSON goes out as
 * PostgreSQL wrote it. A separate program; it prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import pg from 'pg'

interface Sent {
  text: string
  values: (string | null)[]
}

const [databaseUrl = '', plansFile = ''] = process.argv.slice(2)
const plans = JSON.parse(await readFile(plansFile, 'utf8')) as Record<string, Sent[]>
const SESSIONS = 10
const free: pg.Client[] = []
const waiting: ((client: pg.Client) => void)[] = []
for (let count = 0; count < SESSIONS; count++) {
  const client = new pg.Client({ connectionString: databaseUrl, pipeline: true } as pg.ClientConfig)
  await client.connect()
  free.push(client)
}

const server = createServer(async (asked, answer) => {
  const client = free.pop() ?? (await new Promise<pg.Client>((resolve) => waiting.push(resolve)))
  const sent = (plans[asked.url ?? ''] ?? []).map(({ text, values }) => client.query(text, values))
  const results = await Promise.all(sent)
  const [row] = results.at(-2)?.rows ?? []
  const next = waiting.shift()
  if (next) next(client)
  else free.push(client)
  answer.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
  answer.end((row as { body: string }).body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
