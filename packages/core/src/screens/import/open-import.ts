/** The way to an import from a page: its button, and its panel, whose code is loaded when it opens. */
import { atom, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import type { Disposable } from '../../kernel/screen.js'
import type { ControlState } from '../../sessions/account/rights.js'
import type { Needs } from '../context.js'
import type { CsvImport } from './csv-import.js'

/** The way from a CSV file into a table. */
export interface OpenImport {
  readonly $control: ReadableAtom<ControlState>
  /** Null: it is not open, or its code is still loading. */
  readonly $panel: ReadableAtom<CsvImport | null>
  open(): void
  close(): void
}

/** Where the rows go: into the table, or one that the user chooses. */
export interface ImportSubject {
  ref: string
  schema: string
  table: string | null
}

export function createOpenImport(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'impersonation' | 'schemaChanges'>,
  $control: ReadableAtom<ControlState>,
  subject: () => ImportSubject,
): OpenImport & Disposable {
  const $wanted = atom<ImportSubject | null>(null)
  const panel = createOnDemand(context.host.clock, $wanted, async () => {
    const { createCsvImport } = await import('./csv-import.js')
    return (wanted) => createCsvImport(context, wanted)
  })
  return {
    $control,
    $panel: panel.$part,
    open: () => $wanted.set(subject()),
    close: () => $wanted.set(null),
    dispose: panel.dispose,
  }
}
