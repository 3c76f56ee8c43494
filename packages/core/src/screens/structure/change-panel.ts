/**
 * A form whose values are a change of the structure: the statements it would run, what they cost others, the run in one
 * transaction, and the question before typed values are discarded.
 */
import { PlatformError, toPlatformError, type DatabaseErrorReport } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { failedStatement, lockHolders, runDdl, type DdlRun } from '../../data/structure.js'
import { copyText } from '../../kernel/copy-text.js'
import type { Form } from '../../kernel/form.js'
import { ddlCost } from '../../rules/structure/ddl-lock.js'
import type { DdlOrigin, DdlStatement, TableName } from '../../sql/column-ddl.js'
import type { LockHolder } from '../../sql/lock-holders.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'

/** A statement as it is shown before it runs. */
export interface ShownStatement {
  sql: string
  /** What others notice of it. */
  cost: string
}

/** The part that all panels have. */
export interface ChangePanel<Values extends object> {
  readonly title: string
  readonly form: Form<Values>
  readonly submitLabel: string
  readonly sendingLabel: string
  /** What it would run; null while a field is wrong. */
  readonly $statements: ReadableAtom<readonly ShownStatement[] | null>
  /** Problems by path: the form's own, and those that PostgreSQL told. */
  readonly $problems: ReadableAtom<Readonly<Record<string, string>>>
  /** Whether it is asked if typed values are discarded. */
  readonly $asksToDiscard: ReadableAtom<boolean>
  /** Closes the panel; asks before typed values are lost. */
  leave(): void
  stay(): void
  discard(): void
  /** The form was accepted. */
  close(): void
  /** False when the host did not allow it; the user was told. */
  copySql(): Promise<boolean>
}

type Context = Needs<'host' | 'client' | 'queries' | 'schemaChanges'>

/** @param table the one that others use; a table that the first statement makes is used by no one else yet */
export function shownStatements(
  statements: readonly DdlStatement[],
  table: string,
): readonly ShownStatement[] {
  const isNew = statements[0]?.step.step === 'create-table'
  return statements.map(({ sql, step }) => {
    const whole = ddlCost(step)
    // An object's statement names its tables itself.
    const [first = null, ...others] = step.step === 'object' ? whole.alsoOn : []
    const [cost, on] =
      step.step === 'object'
        ? [{ ...whole, alsoOn: others }, first]
        : [whole, isNew && step.step !== 'copy-rows' ? null : table]
    return { sql: `${sql};`, cost: text.lock(cost, on) }
  })
}

/** Where a change is made. */
export interface ChangedTable {
  ref: string
  /** The table that others use, under the name that it has before the change; null: it is new. */
  table: TableName | null
}

/** Runs them in one transaction; the project's data is fetched again in any case. @throws PlatformError */
export async function runStatements(
  context: Pick<Context, 'client' | 'schemaChanges'>,
  changed: ChangedTable,
  statements: readonly DdlStatement[],
  run: DdlRun = {},
): Promise<void> {
  if (statements.length === 0) return
  try {
    await runDdl(context.client, changed.ref, statements, run)
    await context.schemaChanges.ran(
      changed.ref,
      statements.map(({ sql }) => sql),
    )
  } catch (error) {
    throw await lockTold(context, changed, toPlatformError(error), statements)
  } finally {
    // Also when no answer came: the change may have been made.
    context.schemaChanges.happened(changed.ref)
  }
}

/** PostgreSQL's code of a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/** An error of a lock says which sessions hold it, as far as they can be found. */
async function lockTold(
  { client }: Pick<Context, 'client'>,
  { ref, table }: ChangedTable,
  error: PlatformError,
  statements: readonly DdlStatement[],
): Promise<PlatformError> {
  const failed = failedStatement(error, statements)
  if (error.code !== LOCK_NOT_AVAILABLE || !failed) return error
  const { lock, alsoOn } = ddlCost(failed.step)
  const tables = [...(table === null ? [] : [`${table.schema}.${table.name}`]), ...alsoOn]
  const holders =
    lock === null ? [] : await lockHolders(client, ref, { tables, lock }).catch((): LockHolder[] => [])
  return withMessage(error, text.lockHeld(tables, holders))
}

export interface ChangePanelOptions<Values extends object> {
  title: string
  submitLabel: string
  sendingLabel?: string
  form: Form<Values>
  /** Null: a field is wrong. */
  $ddl: ReadableAtom<readonly DdlStatement[] | null>
  /** The table that is locked. */
  table: string
  /** Problems of the last run, by path. */
  $told: ReadableAtom<Readonly<Record<string, string>>>
  close(): void
}

export function createChangePanel<Values extends object>(
  { host }: Pick<Context, 'host'>,
  options: ChangePanelOptions<Values>,
): ChangePanel<Values> {
  const { form, $ddl, close } = options
  const $asksToDiscard = atom(false)
  const $statements = computed($ddl, (ddl) => ddl && shownStatements(ddl, options.table))
  return {
    title: options.title,
    form,
    submitLabel: options.submitLabel,
    sendingLabel: options.sendingLabel ?? text.saving,
    $statements,
    $problems: computed(
      [form.$problems, options.$told],
      (own, told) => ({ ...told, ...own }) as Record<string, string>,
    ),
    $asksToDiscard,
    leave() {
      if (form.$state.get().status === 'sending') return
      if (form.$isChanged.get()) $asksToDiscard.set(true)
      else close()
    },
    stay: () => $asksToDiscard.set(false),
    discard() {
      $asksToDiscard.set(false)
      form.reset()
      close()
    },
    close,
    copySql: () => copyText(host, ($statements.get() ?? []).map(({ sql }) => sql).join('\n')),
  }
}

/** Where a failed run's error belongs in the form; null: to all of it. */
export function originOf(error: PlatformError, statements: readonly DdlStatement[]): DdlOrigin | null {
  const statement = failedStatement(error, statements)
  if (!statement || error.code === LOCK_NOT_AVAILABLE) return null
  if (error.code === '42P07' || error.code === '42710') return { part: 'name' }
  const { at } = (error.body ?? {}) as Partial<DatabaseErrorReport>
  const ofLine = at === undefined ? undefined : statement.lines?.[at.line - 1]
  return ofLine ?? (statement.lines ? null : (statement.from ?? null))
}

/** @throws the error of the platform, with what it is about before it */
export function refused(error: unknown, subject: string | null): PlatformError {
  const told = toPlatformError(error)
  return subject === null ? told : withMessage(told, `${subject}: ${told.message}`)
}

export function withMessage(told: PlatformError, message: string): PlatformError {
  return new PlatformError(told.kind, message, {
    ...(told.status === undefined ? {} : { status: told.status }),
    ...(told.code === undefined ? {} : { code: told.code }),
    body: told.body,
    cause: told,
  })
}
