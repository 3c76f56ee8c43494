/** Changes who may connect to a running server, at once. */
import { chown, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { engineText } from '../../text/engines.js'
import { EngineError } from '../engine.js'
import { endOthersSql, withNetworkRules, type NetworkRules } from '../network-rules.js'
import { processUser, type ProcessUser } from './process-user.js'
import { asAdmin } from './way-in.js'

/** Where the server has no rules that Basedeck wrote, nothing changes. @returns whether the file is another one */
export async function writeNetworkRules(
  directory: string,
  rules: NetworkRules,
  user: ProcessUser | undefined,
): Promise<'changed' | 'same' | 'not-ours'> {
  const path = join(directory, 'pg_hba.conf')
  const before = await readFile(path, 'utf8')
  const after = withNetworkRules(before, rules)
  if (after === undefined) return 'not-ours'
  if (after === before) return 'same'
  // A server that starts meanwhile reads one of both, whole.
  const draft = `${path}.new`
  await writeFile(draft, after, { mode: 0o600 })
  if (user) await chown(draft, user.uid, user.gid)
  await rename(draft, path)
  return 'changed'
}

/**
 * Settles when new connections are judged by the rules, and those that they refuse are ended.
 * @throws EngineError `unsupported` when the operator wrote the server's rules; DatabaseError
 */
export async function letIn(
  { directory, admin }: { directory: string; admin: pg.ClientConfig },
  rules: NetworkRules,
): Promise<void> {
  const written = await writeNetworkRules(directory, rules, await processUser())
  if (written === 'not-ours') throw new EngineError('unsupported', engineText.accessRulesNotOurs)
  if (written === 'same') return
  const [before] = await asAdmin(admin, async (session) => {
    const [row] = await session.ask('select pg_catalog.pg_conf_load_time()::text')
    await session.ask('select pg_catalog.pg_reload_conf()')
    return row ?? []
  })
  for (let attempt = 0; attempt < LOAD_ATTEMPTS; attempt++) {
    // A new session has what its server has loaded.
    const isLoaded = await asAdmin(admin, async (session) => {
      const [row] = await session.ask('select pg_catalog.pg_conf_load_time()::text')
      if (row?.[0] !== before) return true
      await session.ask('select pg_catalog.pg_sleep(0.02)')
      return false
    })
    if (isLoaded) break
  }
  await asAdmin(admin, (session) => session.ask(endOthersSql(rules)))
}

const LOAD_ATTEMPTS = 200
