/** The page of the SQL editor: one query of a project. */
import { tabIdOf } from '../../rules/tabs.js'
import { sqlText } from '../../text/sql-editor.js'
import type { ScreenContext } from '../context.js'
import { createLateHelp, type LateHelp } from './late-help.js'
import { createQueryPane, type QueryPane } from './query-pane.js'

export interface SqlEditorScreen extends QueryPane {
  readonly title: string
  readonly help: LateHelp
}

export function createSqlEditor(
  context: ScreenContext,
  { ref, id }: { ref: string; id: string },
): SqlEditorScreen {
  const run = context.sqlRuns.open(ref, id)
  const help = createLateHelp(context, ref, run)
  const pane = createQueryPane(context, {
    draft: context.drafts.open(`${ref}/${id}`),
    run,
    onType: () => context.tabs.of(ref).keep(tabIdOf('sql', id)),
  })
  return {
    ...pane,
    title: sqlText.title,
    help,
    dispose() {
      help.dispose()
      pane.dispose()
    },
  }
}
