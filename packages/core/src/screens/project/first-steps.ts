/** The first steps in an empty project that are no pages: sample data, a CSV file, a dump. */
import { computed, type ReadableAtom } from 'nanostores'
import { sampleDataLoading } from '../../data/sample-data.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import type { NextStep } from '../../rules/project/next-steps.js'
import type { ControlState } from '../../sessions/account/rights.js'
import { projectText } from '../../text/project.js'
import { sqlRunningText } from '../../text/sql-running.js'
import type { Needs } from '../context.js'
import { createOpenImport, type OpenImport } from '../import/open-import.js'
import { beginQuery } from '../parts/begin-query.js'

export interface FirstSteps {
  /** The panel of an import, once it was asked for. */
  readonly importing: OpenImport
  /** Why the sample data could not be loaded. */
  readonly $sampleProblem: ReadableAtom<string | null>
}

export interface FirstStepsParts extends FirstSteps, Disposable {
  readonly $isLoadingSample: ReadableAtom<boolean>
  readonly runs: Partial<Record<NextStep, () => Promise<void>>>
}

const EXTENSIONS = ['.sql', '.txt', 'text/plain', 'application/sql']

export function createFirstSteps(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'impersonation' | 'schemaChanges' | 'lazy'>,
  ref: string,
  $mayWrite: ReadableAtom<ControlState>,
): FirstStepsParts {
  const { host, client, queries, router, schemaChanges } = context
  const importing = createOpenImport(context, $mayWrite, () => ({ ref, schema: 'public', table: null }))
  const sample = createMutation(queries, sampleDataLoading(client, ref))

  return {
    importing,
    $isLoadingSample: computed(sample.$state, ({ status }) => status === 'running'),
    $sampleProblem: computed(sample.$state, (state) =>
      state.status === 'failed' ? state.error.message : null,
    ),
    runs: {
      async sample() {
        const outcome = await sample.run()
        if (outcome.type === 'failed') return
        schemaChanges.happened(ref)
        const { tables, rows } = outcome.data
        host.notifier.notify({
          kind: 'success',
          message: projectText.sample.loaded(tables.length, rows),
          action: {
            label: projectText.sample.open,
            run: () => router.open(router.href('tableEditor', { ref })),
          },
        })
      },
      async csv() {
        importing.open()
      },
      async dump() {
        const file = await host.files.choose?.(EXTENSIONS)
        if (!file) return
        const { openedQuery } = await import('../query/sql-files.js')
        const opened = await openedQuery(file)
        if (typeof opened === 'string') return host.notifier.notify({ kind: 'error', message: opened })
        await beginQuery(context, { ref, ...opened })
        host.notifier.notify({ kind: 'success', message: sqlRunningText.fileOpened(file.name) })
      },
    },
    dispose: importing.dispose,
  }
}
