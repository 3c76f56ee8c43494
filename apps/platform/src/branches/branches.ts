/** Branches: made, changed, reset and deleted, for members and for the command line. */
import type { Branch, BranchMask, BranchOff, BranchSettings } from '@basedeck/platform-client/contract'
import { randomUUID } from 'node:crypto'
import { authConfigOf, changeAuth } from '../control/auth-settings.js'
import { auditStatement } from '../control/audit.js'
import {
  beginReset,
  branchByRef,
  branchesOf,
  branchSettingsOf,
  changeBranch,
  changeBranchSettings,
  insertBranch,
  setOff,
  type BranchChanges,
  type BranchRow,
} from '../control/branches.js'
import type { ControlStatement } from '../control/control-database.js'
import { projectByRef, requireProjectRow, type ProjectRow } from '../control/projects.js'
import { enableSchedule, scheduleRows } from '../control/schedules.js'
import { enableLogDrain, logDrainRows } from '../control/log-drains.js'
import { enableWebhook, webhookRows } from '../control/webhooks.js'
import { setMayCreateDatabases } from '../control/databases.js'
import type { Database } from '../engines/engine.js'
import { mayCreateDatabases } from '../engines/server/plain-login.js'
import { reachServer } from '../engines/server/reach-server.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Asker } from '../project-life/project-life.js'
import { branchText } from '../text/branches.js'
import { engineText } from '../text/engines.js'
import type { BranchesContext } from './branches-context.js'
import { copiedSettings } from './copied-settings.js'
import { checkMasks } from './masks.js'
import { actingAuth, actingIn, turnOnSql } from './quiet-copy.js'

export interface NewBranchRequest {
  name: string
  gitBranch: string | null
  persistent: boolean
  withData: boolean
  at: string | undefined
  ttlHours: number | null
}

export interface BranchUpdate extends Omit<BranchChanges, 'endsAt'> {
  ttlHours?: number | null | undefined
}

export interface Branches {
  list(ref: string): Promise<Branch[]>
  /** COMING_UP. @throws DomainError branch_name_taken, branch_unavailable, not_recoverable, project_busy */
  create(ref: string, request: NewBranchRequest, asker: Asker): Promise<Branch>
  /** @throws DomainError branch_is_default, branch_name_taken, branch_not_found */
  update(ref: string, changes: BranchUpdate, asker: Asker): Promise<Branch>
  /** GOING_DOWN. @throws DomainError branch_is_default, branch_not_found, project_busy */
  remove(ref: string, asker: Asker): Promise<Branch>
  /** RESTORING. @throws DomainError branch_is_default, branch_not_found, project_busy */
  reset(ref: string, asker: Asker): Promise<Branch>
  /** @throws DomainError branch_part_not_found */
  turnOn(ref: string, part: BranchOff, asker: Asker): Promise<Branch>
  settings(ref: string): Promise<BranchSettings>
  /** @throws DomainError stale with the stored settings */
  changeSettings(
    ref: string,
    change: { masks: BranchMask[]; expected: string | undefined },
    asker: Asker,
  ): Promise<BranchSettings>
}

const HOUR_MS = 3_600_000
/** In a millisecond. */
const MICROS = 1000
const COPIED = ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE']

export interface BranchesDeps extends BranchesContext {
  /** @throws DomainError not_recoverable */
  requireMoment?(ref: string, at: string): Promise<void>
  /** Makes the database of a branch tell what its webhooks ask for. Default: it does at its next opening. */
  syncWebhooks?(database: Database): Promise<unknown>
}

export function createBranches(deps: BranchesDeps): Branches {
  const { control, box, now } = deps

  async function requireBranch(ref: string): Promise<BranchRow> {
    const row = await branchByRef(control, ref)
    if (!row) throw new DomainError('branch_not_found')
    if (row.is_default) throw new DomainError('branch_is_default')
    return row
  }

  /** Branches of a branch are branches of its parent. */
  async function parentOf(ref: string): Promise<ProjectRow> {
    const row = await requireProjectRow(control, ref)
    return row.parent_ref === null ? row : requireProjectRow(control, row.parent_ref)
  }

  async function acting(parent: ProjectRow): Promise<BranchOff[]> {
    const config = await authConfigOf(control, parent.ref)
    const outside = [
      ...(config ? actingAuth(config) : []),
      ...(await webhookRows(control, parent.ref))
        .filter(({ enabled }) => enabled)
        .map(({ name }): BranchOff => ({ kind: 'webhook', name })),
      ...(await scheduleRows(control, parent.ref))
        .filter(({ enabled }) => enabled)
        .map(({ name }): BranchOff => ({ kind: 'job', name })),
      ...(await logDrainRows(control, parent.ref))
        .filter(({ enabled }) => enabled)
        .map(({ name }): BranchOff => ({ kind: 'log_drain', name })),
    ]
    if (parent.status === 'INACTIVE') return outside
    const inside = await actingIn(await deps.life().database(parent.ref))
    // A branch on a server by URL has no subscriptions.
    return [
      ...outside,
      ...inside.filter(({ kind }) => parent.engine !== 'postgres' || kind !== 'subscription'),
    ]
  }

  /** The right is asked for each time, because it may have been given or taken away. @throws DomainError branch_unavailable, EngineError */
  async function requireServer({ ref, db_user: user, may_create_databases: did }: ProjectRow) {
    const url = await deps.life().serverOf(ref)
    const { config } = await reachServer(url)
    const may = await mayCreateDatabases(config)
    if (may !== did) await control.write([setMayCreateDatabases(ref, may)])
    if (!may) throw new DomainError('branch_unavailable', engineText.mayNotCreateDatabases(user))
    return url
  }

  const endOf = (hours: number | null | undefined): string | null | undefined =>
    hours ? new Date(now().getTime() + hours * HOUR_MS).toISOString() : hours === undefined ? undefined : null

  const lineOf = async (branch: BranchRow, asker: Asker, action: string, detail: object = {}) =>
    lineFor(await projectByRef(control, branch.parent_project_ref), branch, asker, { action, detail })

  async function shown(ref: string): Promise<Branch> {
    const row = await branchByRef(control, ref)
    if (!row) throw new DomainError('branch_not_found')
    return branchOf(row)
  }

  return {
    async list(ref) {
      const rows = await branchesOf(control, ref)
      const parent = await projectByRef(control, rows[0]?.parent_project_ref ?? ref)
      if (parent?.may_create_databases === false) void requireServer(parent).catch(() => {})
      return rows.map(branchOf)
    },
    async create(ref, { name, gitBranch, persistent, withData, at, ttlHours }, asker) {
      const parent = await parentOf(ref)
      const { engine, organization_id: organizationId, region } = parent
      if (!COPIED.includes(parent.status)) throw new DomainError('project_busy', branchText.parentBusy)
      if (at !== undefined) {
        if (!deps.requireMoment) throw new DomainError('not_recoverable')
        await deps.requireMoment(parent.ref, at)
      }
      const beside = engine === 'postgres' ? await requireServer(parent) : undefined
      const hasData = withData || at !== undefined
      const off = await acting(parent)
      const settings = await copiedSettings(deps, parent.ref)
      const row = await deps.life().create(
        {
          name,
          organizationId,
          region,
          engine: engine === 'postgres' ? undefined : engine,
          ownerPassword: undefined,
          existing: undefined,
          beside,
          asBranch: (own) => [
            ...insertBranch({
              ref: own,
              parent: parent.ref,
              name,
              gitBranch: gitBranch || null,
              persistent,
              withData: hasData,
              endsAt: persistent ? null : (endOf(ttlHours) ?? null),
              off,
              making: at === undefined ? {} : { at },
            }),
            ...settings(own),
          ],
        },
        asker,
      )
      return shown(row.ref)
    },
    async update(ref, { ttlHours, ...changes }, asker) {
      const branch = await requireBranch(ref)
      const detail = Object.fromEntries(
        Object.entries({ ...changes, ttlHours }).filter(([, value]) => value !== undefined),
      )
      const gitBranch = changes.gitBranch === undefined ? undefined : changes.gitBranch || null
      const written = await control.write([
        ...changeBranch(ref, { ...changes, gitBranch, endsAt: endOf(ttlHours) }),
        await lineOf(branch, asker, 'branch.update', detail),
      ])
      if (!written.ok)
        throw new DomainError(written.reason === 'taken' ? 'branch_name_taken' : 'branch_not_found')
      return shown(ref)
    },
    async remove(ref, asker) {
      const branch = await requireBranch(ref)
      await deps.life().remove(ref, asker)
      return { ...branchOf(branch), status: 'GOING_DOWN' }
    },
    async reset(ref, asker) {
      const branch = await requireBranch(ref)
      if (branch.status === 'INIT_FAILED') {
        await deps.life().resume(ref, asker)
        return shown(ref)
      }
      const parent = await requireProjectRow(control, branch.parent_project_ref)
      if (!COPIED.includes(parent.status)) throw new DomainError('project_busy', branchText.parentBusy)
      const off = await acting(parent)
      const settings = await copiedSettings(deps, parent.ref)
      await deps
        .life()
        .resetBranch(ref, [
          beginReset(ref, off),
          ...settings(ref),
          await lineOf(branch, asker, 'branch.reset'),
        ])
      return shown(ref)
    },
    async turnOn(ref, part, asker) {
      const branch = await requireBranch(ref)
      const left = branch.off.filter(({ kind, name }) => kind !== part.kind || name !== part.name)
      if (left.length === branch.off.length) throw new DomainError('branch_part_not_found')
      const query = turnOnSql(part)
      if (query !== undefined) {
        const database = await deps.life().database(ref)
        await database.run({ runId: randomUUID(), as: 'admin', query })
      }
      const hook: ControlStatement[] =
        part.kind === 'hook' ? [changeAuth(box, ref, { [`hook_${part.name}_enabled`]: true }, undefined)] : []
      await control.write([
        setOff(ref, left),
        ...hook,
        ...(part.kind === 'webhook' ? [enableWebhook(ref, part.name)] : []),
        ...(part.kind === 'job' ? [enableSchedule(ref, part.name)] : []),
        ...(part.kind === 'log_drain' ? [enableLogDrain(ref, part.name, now().getTime() * MICROS)] : []),
        await lineOf(branch, asker, 'branch.turn_on', { kind: part.kind, name: part.name }),
      ])
      if (part.kind === 'webhook') await deps.syncWebhooks?.(await deps.life().database(ref))
      return shown(ref)
    },
    async settings(ref) {
      const found = await branchSettingsOf(control, (await parentOf(ref)).ref)
      if (!found) throw new DomainError('project_not_found')
      return found
    },
    async changeSettings(ref, { masks, expected }, { actor, origin }) {
      const parent = await parentOf(ref)
      // Those that are stored stay as they are, though their column may be gone.
      const known = (await this.settings(parent.ref)).masks.map(maskKey)
      const fresh = masks.filter((mask) => !known.includes(maskKey(mask)))
      // A project that is paused is not woken for it; what doesn't fit then fails the next branch.
      if (fresh.length > 0 && parent.status !== 'INACTIVE')
        await checkMasks(await deps.life().database(parent.ref), fresh)
      const written = await control.write([
        changeBranchSettings(parent.ref, masks, expected),
        auditStatement(actor, origin, {
          action: 'branch.update_settings',
          target: parent.name,
          organizationId: parent.organization_id,
          projectRef: parent.ref,
          detail: { masks: masks.map(({ schema, table, column }) => `${schema}.${table}.${column}`) },
        }),
      ])
      const stored = await this.settings(parent.ref)
      if (!written.ok) throw new DomainError('stale', undefined, { more: { stored } })
      return stored
    },
  }
}

function lineFor(
  parent: ProjectRow | undefined,
  { name, parent_project_ref: projectRef }: BranchRow,
  { actor, origin }: Asker,
  { action, detail }: { action: string; detail: object },
): ControlStatement {
  return auditStatement(actor, origin, {
    action,
    target: name,
    organizationId: parent?.organization_id,
    projectRef,
    detail: { ...detail },
  })
}

function maskKey({ schema, table, column, expression }: BranchMask): string {
  return JSON.stringify([schema, table, column, expression])
}

/** Without what it doesn't have. */
export function branchOf({ making: _making, ...row }: BranchRow): Branch {
  const { git_branch, review_requested_at, status_reason, taken_at, ends_at, size_bytes, ...all } = row
  const given = { git_branch, review_requested_at, status_reason, taken_at, ends_at, size_bytes }
  return { ...all, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) }
}
