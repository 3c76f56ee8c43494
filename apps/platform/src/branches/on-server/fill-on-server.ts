/**
 * Makes the database of a branch beside its parent's, on a server that was added by URL. It is copied, quieted and masked under
 * another name first, so that no program connects before that. The next attempt drops what a killed one left.
 */
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { quoteIdentifier, quoteLiteral } from '@basedeck/sql-guard/quoting'
import { PROOF_PREFIX } from '../../backup/clear-restores.js'
import { branchSettingsOf, type BranchRow } from '../../control/branches.js'
import type pg from 'pg'
import { askServer } from '../../engines/server/ask-server.js'
import { besideUrl, branchDatabase, branchDraft } from '../../engines/server/branch-database.js'
import type { DatabaseUrl } from '../../engines/server/database-url.js'
import { requireInside } from '../../engines/server/in-database.js'
import { signInsAt } from '../../engines/server/login-at.js'
import { reachServer } from '../../engines/server/reach-server.js'
import {
  copyProperties,
  databasesNamed,
  dropUsedDatabase,
  swapDatabases,
} from '../../engines/server/server-databases.js'
import { projectDirectory } from '../../engines/project-directory.js'
import { swapDirectory } from '../../engines/swap-directory.js'
import { DomainError } from '../../kernel/domain-error.js'
import { branchText } from '../../text/branches.js'
import type { BranchesContext } from '../branches-context.js'
import { FILLING_FOLDER } from '../filling-folder.js'
import { applyMasks } from '../masks.js'
import { shareFiles } from '../share-files.js'
import { copyOnServer } from './copy-on-server.js'
import { quietOnServer } from './quiet-on-server.js'

/** @returns the moment of the parent that it holds @throws DomainError, EngineError, DatabaseError, BackupError */
export async function fillOnServer(
  context: BranchesContext,
  { project_ref: ref, parent_project_ref: from, with_data: withData }: BranchRow,
  { isReset, signal }: { isReset: boolean; signal: AbortSignal },
): Promise<Date> {
  const { control, registry, dataDir, now } = context
  const parent = await urlOf(context, from)
  const reached = await reachServer(parent)
  const { config } = reached
  const ends = { config, logins: await loginsAt(context, from, config) }
  const own = branchDatabase(ref)
  const draft = branchDraft(ref)
  const scratch = join(dataDir, FILLING_FOLDER, `branch-${randomUUID()}`)
  const masks = withData ? ((await branchSettingsOf(control, from))?.masks ?? []) : []
  for (const left of await databasesNamed(config, own)) {
    if (left !== own || !isReset) await dropUsedDatabase(ends, left)
  }
  try {
    const takenAt = now()
    await mkdir(join(scratch, 'project'), { recursive: true, mode: 0o700 })
    await copyOnServer(reached, draft, { withData, isMasked: masks.length > 0, scratch, signal })
    signal.throwIfAborted()
    const inside = besideUrl({ ...parent, config }, draft)
    await requireInside([inside.config], draft)
    await copyProperties(config, parent.database, draft)
    await askServer(
      config,
      `comment on database ${quoteIdentifier(draft)} is ${quoteLiteral(branchText.onServer(parent.database))}`,
    )
    await quietOnServer(inside.config, draft)
    if (masks.length > 0) await mask(context, { from, inside, masks, signal })
    if (withData) await shareFiles(context, from, { draft: join(scratch, 'project'), to: ref, signal })
    signal.throwIfAborted()
    if (isReset) await registry.stop({ id: ref, engine: 'postgres' })
    const before = branchDraft(ref)
    await swapDatabases(ends, {
      name: own,
      restored: draft,
      before: (await databasesNamed(config, own)).includes(own) ? before : undefined,
    })
    await mkdir(dirname(projectDirectory(dataDir, ref)), { recursive: true })
    await swapDirectory(projectDirectory(dataDir, ref), join(scratch, 'project'), join(scratch, 'before'))
    // What was there before goes at the next attempt, where it can't go now.
    await dropUsedDatabase(ends, before).catch((error: unknown) =>
      context.log.warn({ err: error, project: ref }, 'the former database of a branch could not be dropped'),
    )
    return takenAt
  } catch (error) {
    await dropUsedDatabase(ends, draft).catch(() => {})
    throw error
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Masks run as the owner for whom members' SQL runs, in a database that only this has open. */
async function mask(
  { registry, life }: BranchesContext,
  {
    from,
    inside,
    masks,
    signal,
  }: { from: string; inside: DatabaseUrl; masks: Parameters<typeof applyMasks>[1]; signal: AbortSignal },
): Promise<void> {
  const target = await life().targetOf(from)
  if (target.engine !== 'postgres') throw new DomainError('branch_unavailable')
  const id = PROOF_PREFIX + randomUUID()
  try {
    const database = await registry.open({ ...target, id, url: inside, prepare: false })
    await applyMasks(database, masks, { signal, isSuperuser: false })
  } finally {
    await registry.stop({ id, engine: 'postgres' })
  }
}

/** A branch has those of its parent. */
async function loginsAt(
  { life }: Pick<BranchesContext, 'life'>,
  ref: string,
  config: pg.ClientConfig,
): Promise<pg.ClientConfig[]> {
  const target = await life().targetOf(ref)
  return target.engine === 'postgres' ? signInsAt(config, target) : []
}

/** @throws DomainError branch_unavailable: the project is on no server any more; EngineError */
async function urlOf({ life }: Pick<BranchesContext, 'life'>, ref: string): Promise<DatabaseUrl> {
  const target = await life().targetOf(ref)
  if (target.engine !== 'postgres') throw new DomainError('branch_unavailable')
  return target.url
}

/** With all that was begun for it. @throws DomainError, EngineError, DatabaseError: the server has it still */
export async function dropOnServer(
  context: Pick<BranchesContext, 'life' | 'registry'>,
  { ref, parent }: { ref: string; parent: string },
): Promise<void> {
  await context.registry.stop({ id: ref, engine: 'postgres' })
  const { config } = await reachServer(await urlOf(context, parent))
  const ends = { config, logins: await loginsAt(context, parent, config) }
  for (const name of await databasesNamed(config, branchDatabase(ref))) await dropUsedDatabase(ends, name)
}
