/** Opens what the address of a page asks for, as soon as it is known that the caller may, and takes it out of the address. */
import type { ReadableAtom } from 'nanostores'
import { createScope } from '../../kernel/screen.js'
import { askedOpening, searchWithoutAsking, type Opening } from '../../rules/shell/asked-opening.js'
import type { ControlState } from '../../sessions/account/rights.js'
import type { Needs } from '../context.js'

/** Something that the page can open. */
export interface Openable {
  $may: ReadableAtom<ControlState>
  open(): void
}

/** @returns how to stop following the address */
export function openByAddress(
  { router }: Needs<'router'>,
  openables: Partial<Record<Opening, Openable>>,
): () => void {
  const scope = createScope()
  // The screen lives for a moment after another page was opened.
  const { pathname: own } = router.$route.get().location
  const follow = () => {
    const { pathname, search, hash } = router.$route.get().location
    const asked = askedOpening(search)
    const openable = asked && openables[asked]
    if (!openable || pathname !== own) return
    const { disabled, hint } = openable.$may.get()
    const isUnknown = disabled && hint === undefined
    if (isUnknown) return
    router.open(pathname + searchWithoutAsking(search) + hash, { replace: true })
    if (!disabled) openable.open()
  }
  scope.add(router.$route.listen(follow))
  for (const { $may } of Object.values(openables)) scope.add($may.listen(follow))
  follow()
  return scope.dispose
}
