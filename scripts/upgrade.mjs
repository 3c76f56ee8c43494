/**
 * `node scripts/upgrade.mjs <commit> [cluster|pglite …]`: a data directory that the program of that commit made is opened by the
 * present one. What the old program told of it – accounts, organizations, projects, keys, snippets, every row of the
 * databases – the new one must tell too. Part of `npm run test:full`.
 */
import { deepStrictEqual } from 'node:assert'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFixture, programOf, withClone } from './make-fixture.mjs'
import { installWhenMissing, root } from './workspace.mjs'

const READY_MS = 120_000
const AGAIN_MS = 200
/** By its hash, each key that a program showed: the next one must take it too. */
const shownKeys = new Map()

const [commit, ...engines] = process.argv.slice(2)
if (commit === undefined) {
  console.error('It is node scripts/upgrade.mjs <commit> [cluster|pglite …]')
  process.exit(1)
}
installWhenMissing()
await withClone(commit, async (clone) => {
  for (const engine of engines.length > 0 ? engines : ['cluster', 'pglite']) await upgrade(clone, engine)
})

async function upgrade(clone, engine) {
  const scratch = mkdtempSync(join(tmpdir(), 'basedeck-upgrade-'))
  // As root, PostgreSQL runs as another user, who must get in.
  chmodSync(scratch, 0o755)
  try {
    const folder = join(scratch, 'data')
    const people = makeFixture(clone, folder, engine)
    const before = await withProgram(clone, folder, engine, (url) => facts(url, people))
    const after = await withProgram(root, folder, engine, (url) => facts(url, people))
    for (const [name, was] of Object.entries(before)) deepStrictEqual(after[name], was, `${name} differ`)
    const empty = Object.entries(before).filter(([, list]) => list.length === 0)
    if (empty.length > 0)
      throw new Error(`The old program told no ${empty.map(([name]) => name).join(', ')}.`)
    const told = Object.entries(before).map(([name, list]) => `${list.length} ${name}`)
    console.log(`${engine}: the same as ${commit} told (for each person: ${told.join(', ')})`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function withProgram(checkout, folder, engine, work) {
  const options = ['--platform', '--port', '0', '--api-port', '0', '--data-dir', folder, '--engine', engine]
  const program = spawn(process.execPath, [...programOf(checkout), ...options], { cwd: checkout })
  const ended = once(program, 'close')
  try {
    return await work(await urlOf(program))
  } finally {
    program.kill('SIGTERM')
    await ended
  }
}

/** When it is ready. */
function urlOf(program) {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk) => {
      output += chunk
      if (/projects +ready/.test(output)) resolve(/Basedeck is at (\S+)/.exec(output)?.[1])
    }
    program.stdout.on('data', read)
    program.stderr.on('data', read)
    program.once('close', (code) => reject(new Error(`It ended with ${code}: ${output}`)))
    setTimeout(() => reject(new Error(`It was not ready in time: ${output}`)), READY_MS).unref()
  })
}

/** Undefined: the caller may not see the key. */
async function statusOf(restUrl, apikey) {
  if (apikey === undefined) return undefined
  return (await fetch(`${restUrl}/storage/v1/bucket`, { headers: { apikey } })).status
}

/** What the people of the demo find. */
async function facts(url, { emails, password }) {
  const all = { people: [], organizations: [], projects: [], keys: [], answers: [], snippets: [], tables: [] }
  for (const email of emails) {
    const ask = await signIn(url, email, password)
    all.people.push([email, ask !== undefined])
    if (ask === undefined) continue
    const organizations = await ask('/platform/organizations')
    all.organizations.push(...organizations.map(({ slug, name }) => [email, slug, name]))
    const projects = await settled(() => ask('/platform/projects'))
    for (const { ref, name, status } of projects) {
      all.projects.push([email, ref, name, status])
      all.snippets.push(...(await snippetsOf(ask, ref)))
      if (status !== 'ACTIVE_HEALTHY') continue
      const keys = await ask(`/v1/projects/${ref}/api-keys?reveal=true`, undefined, 403)
      all.keys.push(
        ...keys.map(({ type, name: key, api_key, hash }) => {
          if (api_key !== null) shownKeys.set(hash, api_key)
          // A secret key is shown only by programs from before its hash alone was stored.
          return [email, ref, type, key, type === 'secret' ? null : api_key, hash]
        }),
      )
      const { restUrl } = await ask(`/platform/projects/${ref}`)
      for (const { type, name: key, hash } of keys)
        all.answers.push([email, ref, type, key, await statusOf(restUrl, shownKeys.get(hash))])
      all.tables.push(...(await tablesOf(ask, ref)))
    }
  }
  return Object.fromEntries(Object.entries(all).map(([name, list]) => [name, sorted(list)]))
}

/** Hashed, since there are keys among them. */
function sorted(list) {
  const texts = list.map((one) => JSON.stringify(one))
  return [...new Set(texts.map((text) => `${text.slice(0, 60)} ${hashOf(text)}`))].toSorted()
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex')
}

/** The demo has a project that is just coming up. */
async function settled(listProjects) {
  const deadline = Date.now() + READY_MS
  for (;;) {
    const projects = await listProjects()
    if (!projects.some(({ status }) => status === 'COMING_UP') || Date.now() > deadline) return projects
    await delay(AGAIN_MS)
  }
}

/** Undefined for an account that can't: with a second factor the demo has none of. */
async function signIn(url, email, password) {
  const answer = await post(url, '/platform/auth/sign-in', { email, password })
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  if (!answer.ok) return undefined
  /** @param allowed a refusal that counts as an empty list */
  return async (path, body, allowed) => {
    const headers = { cookie: cookie.join('; ') }
    const reply =
      body === undefined ? await fetch(url + path, { headers }) : await post(url, path, body, headers)
    if (reply.status === allowed) return []
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return reply.json()
  }
}

function post(url, path, body, headers = {}) {
  return fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', version: '2', origin: url },
    body: JSON.stringify(body),
  })
}

async function snippetsOf(ask, ref) {
  const { data } = await ask(`/platform/projects/${ref}/content`, undefined, 403)
  return (data ?? []).map(({ id, name, visibility, content }) => [ref, id, name, visibility, content.sql])
}

/** Each table that people made, with how many rows it has, and a hash over them all. */
async function tablesOf(ask, ref) {
  const run = async (query) => {
    const answer = await ask(`/platform/pg-meta/${ref}/query`, {
      query,
      readOnly: true,
      runId: crypto.randomUUID(),
    })
    return answer.results.at(-1).rows
  }
  const names = await run(
    `select quote_ident(tablename) from pg_catalog.pg_tables where schemaname = 'public' order by 1`,
  )
  const tables = []
  for (const [name] of names) {
    const [row] = await run(
      `select count(*), sum(('x' || substr(md5(t::text), 1, 8))::bit(32)::bigint) from public.${name} t`,
    )
    tables.push([ref, name, row[0], row[1]])
  }
  return tables
}
