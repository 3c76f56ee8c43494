/** The branches of the projects as rows. A branch is a project; the branch main is the project itself. */
import type { Branch, BranchMask, BranchOff, BranchSettings } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

/** As it is stored: what a branch does not have is null. */
export interface BranchRow extends Required<Branch> {
  /** How it is made, while it is made or reset. */
  making: Making | null
}

/** How a branch is made. */
export interface Making {
  /** The moment whose rows it gets; absent: now. */
  at?: string
}

type Reading = Pick<ControlDatabase, 'select'>

const SELECT = `select b.id, b.name, own.ref as project_ref, parent.ref as parent_project_ref, b.is_default, b.persistent,
    b.git_branch, b.review_requested_at, b.created_at, b.updated_at, own.status,
    coalesce(own.status_reason, b.error) as status_reason, b.with_data, b.taken_at, b.ends_at, b.off, b.making,
    (select s.last::float8 from control.series s where s.project_id = own.id and s.series = 'DATABASE_SIZE'
      order by s.at desc limit 1) as size_bytes
  from control.branches b join control.projects own on own.id = b.project_id
    join control.projects parent on parent.id = b.parent_project_id`

/** All branches of a project, or of the project that a branch belongs to: the default branch first, then the newest. */
export function branchesOf(control: Reading, ref: string): Promise<BranchRow[]> {
  return control.select<BranchRow>(
    `${SELECT}
     where b.parent_project_id = (
       select asked.parent_project_id from control.branches asked join control.projects p on p.id = asked.project_id
       where p.ref = $1)
     order by b.is_default desc, b.created_at desc, b.id`,
    [ref],
  )
}

/** @param ref of the branch’s project. Undefined: no branch has it */
export async function branchByRef(control: Reading, ref: string): Promise<BranchRow | undefined> {
  const [row] = await control.select<BranchRow>(`${SELECT} where own.ref = $1`, [ref])
  return row
}

export interface NewBranch {
  ref: string
  parent: string
  name: string
  gitBranch: string | null
  persistent: boolean
  withData: boolean
  endsAt: string | null
  off: readonly BranchOff[]
  making: Making
}

/** Makes a branch of a project that was just inserted. Turns branching of the parent on. */
export function insertBranch(branch: NewBranch): ControlStatement[] {
  const { ref, parent, name, gitBranch, persistent, withData, endsAt, off, making } = branch
  return [
    {
      sql: `update control.branches b set name = $3, is_default = false, parent_project_id = parent.id, git_branch = $4,
          persistent = $5, with_data = $6, ends_at = $7::timestamptz, off = $8::jsonb, making = $9::jsonb
        from control.projects own, control.projects parent
        where own.ref = $1 and parent.ref = $2 and b.project_id = own.id`,
      parameters: [
        ref,
        parent,
        name,
        gitBranch,
        persistent,
        withData,
        endsAt,
        JSON.stringify(off),
        JSON.stringify(making),
      ],
      expect: 1,
    },
    {
      sql: 'update control.projects set is_branch_enabled = true where ref = $1',
      parameters: [parent],
      expect: 1,
    },
  ]
}

/** What an update changes; undefined leaves it as it is. */
export interface BranchChanges {
  name?: string | undefined
  gitBranch?: string | null | undefined
  persistent?: boolean | undefined
  /** True asks for a review, false takes that back. */
  review?: boolean | undefined
  endsAt?: string | null | undefined
}

/** The name of a branch is the name of its project too. */
export function changeBranch(ref: string, changes: BranchChanges): ControlStatement[] {
  const { name, gitBranch, persistent, review, endsAt } = changes
  const rename: ControlStatement[] =
    name === undefined
      ? []
      : [{ sql: 'update control.projects set name = $2 where ref = $1', parameters: [ref, name], expect: 1 }]
  return [
    {
      sql: `update control.branches b set name = coalesce($2, b.name),
          git_branch = case when $3 then $4 else b.git_branch end,
          persistent = coalesce($5::boolean, b.persistent),
          review_requested_at = case $6::boolean when true then coalesce(b.review_requested_at, now())
            when false then null else b.review_requested_at end,
          ends_at = case when coalesce($5::boolean, b.persistent) then null when $7 then $8::timestamptz else b.ends_at end,
          updated_at = now()
        from control.projects own where own.ref = $1 and b.project_id = own.id and not b.is_default`,
      parameters: [
        ref,
        name ?? null,
        gitBranch !== undefined,
        gitBranch ?? null,
        persistent ?? null,
        review ?? null,
        endsAt !== undefined,
        endsAt ?? null,
      ],
      expect: 1,
    },
    ...rename,
  ]
}

/** Touches nothing where the project is no branch. */
export function renameBranch(ref: string, name: string): ControlStatement {
  return {
    sql: `update control.branches b set name = $2, updated_at = now() ${OWN} and not b.is_default`,
    parameters: [ref, name],
  }
}

/** The branches of a project go with it to another organization. */
export function moveBranches(ref: string, organizationId: number): ControlStatement {
  return {
    sql: `update control.projects own set organization_id = $2 from control.branches b, control.projects parent
      where parent.ref = $1 and b.parent_project_id = parent.id and not b.is_default and own.id = b.project_id`,
    parameters: [ref, organizationId],
  }
}

const OWN = 'from control.projects own where own.ref = $1 and b.project_id = own.id'

/** A branch is made again. None while it is made or reset already. */
export function beginReset(ref: string, off: readonly BranchOff[]): ControlStatement {
  return {
    sql: `update control.branches b set making = '{}', error = null, off = $2::jsonb ${OWN} and b.making is null
      and not b.is_default`,
    parameters: [ref, JSON.stringify(off)],
    expect: 1,
  }
}

export function branchMade(ref: string, takenAt: Date): ControlStatement {
  return {
    sql: `update control.branches b set making = null, error = null, taken_at = $2::timestamptz ${OWN}`,
    parameters: [ref, takenAt.toISOString()],
  }
}

/** The branch stays as it was before. */
export function resetFailed(ref: string, error: string): ControlStatement {
  return {
    sql: `update control.branches b set making = null, error = $2 ${OWN}`,
    parameters: [ref, error],
  }
}

export function setOff(ref: string, off: readonly BranchOff[]): ControlStatement {
  return {
    sql: `update control.branches b set off = $2::jsonb ${OWN}`,
    parameters: [ref, JSON.stringify(off)],
    expect: 1,
  }
}

/** Refs of the previews whose time is over and that are not being deleted. */
export async function endedBranches(control: Reading, now: Date): Promise<string[]> {
  const rows = await control.select<{ ref: string }>(
    `select own.ref from control.branches b join control.projects own on own.id = b.project_id
     where b.ends_at <= $1::timestamptz and not b.persistent and own.status <> 'GOING_DOWN' order by b.ends_at`,
    [now.toISOString()],
  )
  return rows.map(({ ref }) => ref)
}

/** Whether it is a branch whose mail is kept instead of sent. */
export async function isMailOff(
  control: Pick<ControlDatabase, 'selectOften'>,
  ref: string,
): Promise<boolean> {
  const rows = await control.selectOften(
    `select 1 from control.branches b join control.projects own on own.id = b.project_id
     where own.ref = $1 and b.off @> '[{"kind": "mail"}]'`,
    [ref],
  )
  return rows.length > 0
}

/** Undefined: there is no such project. */
export async function branchSettingsOf(control: Reading, ref: string): Promise<BranchSettings | undefined> {
  const [row] = await control.select<{ branch_settings: { masks?: BranchMask[] } | null; version: string }>(
    `select branch_settings, ${VERSION} as version from control.projects where ref = $1`,
    [ref],
  )
  return row && { masks: row.branch_settings?.masks ?? [], version: row.version }
}

/** @param expected the version that the change is made on; absent: any. Another one touches no row. */
export function changeBranchSettings(
  ref: string,
  masks: readonly BranchMask[],
  expected: string | undefined,
): ControlStatement {
  return {
    sql: `update control.projects set branch_settings = $2::jsonb
      where ref = $1 and ($3::text is null or ${VERSION} = $3)`,
    parameters: [ref, JSON.stringify({ masks }), expected],
    expect: 1,
  }
}

const VERSION = `md5(coalesce(branch_settings::text, ''))`

/** Copies settings of the parent into the branch. @param auth the settings of auth without hooks and other calls to the outside */
export function copySettings(
  from: string,
  to: string,
  auth: Readonly<Record<string, unknown>>,
): ControlStatement[] {
  return [
    {
      sql: `update control.projects own set data_api = parent.data_api, file_size_limit = parent.file_size_limit,
          network_access = parent.network_access, auth = $3::jsonb
        from control.projects parent where parent.ref = $1 and own.ref = $2`,
      parameters: [from, to, JSON.stringify(auth)],
      expect: 1,
    },
    {
      sql: `insert into control.allowed_extensions (project_id, name, allowed_by, allowed_at)
        select own.id, a.name, a.allowed_by, a.allowed_at from control.allowed_extensions a
          join control.projects parent on parent.id = a.project_id and parent.ref = $1
          cross join control.projects own where own.ref = $2
        on conflict do nothing`,
      parameters: [from, to],
    },
  ]
}
