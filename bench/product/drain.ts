/** A separate program that asks for large answers again and again and reads them, until its parent ends it. */
import { randomUUID } from 'node:crypto'

const [url = ''] = process.argv.slice(2)
const QUERIES = 10
/** 48 MB in JSON, which is below the limit of an answer. */
const LARGE = `select repeat(md5(n::text), 15) as a from generate_series(1, 100000) n`
/** 1 GB in a file. */
const EXPORTED = `select n, repeat(md5(n::text), 32) as a from generate_series(1, 1000000) n`

async function drain(path: string, init: RequestInit = {}): Promise<void> {
  const answer = await fetch(url + path, init)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  process.send?.(path)
  for await (const bytes of answer.body ?? []) void bytes
}

const asked = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', version: '2' },
  body: JSON.stringify(body),
})

async function query(): Promise<never> {
  for (;;) await drain('/platform/pg-meta/default/query', asked({ query: LARGE, runId: randomUUID() }))
}

async function exported(): Promise<never> {
  for (;;) {
    const begun = await fetch(
      `${url}/platform/pg-meta/default/exports`,
      asked({ query: EXPORTED, format: 'csv', name: 'bench' }),
    )
    const { path } = (await begun.json()) as { path: string }
    await drain(path)
  }
}

await Promise.all([exported(), ...Array.from({ length: QUERIES }, query)])
