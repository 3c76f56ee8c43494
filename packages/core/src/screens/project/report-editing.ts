/** Changes of a report: each is a new text of its document, which saves itself; what was before can be had again. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import { readReportText, reportText, type OwnReport } from '../../rules/project/own-report.js'
import type { OpenSnippet } from '../../sessions/sql/open-snippet.js'

/** The report of a document, and what changes it. */
export interface ReportEditing extends Disposable {
  /** Null: the text is no report. */
  readonly $report: ReadableAtom<OwnReport | null>
  readonly $canUndo: ReadableAtom<boolean>
  readonly $canRedo: ReadableAtom<boolean>
  /**
   * Changes it; does nothing where there is no report, or where `change` gives null or the same.
   * @param field what is typed in: one undo takes back all that was typed in it. Absent: the change stands alone
   */
  change(change: (report: OwnReport) => OwnReport | null, field?: string): void
  undo(): void
  redo(): void
}

/** Steps that can be taken back. */
const STEPS_MAX = 100

export function createReportEditing(snippet: OpenSnippet): ReportEditing {
  const scope = createScope()
  const { draft } = snippet
  const $before = atom<readonly string[]>([])
  const $after = atom<readonly string[]>([])
  let lastField: string | undefined
  let written = draft.$text.get()
  const write = (text: string) => {
    written = text
    snippet.type(text)
  }
  // What another window or person wrote is not taken back from here.
  scope.add(
    draft.$text.listen((text) => {
      if (text === written) return
      written = text
      lastField = undefined
      $before.set([])
      $after.set([])
    }),
  )
  const $report = computed(draft.$text, (text) => {
    const read = readReportText(text)
    return read.type === 'report' ? read.report : null
  })
  return {
    $report,
    $canUndo: computed($before, ({ length }) => length > 0),
    $canRedo: computed($after, ({ length }) => length > 0),
    change(change, field) {
      const report = $report.get()
      const next = report && change(report)
      if (!report || !next || next === report) return
      const now = draft.$text.get()
      if (field === undefined || field !== lastField) $before.set([...$before.get(), now].slice(-STEPS_MAX))
      lastField = field
      $after.set([])
      write(reportText(next))
    },
    undo() {
      const last = $before.get().at(-1)
      if (last === undefined) return
      $before.set($before.get().slice(0, -1))
      $after.set([...$after.get(), draft.$text.get()])
      lastField = undefined
      write(last)
    },
    redo() {
      const next = $after.get().at(-1)
      if (next === undefined) return
      $after.set($after.get().slice(0, -1))
      $before.set([...$before.get(), draft.$text.get()])
      lastField = undefined
      write(next)
    },
    dispose: scope.dispose,
  }
}
