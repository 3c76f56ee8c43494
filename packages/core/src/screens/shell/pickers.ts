/** The pickers of the header: one is open at a time, and its file comes when the first one is. */
import { atom, type ReadableAtom } from 'nanostores'
import { createOnDemand } from '../../kernel/on-demand.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Needs } from '../context.js'
import type { Picker, PickerKind } from './picker.js'
import type { CurrentPage } from './current-page.js'

export interface Pickers extends Disposable {
  /** Which one was asked for. */
  readonly $wanted: ReadableAtom<PickerKind | null>
  /** Null: none is open, or it is not there yet. */
  readonly $open: ReadableAtom<Picker | null>
  open(kind: PickerKind): void
  close(): void
}

export function createPickers(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'account' | '$runtime'>,
  currentPage: CurrentPage,
): Pickers {
  const scope = createScope()
  const $wanted = atom<PickerKind | null>(null)
  const { $part, dispose } = createOnDemand(context.host.clock, $wanted, async () => {
    const { createPicker } = await import('./picker-kinds.js')
    return (kind) => createPicker(context, currentPage, kind)
  })
  scope.add(dispose)
  const close = () => $wanted.set(null)
  scope.add(context.router.$route.listen(close))
  return { $wanted, $open: $part, open: (kind) => $wanted.set(kind), close, dispose: scope.dispose }
}
