/**
 * Makes the database and the files of a branch from its parent. All is made in a folder beside, quieted and masked, and then
 * put in place, so that a program that is killed leaves the branch as it was; the next start makes it again.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineKind } from '@basedeck/platform-client/contract'
import { PROOF_PREFIX } from '../backup/clear-restores.js'
import { branchSettingsOf, type BranchRow } from '../control/branches.js'
import { requireProjectRow, type ProjectRow } from '../control/projects.js'
import type { RestoreHow } from '../engines/cluster/wal-archive.js'
import type { Database } from '../engines/engine.js'
import type { OwnEngineKind } from '../engines/engine-registry.js'
import type { Sending } from '../engines/send-directory.js'
import { projectDirectory } from '../engines/project-directory.js'
import { DomainError } from '../kernel/domain-error.js'
import { holdBytes } from '../objects/byte-hold.js'
import { PAST_THE_END } from '../backup/kept/restore-kept.js'
import { branchText } from '../text/branches.js'
import type { BranchesContext } from './branches-context.js'
import { EMPTIED_FILES } from './copied-tables.js'
import { draftFiles } from './draft-files.js'
import { FILLING_FOLDER } from './filling-folder.js'
import { applyMasks } from './masks.js'
import { fillOnServer } from './on-server/fill-on-server.js'
import { quietStatements } from './quiet-copy.js'
import { shareFiles } from './share-files.js'

/** @returns the moment of the parent that it holds @throws DomainError, EngineError, DatabaseError */
export async function fillBranch(
  context: BranchesContext,
  branch: BranchRow,
  { isReset, signal }: { isReset: boolean; signal: AbortSignal },
): Promise<Date> {
  const parent = await requireProjectRow(context.control, branch.parent_project_ref)
  const { engine } = parent
  if (!COPIED.has(parent.status)) throw new DomainError('project_busy', branchText.parentBusy)
  const release = await holdBytes(context.dataDir)
  try {
    if (engine === 'postgres') return await fillOnServer(context, branch, { isReset, signal })
    return await fillHere(context, branch, { parent, engine, isReset, signal })
  } finally {
    await release()
  }
}

interface FillHere {
  parent: ProjectRow
  engine: OwnEngineKind
  isReset: boolean
  signal: AbortSignal
}

async function fillHere(
  context: BranchesContext,
  branch: BranchRow,
  { parent, engine, isReset, signal }: FillHere,
): Promise<Date> {
  const { registry, dataDir } = context
  const { project_ref: ref, parent_project_ref: from, with_data: withData } = branch
  const scratch = join(dataDir, FILLING_FOLDER, `branch-${randomUUID()}`)
  const draft = join(scratch, 'project')
  // A reset fills another database and swaps it in when it is ready. The branch keeps answering until then.
  const target = { id: isReset ? PROOF_PREFIX + randomUUID() : ref, engine }
  try {
    const isCluster = engine === 'cluster'
    const place = async (all: boolean): Promise<Date> => {
      await mkdir(draft, { recursive: true })
      const { recovery, takenAt } = await writeDraft(context, branch, parent, { draft, scratch, signal })
      if (withData) await shareFiles(context, from, { draft, to: ref, signal })
      signal.throwIfAborted()
      await registry.replace(target, draft, join(scratch, 'aside'), {
        isCopy: true,
        statements: isCluster ? quietStatements(withData) : [],
        lacksFiles: isCluster && !withData,
        recovery: recovery && { ...recovery, ...(all && { until: undefined }) },
      })
      return takenAt
    }
    const takenAt = await place(false).catch(async (error: unknown) => {
      if (!(error instanceof Error && PAST_THE_END.test(error.message))) throw error
      // Nothing was committed after that moment: all that is kept of the log is replayed.
      await rm(draft, { recursive: true, force: true })
      await rm(join(scratch, 'wal'), { recursive: true, force: true })
      return place(true)
    })
    const database = await registry.open(target)
    await finish(context, database, { parent: from, withData, engine, signal })
    signal.throwIfAborted()
    if (isReset) {
      await registry.stop(target)
      await registry.replace(
        { id: ref, engine },
        projectDirectory(dataDir, target.id),
        join(scratch, 'before'),
      )
    }
    return takenAt
  } finally {
    if (isReset) await registry.remove(target).catch(() => {})
    await rm(scratch, { recursive: true, force: true })
  }
}

async function writeDraft(
  { registry, life, keptDraft, now }: BranchesContext,
  { making, with_data: withData }: BranchRow,
  { ref, engine, status }: ProjectRow,
  { draft, scratch, signal }: { draft: string; scratch: string; signal: AbortSignal },
): Promise<{ recovery: RestoreHow['recovery']; takenAt: Date }> {
  if (making?.at !== undefined) {
    if (!keptDraft) throw new DomainError('not_recoverable')
    const recovery = await keptDraft(ref, making.at, { draft, scratch })
    return { recovery, takenAt: new Date(making.at) }
  }
  const emptied = new Set<string>()
  if (engine === 'cluster' && !withData && status !== 'INACTIVE') {
    const { results } = await (
      await life().database(ref)
    ).run({
      runId: randomUUID(),
      as: 'admin',
      query: EMPTIED_FILES,
      limits: { rows: 10_000_000, bytes: 1e9 },
    })
    for (const [path] of results.at(-1)?.rows ?? []) emptied.add(`pg/${path}`)
  }
  const choose = (path: string): Sending => {
    if (path.startsWith('pg/pg_replslot/')) return 'nothing'
    if (!emptied.has(path.replace(SEGMENT_OR_FORK, ''))) return 'whole'
    return emptied.has(path) ? 'empty' : 'nothing'
  }
  const { sink, end } = draftFiles(draft, `projects/${ref}`, { choose, signal })
  await registry.backUp(ref, sink)
  await end()
  return { recovery: undefined, takenAt: now() }
}

/** Statuses of a parent that can be copied: while it changes, its own work is waited for elsewhere. */
const COPIED: ReadonlySet<string> = new Set(['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE'])

/** `16384.1`, `16384_fsm`: files of the same relation. */
const SEGMENT_OR_FORK = /(_fsm|_vm|_init)?(\.\d+)?$/

async function finish(
  { control }: BranchesContext,
  database: Database,
  {
    parent,
    withData,
    engine,
    signal,
  }: { parent: string; withData: boolean; engine: EngineKind; signal: AbortSignal },
): Promise<void> {
  if (engine !== 'cluster') {
    const query = quietStatements(withData).join(';\n')
    await database.run({ runId: randomUUID(), as: 'admin', query, timeoutMs: 0, signal })
  }
  // The copied one is that of the parent.
  await database.ownerLogin?.setPassword?.(randomBytes(OWNER_PASSWORD_BYTES).toString('base64url'))
  const masks = withData ? ((await branchSettingsOf(control, parent))?.masks ?? []) : []
  await applyMasks(database, masks, { signal, isSuperuser: true })
}

const OWNER_PASSWORD_BYTES = 24
