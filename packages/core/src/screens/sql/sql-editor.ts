/** The page of the SQL editor: one query of a project. */
import { tabIdOf } from '../../rules/tabs.js'
import { sqlText } from '../../text/sql-editor.js'
import type { ScreenContext } from '../context.js'
import { createQueryPane, type QueryPane } from './query-pane.js'

export interface SqlEditorScreen extends QueryPane {
  readonly title: string
}

export function createSqlEditor(
  context: ScreenContext,
  { ref, id }: { ref: string; id: string },
): SqlEditorScreen {
  const pane = createQueryPane(context, {
    draft: context.drafts.open(`${ref}/${id}`),
    run: context.sqlRuns.open(ref, id),
    onType: () => context.tabs.of(ref).keep(tabIdOf('sql', id)),
  })
  return { ...pane, title: sqlText.title }
}
