/**
 * Makes the database and the files of a branch from its parent. All is made in a folder beside, quieted and masked, and then
 * put in place, so that a program that is killed leaves the branch as it was; the next start makes it again.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { EngineKind } from '@basedeck/platform-client/contract'
import { PROOF_PREFIX } from '../backup/clear-restores.js'
import { branchSettingsOf, type BranchRow } from '../control/branches.js'
import { requireProjectRow, type ProjectRow } from '../control/projects.js'
import type { RestoreHow } from '../engines/cluster/wal-archive.js'
import type { Database } from '../engines/engine.js'
import type { OwnEngineKind } from '../engines/engine-registry.js'
import type { Sending } from '../engines/send-directory.js'
import { forEachAtOnce } from '../engines/for-each-at-once.js'
import { projectDirectory } from '../engines/project-directory.js'
import { DomainError } from '../kernel/domain-error.js'
import { bytesName } from '../objects/byte-folders.js'
import { holdBytes } from '../objects/byte-hold.js'
import { filesOf } from '../objects/file-byte-store.js'
import { PAST_THE_END } from '../backup/kept/restore-kept.js'
import { branchText } from '../text/branches.js'
import type { BranchesContext } from './branches-context.js'
import { EMPTIED_FILES } from './copied-tables.js'
import { draftFiles } from './draft-files.js'
import { applyMasks } from './masks.js'
import { quietStatements } from './quiet-copy.js'

/** Where a branch is made. The next start of the program deletes it. */
export const FILLING_FOLDER = 'restoring'

/** @returns the moment of the parent that it holds @throws DomainError, EngineError, DatabaseError */
export async function fillBranch(
  context: BranchesContext,
  branch: BranchRow,
  { isReset, signal }: { isReset: boolean; signal: AbortSignal },
): Promise<Date> {
  const { control, registry, dataDir } = context
  const { project_ref: ref, parent_project_ref: from, with_data: withData } = branch
  const parent = await requireProjectRow(control, from)
  const engine = ownEngine(parent)
  if (!COPIED.has(parent.status)) throw new DomainError('project_busy', branchText.parentBusy)
  const scratch = join(dataDir, FILLING_FOLDER, `branch-${randomUUID()}`)
  const draft = join(scratch, 'project')
  // A reset fills another database and swaps it in when it is ready. The branch keeps answering until then.
  const target = { id: isReset ? PROOF_PREFIX + randomUUID() : ref, engine }
  const release = await holdBytes(dataDir)
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
    await release()
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
  if (withData) await applyMasks(database, (await branchSettingsOf(control, parent))?.masks ?? [], signal)
}

const OWNER_PASSWORD_BYTES = 24

/** Files don't change, so that both projects can have the same: each deletes only its own name of it. */
async function shareFiles(
  { bytes, dataDir }: BranchesContext,
  from: string,
  { draft, to, signal }: { draft: string; to: string; signal: AbortSignal },
): Promise<void> {
  if (bytes.shared) {
    for await (const { id, size } of bytes.shared.all(from)) {
      signal.throwIfAborted()
      await bytes.put(to, id, await bytes.read(from, id), size)
    }
    return
  }
  const folders = new Set<string>()
  let some: { id: string; path: string }[] = []
  const linkSome = () =>
    forEachAtOnce(some, async ({ id, path }) => {
      const target = join(draft, 'objects', bytesName(id))
      if (!folders.has(dirname(target))) await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      folders.add(dirname(target))
      await link(path, target).catch((error: NodeJS.ErrnoException) => {
        // Deleted meanwhile, or restored from a backup.
        if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
      })
    })
  for await (const file of filesOf(dataDir, from)) {
    signal.throwIfAborted()
    if (some.push(file) < LINKED_TOGETHER) continue
    await linkSome()
    some = []
  }
  await linkSome()
}

const LINKED_TOGETHER = 1000

function ownEngine({ engine }: ProjectRow): OwnEngineKind {
  if (engine === 'postgres') throw new DomainError('branch_unavailable')
  return engine
}
