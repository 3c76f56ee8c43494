/** How a kind of branch is named and coloured. Production is always seen. */
import type { BranchKind } from '../../rules/project/branches.js'
import { shellText } from '../../text/shell.js'
import type { PickerEntry } from './picker.js'

export type BranchBadge = NonNullable<PickerEntry['badge']>

const TONES = { production: 'plain', persistent: 'accent', preview: 'quiet' } as const

export function branchBadge(kind: BranchKind): BranchBadge {
  return { label: shellText.branches[kind], tone: TONES[kind] }
}
