/** `basedeck diff`: a branch against its parent, for a terminal and for CI. */
import type { BranchComparison, RowComparison } from '@basedeck/platform-client/contract'
import type { DiffQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { answerTo } from '../services/operator-work.js'
import { diffCommandText as text } from '../text/diff-command.js'
import { branchNamed } from '../control/merges.js'
import { compareTableRows } from './compare-rows.js'
import { compareWithParent, type MergeDeps } from './compare-branch.js'

/** What the command finds. */
export interface BranchDiff extends Omit<BranchComparison, 'last'> {
  /** Of the tables that were asked for. */
  rows: RowComparison[]
}

/** One line of JSON: what `diffReport` reads. In the process that has the databases open. */
export async function answerDiff(
  { branch, tables }: DiffQuestion,
  deps: MergeDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<OperatorAnswer> {
  const found = await branchNamed(deps.control, branch)
  const [ref, other] = found
  if (ref === undefined) return { error: text.noBranch(branch) }
  if (other !== undefined) return { error: text.manyBranches(branch, found) }
  return answerTo(() => diffOf(ref, tables, deps, signal))
}

async function diffOf(
  ref: string,
  tables: readonly string[],
  deps: MergeDeps,
  signal: AbortSignal,
): Promise<BranchDiff> {
  const { comparison, parent, branch: own } = await compareWithParent(deps, ref, signal)
  const { last: _last, ...differs } = comparison
  const both = { parent: parent.database, branch: own.database }
  const rows: RowComparison[] = []
  for (const name of tables)
    rows.push(await compareTableRows(both, tableNamed(name), { as: 'owner', signal }))
  return { ...differs, rows }
}

/** `app.orders`; without a schema it is `public`. */
function tableNamed(name: string) {
  const dot = name.indexOf('.')
  return dot === -1
    ? { schema: 'public', table: name }
    : { schema: name.slice(0, dot), table: name.slice(dot + 1) }
}

/** What is printed, and how the program exits. */
export interface DiffReport {
  lines: string[]
  /** 1: something differs. */
  exitCode: 0 | 1
}

/** @param json the line of `answerDiff` */
export function diffReport(json: string, format: 'text' | 'json'): DiffReport {
  const diff = JSON.parse(json) as BranchDiff
  const { objects, buckets, auth, rows } = diff
  const differing = rows.filter((one) => one.added + one.changed + one.removed > 0)
  const exitCode = objects.length + buckets.length + auth.length + differing.length > 0 ? 1 : 0
  if (format === 'json') return { lines: [JSON.stringify(diff, null, 2)], exitCode }
  const nameOf = ({ kind, schema, name }: (typeof objects)[number]) =>
    `${kind} ${schema === null ? name : `${schema}.${name}`}`
  return {
    exitCode,
    lines: [
      text.head(diff.branch.name, diff.parent.name, exitCode === 0),
      ...(diff.has_base ? [] : [text.noBase]),
      ...objects.flatMap((object) => [
        '',
        `-- ${text.verbs[object.verb]} ${nameOf(object)}${object.conflict ? text.conflict : ''}`,
        ...object.changes.map(({ sql, ...about }) => `${sql};${text.costs(about)}`),
      ]),
      ...(diff.around.length > 0 ? ['', text.around, ...diff.around.map(({ sql }) => `${sql};`)] : []),
      ...buckets.map(({ id, parent, branch }) => text.value('bucket', id, parent, branch)),
      ...auth.map(({ id, parent, branch, secret }) =>
        secret ? text.secret(id) : text.value('auth', id, parent, branch),
      ),
      ...rows.map((one) => text.rows(`${one.schema}.${one.table}`, one)),
      ...diff.not_compared.map(({ kind, names }) => text.notCompared(kind, names)),
    ],
  }
}
