/** Running imports: what they do in their transaction, and how far they are. */
import { roleName } from '@basedeck/core/sql'
import {
  canMoveSequenceSql,
  copyFileSql,
  COPY_LINES_SQL,
  COUNT_FAULTS_SQL,
  COUNT_REJECTED_SQL,
  createImportTableSql,
  FAULTS_SQL,
  grantSavingSql,
  IMPORT_STEP_ROWS,
  importSequenceIn,
  importSequencesSql,
  importTargetIn,
  importTargetSql,
  INDEX_LINES_SQL,
  judgeSql,
  moveSequenceSql,
  nextLinesSql,
  rejectedRowsSql,
  saveSomeSql,
  SAVE_ALL_SQL,
  savingSql,
  sequenceTargetSql,
  stagingSql,
} from '@basedeck/core/sql'
import {
  LISTED_REJECTED_ROWS,
  type ImportLine,
  type ImportPlan,
  type ImportProgress,
} from '@basedeck/platform-client/contract'
import { DomainError } from '../kernel/domain-error.js'
import type { Database, ImportSteps } from '../engines/engine.js'
import { projectText } from '../text/projects.js'

export interface ImportOptions {
  /** Names the import for its progress and its cancel. */
  runId: string
  plan: ImportPlan
  data: AsyncIterable<Uint8Array>
  signal: AbortSignal
  /** Takes the rejected rows; resolves when there is room for more. */
  tell(lines: ImportLine[]): Promise<void>
}

/** The class of errors of values. */
const DATA_EXCEPTION = '22'

type Ending = Extract<ImportLine, { type: 'imported' | 'refused' }>

export class Imports {
  readonly #progress = new Map<string, Exclude<ImportProgress, { phase: 'ended' }>>()

  progress(runId: string): ImportProgress {
    return this.#progress.get(runId) ?? { phase: 'ended' }
  }

  /** So many bytes of the data have arrived. */
  received(runId: string, bytes: number): void {
    const now = this.#progress.get(runId)
    this.#progress.set(runId, { phase: 'receiving', bytes: (now?.bytes ?? 0) + bytes })
  }

  ended(runId: string): void {
    this.#progress.delete(runId)
  }

  /** @returns how it ended, after the rejected rows were told @throws DatabaseError, EngineError, DomainError */
  async run(database: Database, { runId, plan, data, signal, tell }: ImportOptions): Promise<Ending> {
    const { form } = plan
    this.received(runId, 0)
    const bytes = () => this.#progress.get(runId)?.bytes ?? 0
    const common = { runId, signal, data, query: projectText.importing(plan.schema, plan.table) }
    if (form.type === 'direct')
      return database.importRows<Ending>({
        ...common,
        prepare: (steps) => makeTable(steps, plan),
        copy: copyFileSql(plan, form),
        finish: async (steps, rows) => ({
          commits: true,
          value: { type: 'imported', rows, rejected: 0, ...(await moveSequences(steps, plan)) },
        }),
      })
    return database.importRows<Ending>({
      ...common,
      async prepare(steps) {
        await makeTable(steps, plan)
        await steps.ask(stagingSql(plan.columns.length))
      },
      copy: COPY_LINES_SQL,
      finish: (steps, rows) => {
        this.#progress.set(runId, { phase: 'saving', bytes: bytes() })
        return saveRows(steps, plan, form.onBadRows, tell, (checked) =>
          this.#progress.set(runId, { phase: 'checking', bytes: bytes(), checked, rows }),
        )
      },
    })
  }
}

/** The owner makes it, or the role that the import acts as. */
async function makeTable({ ask, impersonate }: ImportSteps, plan: ImportPlan): Promise<void> {
  if (!plan.create) return
  const { types, idColumn, primaryKey, rowSecurity = false } = plan.create
  const columns = plan.columns.flatMap((name) =>
    name === null
      ? []
      : [{ name, type: Object.hasOwn(types, name) ? (types[name] ?? 'text') : ('text' as const) }],
  )
  if (plan.role) await impersonate(plan.role)
  const statements = createImportTableSql(plan, {
    columns,
    rowSecurity,
    ...(idColumn === undefined ? {} : { idColumn }),
    ...(primaryKey === undefined ? {} : { primaryKey }),
  })
  for (const statement of statements) await ask(statement)
  if (plan.role) await ask('reset role')
}

/**
 * Moves the sequences of the imported columns past their values, so that the next row without a value does not collide.
 * Called last: PostgreSQL does not take it back when the transaction fails.
 */
async function moveSequences(
  { ask, impersonate }: ImportSteps,
  plan: ImportPlan,
): Promise<{ behind?: string[] }> {
  const columns = plan.columns.filter((name) => name !== null)
  const behind: string[] = []
  for (const sequence of (await ask(importSequencesSql(plan, columns))).map(importSequenceIn)) {
    // Who can't read the sequence or the column can't tell how far it has to move.
    if (!sequence.canRead) {
      behind.push(sequence.column)
      continue
    }
    // Read before the role is taken: the role may see fewer rows than there are.
    const [[target] = []] = await ask(sequenceTargetSql(plan, sequence))
    if (typeof target !== 'string') continue
    if (plan.role) await impersonate(plan.role)
    const [[canMove] = []] = await ask(canMoveSequenceSql(sequence))
    if (canMove === 'true') await ask(moveSequenceSql(sequence, target))
    else behind.push(sequence.column)
    if (plan.role) await ask('reset role')
  }
  return behind.length === 0 ? {} : { behind }
}

async function saveRows(
  steps: ImportSteps,
  plan: ImportPlan,
  onBadRows: 'refuse' | 'skip',
  tell: ImportOptions['tell'],
  onChecked: (rows: number) => void,
): Promise<{ commits: boolean; value: Ending }> {
  const { ask, impersonate } = steps
  const one = async (sql: string) => (await ask(sql))[0] ?? []
  const imported = async (rows: number, rejected: number): Promise<Ending> => {
    if (plan.role) await ask('reset role')
    return { type: 'imported', rows, rejected, ...(await moveSequences(steps, plan)) }
  }
  const targets = (await ask(importTargetSql(plan))).map(importTargetIn)
  const sources = plan.columns.flatMap((name, cell) => {
    const target = targets.find((known) => known.name === name)
    if (name !== null && !target) throw new DomainError('invalid_body', projectText.noSuchColumn(name))
    return target ? [{ cell, target }] : []
  })
  await ask(savingSql(plan, sources))
  const faults = Number((await one(COUNT_FAULTS_SQL))[0])
  if (plan.role) {
    await ask(grantSavingSql(roleName(plan.role)))
    await impersonate(plan.role)
  }
  const asOwner = async (sql: string) => {
    if (plan.role) await ask('reset role')
    await ask(sql)
    if (plan.role) await impersonate(plan.role)
  }
  const saveAll = async () => {
    const [saved = null, code = null] = await one(SAVE_ALL_SQL)
    return { saved: Number(saved ?? 0), code }
  }
  let { saved: rows, code } = await saveAll()
  if (code === null && faults === 0) return { commits: true, value: await imported(rows, 0) }

  await asOwner(FAULTS_SQL)
  // Values that can't be read are found without an attempt to save each row.
  for (const isThorough of [false, true]) {
    if (!code?.startsWith(DATA_EXCEPTION)) break
    if (Number((await one(judgeSql(isThorough)))[0]) > 0) ({ saved: rows, code } = await saveAll())
  }
  if (code !== null) {
    await asOwner(INDEX_LINES_SQL)
    rows = 0
    let checked = 0
    for (let last = '0'; ;) {
      onChecked(checked)
      const [from = null, to = null, count] = await one(nextLinesSql(last))
      if (from === null || to === null) break
      rows += Number((await one(saveSomeSql(from, to)))[0])
      checked += Number(count)
      last = to
    }
  }
  const rejected = Number((await one(COUNT_REJECTED_SQL))[0])
  const skips = onBadRows === 'skip'
  await tellRejected(ask, plan, skips ? Number.POSITIVE_INFINITY : LISTED_REJECTED_ROWS, tell)
  if (skips || rejected === 0) return { commits: true, value: await imported(rows, rejected) }
  return { commits: false, value: { type: 'refused', rejected } }
}

async function tellRejected(
  ask: ImportSteps['ask'],
  { columns }: ImportPlan,
  atMost: number,
  tell: ImportOptions['tell'],
): Promise<void> {
  let told = 0
  for (let last = '0'; told < atMost;) {
    const page = await ask(rejectedRowsSql(last, columns.length, Math.min(IMPORT_STEP_ROWS, atMost - told)))
    if (page.length === 0) return
    await tell(page.map(rejectedRowIn))
    told += page.length
    last = page.at(-1)?.[0] ?? last
  }
}

function rejectedRowIn([line, cell = null, reason = null, fault = null, ...cells]: (
  | string
  | null
)[]): ImportLine {
  return {
    type: 'rejected',
    line: Number(line),
    column: cell === null ? null : Number(cell),
    ...(reason === null ? {} : { reason }),
    ...(fault === null ? {} : { fault }),
    cells: fault === null ? cells : cells.slice(0, 1),
  }
}
