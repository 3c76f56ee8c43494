/** A list in the header to go somewhere else by: searched as one types, with a few steps below it. */
import type { ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'

export const PICKER_KINDS = ['organization', 'project', 'branch'] as const
/** What a picker lists. */
export type PickerKind = (typeof PICKER_KINDS)[number]

/** A page or object to go to. */
export interface PickerEntry {
  key: string
  label: string
  href: string
  /** Where one is. */
  active: boolean
  badge?: { label: string; tone: 'plain' | 'accent' | 'quiet' }
  /** It leaves the dashboard. */
  isOutside?: true
  /** Why it can't be opened; absent when it can. */
  refusal?: string
}

/** What the picker shows. */
export type PickerList =
  | { status: 'loading' }
  | { status: 'failed'; title: string; detail: string; retry: () => void }
  | {
      status: 'ready'
      entries: PickerEntry[]
      /** Why the list is empty. */
      empty?: string
      loadingMore: boolean
      /** Another search is under way. */
      outdated: boolean
      /** The next page could not be had. */
      problem?: string
    }

/** A list in the header by which one goes elsewhere. `dispose` closes it. */
export interface Picker extends Disposable {
  readonly kind: PickerKind
  /** Its name, and the placeholder of its field. */
  readonly label: string
  /** As typed. */
  readonly $search: ReadableAtom<string>
  readonly $list: ReadableAtom<PickerList>
  /** What one may do instead; below the list. */
  readonly $steps: ReadableAtom<PickerEntry[]>
  search(words: string): void
  /** The end of the list came into sight. */
  loadMore(): void
}

/** A step below the list. */
export function step(key: string, label: string, href: string, refusal?: string): PickerEntry {
  return { key, label, href, active: false, ...(refusal === undefined ? {} : { refusal }) }
}
