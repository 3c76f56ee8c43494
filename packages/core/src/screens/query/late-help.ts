/** The editor's help as a screen has it from its beginning: its files and the catalogue come when an editor asks for them. */
import { atom, type ReadableAtom } from 'nanostores'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'
import type { Mark } from './run-error.js'
import type { SqlHelp } from './sql-help.js'

/** Completion, hover and the like, whose code is fetched when an editor asks for it. */
export interface LateHelp extends Disposable {
  readonly $problems: ReadableAtom<Mark[]>
  /** Rejects when the files can't be had; asked again, it tries again. */
  open(): Promise<SqlHelp>
}

export function createLateHelp(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'grammar'>,
  ref: string,
): LateHelp {
  const scope = createScope()
  const $problems = atom<Mark[]>([])
  let hasEnded = false
  let opening: Promise<SqlHelp> | undefined

  async function begin(): Promise<SqlHelp> {
    const { createSqlHelp } = await import('./sql-help.js')
    const help = createSqlHelp(context, ref)
    if (hasEnded) help.dispose()
    else {
      scope.add(help.dispose)
      scope.add(help.$problems.subscribe((problems) => $problems.set([...problems])))
    }
    return help
  }

  return {
    $problems,
    open() {
      opening ??= begin().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    dispose() {
      hasEnded = true
      scope.dispose()
    },
  }
}
