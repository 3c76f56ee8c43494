/**
 * The question before a save that loses something: how many values go with a column or are changed by a type, with examples,
 * what depends on them, and how they can be kept.
 */
import { toPlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { tablesAreServed } from '../../data/services.js'
import { changedValues, dropListQuery, valueCount } from '../../data/structure.js'
import type { Disposable } from '../../kernel/screen.js'
import { structureLosses, type CastColumn, type LostColumn } from '../../rules/structure/structure-losses.js'
import type { DdlStatement } from '../../sql/column-ddl.js'
import { joinedDropLists, type DropList } from '../../sql/drop-list.js'
import type { ReadDescription, TableDescription } from '../../sql/table-description.js'
import { structureText as text } from '../../text/structure.js'
import type { Needs } from '../context.js'
import { dependentsView, type ChangeDialog } from './change-dialog.js'
import { shownStatements } from './change-panel.js'

/** A change that may lose something. */
export interface LosingChange {
  before: ReadDescription
  after: TableDescription
  statementsFor(cascades: boolean): DdlStatement[]
  /** The new column at `column` of the form takes the place of the one at `position` of the table, with its values. */
  keep(column: number, position: number): void
}

export interface LossQuestion extends Disposable {
  readonly $question: ReadableAtom<ChangeDialog | null>
  /** Asks where something is lost. Null: the change was not agreed to. */
  ask(change: LosingChange): Promise<{ cascades: boolean } | null>
}

/** Rows of a table whose values are counted one by one. */
const COUNTED_ROWS_MAX = 1_000_000

export function createLossQuestion(
  { client, queries }: Needs<'client' | 'queries'>,
  ref: string,
): LossQuestion {
  const $isServed = tablesAreServed({ client, queries }, ref)
  const $question = atom<ChangeDialog | null>(null)
  let isOver = false

  const sentenceOfColumn = async ({ before }: LosingChange, { name }: LostColumn) => {
    const isCounted = (before.estimatedRows ?? 0) <= COUNTED_ROWS_MAX
    const count = isCounted ? await valueCount(client, ref, before, name).catch(() => null) : null
    return text.lostColumn(name, count)
  }
  /** Null: no value changes. */
  const sentenceOfCast = async ({ before }: LosingChange, cast: CastColumn): Promise<string | null> => {
    try {
      const { count, examples } = await changedValues(client, ref, before, cast)
      return count === 0 ? null : text.changedValues(cast, count, examples)
    } catch (error) {
      const { code, message } = toPlatformError(error)
      return willFail(code) ? null : text.changedUnknown(cast, message)
    }
  }
  /** @throws PlatformError */
  const dependentsOf = async ({ before }: LosingChange, columns: readonly LostColumn[]) => {
    const { signal } = new AbortController()
    return joinedDropLists(
      await Promise.all(
        columns.map(({ position }) =>
          dropListQuery(client, ref, { type: 'relation', id: before.id, column: position }).fetch(signal),
        ),
      ),
    )
  }

  return {
    $question,
    async ask(change) {
      const { columns, casts, turnsRlsOff } = structureLosses(change.before, change.after)
      const sentences = await Promise.all([
        ...columns.map((column) => sentenceOfColumn(change, column)),
        ...casts.map((cast) => sentenceOfCast(change, cast)),
        ...(turnsRlsOff ? [text.rlsGoes(text.rlsOffBody($isServed.get()))] : []),
      ])
      const told = sentences.filter((sentence) => sentence !== null)
      if (told.length === 0) return { cascades: false }
      const list = columns.length === 0 ? null : await dependentsOf(change, columns)
      if (isOver) return null
      return new Promise((resolve) => {
        const answer = (agreed: { cascades: boolean } | null) => {
          $question.set(null)
          resolve(agreed)
        }
        $question.set(questionOf(change, { sentences: told, columns, list, answer }))
      })
    },
    dispose() {
      isOver = true
      $question.get()?.cancel()
    },
  }
}

/** PostgreSQL's codes of a type, a cast or a syntax that does not exist. */
const NO_SUCH_CAST: readonly string[] = ['42704', '42846', '42601']

/** The change fails as its query did: the new type does not take a value, or it can't be cast. */
function willFail(code: string | undefined): boolean {
  return code !== undefined && (code.startsWith('22') || NO_SUCH_CAST.includes(code))
}

interface Lost {
  sentences: readonly string[]
  columns: readonly LostColumn[]
  /** Null: no column goes. */
  list: DropList | null
  answer(agreed: { cascades: boolean } | null): void
}

function questionOf(change: LosingChange, { sentences, columns, list, answer }: Lost): ChangeDialog {
  const { name } = change.before
  const $cascades = atom(false)
  const $typed = atom('')
  const $blocked = computed([$cascades, $typed], (cascades, typed) => {
    if (list !== null && list.cascading > 0 && !cascades) return text.needsCascade
    return cascades && typed !== name ? '' : null
  })
  return {
    title: text.lossTitle(name),
    sentences,
    isDangerous: true,
    confirmLabel: text.lossSave,
    $dependents: atom(list && dependentsView({ status: 'ready', data: list, refreshing: false })),
    $cascades,
    $nameToType: computed($cascades, (cascades) => (cascades ? name : null)),
    $typed,
    $statements: computed($cascades, (cascades) => shownStatements(change.statementsFor(cascades), name)),
    steps: columns.flatMap(({ name: old, position, keep }) =>
      keep === null
        ? []
        : [
            {
              label: text.keepValues(keep, old),
              run() {
                change.keep(keep.column, position)
                answer(null)
              },
            },
          ],
    ),
    $blocked,
    $isBusy: atom(false),
    $problem: atom(null),
    setCascades(cascades) {
      $cascades.set(cascades)
      $typed.set('')
    },
    type: (typed) => $typed.set(typed),
    async confirm() {
      if ($blocked.get() === null) answer({ cascades: $cascades.get() })
    },
    cancel: () => answer(null),
  }
}
