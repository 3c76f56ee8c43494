/**
 * The help while one writes: what can stand at the cursor, what a name means, the text formatted, and what the grammar
 * refuses. Statements are read around the cursor only, so that a long text costs no more than a short one.
 */
import { computed, type ReadableAtom } from 'nanostores'
import { completionQuery } from '../../data/completion.js'
import type { Remote } from '../../kernel/query-store.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { completionsAt, type Completion } from '../../rules/sql/completion.js'
import { hoverAt } from '../../rules/sql/hover.js'
import { EMPTY_CATALOGUE, indexCatalogue, type SqlCatalogue } from '../../rules/sql/sql-catalogue.js'
import { signatureAt } from '../../rules/sql/signature.js'
import { suggestionKey, type SuggestionKey } from '../../rules/sql/suggestion-keys.js'
import { outlineOf, stretchAt, type SqlOutline } from '../../rules/sql/sql-outline.js'
import type { Needs } from '../context.js'
import { behindGate, createProjectGate } from '../parts/project-gate.js'
import { formatText, type FormattedText, type TextRange } from './formatting.js'
import { shownHover, shownSignature, type ShownHover, type ShownSignature } from './hover-lines.js'
import type { Mark } from './run-error.js'
import { createSqlProblems } from './sql-problems.js'

export interface SqlHelp extends Disposable {
  /** What the grammar refuses, and names that the database does not hold; not what is still being written. */
  readonly $problems: ReadableAtom<Mark[]>
  /** What can be written at the offset; words of the grammar alone while the catalogue is on its way. */
  complete(text: string, offset: number): Completion
  /** What the key does to the first of those suggestions, when none was chosen. */
  suggestionKey(text: string, offset: number, key: SuggestionKey): 'accept' | 'type'
  hover(text: string, offset: number): ShownHover | null
  /** The function whose call contains the offset, and the parameter at the offset. */
  signature(text: string, offset: number): ShownSignature | null
  /** The range, or the whole text, formatted; null, with a word to the user, when there is nothing to do. */
  format(text: string, cursor: number, range?: TextRange): Promise<FormattedText | null>
  /** The text or the cursor has changed. @param cursor undefined: the editor has not the focus */
  look(text: string, cursor: number | undefined): void
  /** The catalogue came, or came again: what was completed before may be outdated. Returns how to stop listening. */
  onNames(listener: () => void): () => void
}

export function createSqlHelp(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'grammar'>,
  ref: string,
): SqlHelp {
  const { host, client, queries, grammar } = context
  const scope = createScope()
  const gate = createProjectGate(context, ref)
  const $remote = behindGate<Remote<SqlCatalogue>>(gate, queries.store(completionQuery(client, ref)), {
    status: 'loading',
  })
  const $catalogue = computed($remote, (remote) =>
    remote.status === 'ready' ? remote.data : indexCatalogue(EMPTY_CATALOGUE),
  )
  scope.add($catalogue.listen(() => undefined))
  const problems = createSqlProblems({ clock: host.clock, grammar, $catalogue })
  scope.add(problems.dispose)

  let outline: SqlOutline | undefined
  const around = (text: string, offset: number) => {
    outline = outlineOf(text, outline)
    const { start, end } = stretchAt(outline, offset)
    return { start, statement: text.slice(start, end) }
  }

  return {
    $problems: problems.$problems,
    complete(text, offset) {
      const { start, statement } = around(text, offset)
      const found = completionsAt(statement, offset - start, $catalogue.get())
      return { ...found, start: found.start + start, end: found.end + start }
    },
    suggestionKey(text, offset, key) {
      const { start, statement } = around(text, offset)
      const { items } = completionsAt(statement, offset - start, $catalogue.get())
      return suggestionKey(key, statement, offset - start, items)
    },
    hover(text, offset) {
      const { start, statement } = around(text, offset)
      const found = hoverAt(statement, offset - start, $catalogue.get())
      return found ? { ...shownHover(found), start: found.start + start, end: found.end + start } : null
    },
    signature(text, offset) {
      const { start, statement } = around(text, offset)
      const found = signatureAt(statement, offset - start, $catalogue.get())
      return found ? shownSignature(found) : null
    },
    format: (text, cursor, range) => formatText(host.notifier, text, cursor, range),
    look: problems.look,
    onNames: (listener) => $catalogue.listen(listener),
    dispose: scope.dispose,
  }
}
