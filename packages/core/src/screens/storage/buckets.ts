/** `/project/{ref}/storage/buckets`: the buckets, with none of them open. SPEC §2 */
import { computed, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'
import { storageText } from '../../text/storage.js'
import type { ProjectGate } from '../parts/project-gate.js'
import { createBucketList, type BucketList, type BucketListNeeds } from './bucket-list.js'

/** What stands beside the list while no bucket is open. */
export interface NoBucketView {
  title: string
  body: string
  /** Makes the first bucket; absent where there are some. */
  create?: { label: string; disabled: boolean; hint?: string }
  /** Leads to what is missing. */
  step?: { label: string; href: string }
}

/** `/project/{ref}/storage/buckets`. */
export interface BucketsScreen extends Disposable {
  readonly title: string
  readonly gate: ProjectGate
  readonly list: BucketList
  /** Null: the buckets are on their way, or could not be read. */
  readonly $view: ReadableAtom<NoBucketView | null>
}

export function createBuckets(
  context: BucketListNeeds,
  { ref, title, gate }: { ref: string; title: string; gate: ProjectGate },
): BucketsScreen {
  const list = createBucketList(context, { ref, gate, current: null })
  const { bucket, notPrepared } = storageText
  return {
    title,
    gate,
    list,
    $view: computed([list.$view, list.$buckets, list.$mayChange], (view, buckets, mayChange) => {
      if (view.status === 'not-prepared')
        return {
          title: notPrepared.title,
          body: notPrepared.body,
          step: { label: notPrepared.step, href: view.href },
        }
      if (buckets.status !== 'ready') return null
      return buckets.data.length > 0
        ? { title: bucket.chooseTitle, body: bucket.chooseBody }
        : { title: bucket.noneTitle, body: bucket.noneBody, create: { label: bucket.create, ...mayChange } }
    }),
    dispose: list.dispose,
  }
}
