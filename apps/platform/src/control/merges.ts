/** What branches began with, and the merges of branches into their parents, as rows. */
import type { MergeRecord } from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

type Reading = Pick<ControlDatabase, 'select'>

/** The project that a branch belongs to. Undefined: the project is no branch of another. */
export async function parentOfBranch(
  control: Reading,
  ref: string,
): Promise<{ id: number; ref: string; name: string; branchName: string } | undefined> {
  const [row] = await control.select<{ id: number; ref: string; name: string; branchName: string }>(
    `select parent.id, parent.ref, parent.name, b.name as "branchName"
     from control.branches b join control.projects own on own.id = b.project_id
       join control.projects parent on parent.id = b.parent_project_id
     where own.ref = $1 and not b.is_default`,
    [ref],
  )
  return row
}

/** The refs of the branches with that name, or with that ref. */
export async function branchNamed(control: Reading, name: string): Promise<string[]> {
  const rows = await control.select<{ ref: string }>(
    `select own.ref from control.branches b join control.projects own on own.id = b.project_id
     where not b.is_default and (own.ref = $1 or b.name = $1) order by own.ref = $1 desc, own.ref`,
    [name],
  )
  return rows[0]?.ref === name ? [name] : rows.map(({ ref }) => ref)
}

/** Undefined: it was not kept. */
export async function branchBaseOf(control: Reading, ref: string): Promise<string | undefined> {
  const [row] = await control.select<{ base: string }>(
    'select b.base from control.branch_bases b join control.projects p on p.id = b.project_id where p.ref = $1',
    [ref],
  )
  return row?.base
}

export function keepBranchBase(ref: string, base: string): ControlStatement {
  return {
    sql: `insert into control.branch_bases (project_id, base) select p.id, $2 from control.projects p where p.ref = $1
      on conflict (project_id) do update set base = excluded.base, kept_at = now()`,
    parameters: [ref, base],
    expect: 1,
  }
}

/** A merge as it is stored. */
export interface MergeRow extends MergeRecord {
  parent_version: string
  /** What both began with before it. */
  base_before: string | null
}

const COLUMNS =
  'm.id, m.merged_at, m.merged_by, m.version, m.statements, m.undo, m.comes_back_empty, m.undone_at, m.parent_version, null as base_before'
const ALL_COLUMNS = COLUMNS.replace('null as base_before', 'm.base_before')

/** The newest of a branch. */
export async function lastMergeOf(control: Reading, ref: string): Promise<MergeRow | undefined> {
  const [row] = await control.select<MergeRow>(
    `select ${COLUMNS} from control.merges m join control.projects p on p.id = m.project_id
     where p.ref = $1 order by m.merged_at desc, m.id limit 1`,
    [ref],
  )
  return row
}

export async function mergeOf(control: Reading, ref: string, id: string): Promise<MergeRow | undefined> {
  const [row] = await control.select<MergeRow>(
    `select ${ALL_COLUMNS} from control.merges m join control.projects p on p.id = m.project_id
     where p.ref = $1 and m.id::text = $2`,
    [ref, id],
  )
  return row
}

export function insertMerge(ref: string, merge: Omit<MergeRow, 'merged_at' | 'undone_at'>): ControlStatement {
  return {
    sql: `insert into control.merges
        (id, project_id, merged_by, version, statements, undo, comes_back_empty, parent_version, base_before)
      select $2::uuid, p.id, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb, $8, $9 from control.projects p where p.ref = $1`,
    parameters: [
      ref,
      merge.id,
      merge.merged_by,
      merge.version,
      JSON.stringify(merge.statements),
      merge.undo && JSON.stringify(merge.undo),
      JSON.stringify(merge.comes_back_empty),
      merge.parent_version,
      merge.base_before,
    ],
    expect: 1,
  }
}

/** None where it was taken back before. */
export function markUndone(id: string): ControlStatement {
  return {
    sql: 'update control.merges set undone_at = clock_timestamp() where id = $1::uuid and undone_at is null',
    parameters: [id],
    expect: 1,
  }
}
