/** Columns that branches with data don't show: which there are, and changing them. */
import type { BranchMask, BranchSettings, PlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { branchSettingsChange, branchSettingsQuery } from '../../data/branches.js'
import { createForm, type Form } from '../../kernel/form.js'
import { createMutation } from '../../kernel/mutation.js'
import type { Remote } from '../../kernel/query-store.js'
import { writtenName } from '../../rules/sql/sql-keywords.js'
import { projectControlState, type ControlState } from '../../sessions/account/rights.js'
import { branchesText as text } from '../../text/branches.js'
import type { Needs } from '../context.js'

/** A masked column as its row shows it. */
export interface MaskView extends BranchMask {
  label: string
}

/** Columns that branches with data don't show. */
export interface BranchMasks {
  readonly $masks: ReadableAtom<Remote<MaskView[]>>
  readonly $mayMask: ReadableAtom<ControlState>
  readonly $isMasking: ReadableAtom<boolean>
  readonly maskForm: Form<BranchMask>
  mask(): void
  closeMask(): void
  removeMask(mask: MaskView): Promise<void>
}

const NO_MASK: BranchMask = { schema: 'public', table: '', column: '', expression: '' }
const typed = v.pipe(v.string(), v.trim(), v.nonEmpty())

export function createBranchMasks(context: Needs<'host' | 'client' | 'queries'>, ref: string): BranchMasks {
  const { host, client, queries } = context
  const query = branchSettingsQuery(client, ref)
  const $settings = queries.store(query)
  const $isMasking = atom(false)
  const masking = createMutation(queries, branchSettingsChange(client, ref))
  const saved = () => host.notifier.notify({ kind: 'success', message: text.maskSaved })
  const stored = () => {
    const settings = $settings.get()
    return settings.status === 'ready' ? settings.data : null
  }
  /** With the version that was read, so that what another window masked meanwhile is not overwritten. */
  const masksWithout = ({ label }: MaskView, { masks, version }: BranchSettings) => ({
    masks: masks.filter((one) => maskView(one).label !== label),
    expected_version: version,
  })
  /** The next attempt must be made of the masks that are stored now. */
  function afterRefusal(error: PlatformError): PlatformError {
    if (error.code === 'stale') queries.refresh(query.key)
    return error
  }
  const maskForm = createForm({
    schema: v.object({ schema: typed, table: typed, column: typed, expression: typed }),
    initial: NO_MASK,
    async submit(mask) {
      const settings = stored()
      if (!settings) throw new Error(text.masksNotKnown)
      const { masks, expected_version } = masksWithout(maskView(mask), settings)
      const outcome = await masking.run({ masks: [...masks, mask], expected_version })
      if (outcome.type === 'failed') throw afterRefusal(outcome.error)
      $isMasking.set(false)
      saved()
    },
  })
  return {
    $masks: computed($settings, (all): Remote<MaskView[]> =>
      all.status === 'ready' ? { ...all, data: all.data.masks.map(maskView) } : all,
    ),
    $mayMask: projectControlState(
      context,
      ref,
      { action: 'update', resource: 'project_settings' },
      text.mayNotMask,
    ),
    $isMasking,
    maskForm,
    mask() {
      maskForm.start(NO_MASK)
      $isMasking.set(true)
    },
    closeMask: () => $isMasking.set(false),
    async removeMask(mask) {
      const settings = stored()
      if (!settings) return
      const outcome = await masking.run(masksWithout(mask, settings))
      if (outcome.type === 'done') saved()
      else host.notifier.notify({ kind: 'error', message: afterRefusal(outcome.error).message })
    },
  }
}

function maskView(mask: BranchMask): MaskView {
  const { schema, table, column } = mask
  return { ...mask, label: [schema, table, column].map(writtenName).join('.') }
}
