/** The banner of an upcoming change, as the platform announces it. Putting it away is remembered on this device. */
import { computed, type ReadableAtom } from 'nanostores'
import { persisted } from '../../kernel/persisted.js'
import type { Disposable } from '../../kernel/screen.js'
import { noticeKey, showsNotice } from '../../rules/help/notice.js'
import type { Needs } from '../context.js'
import { ready } from './menu-state.js'

export interface Notice extends Disposable {
  readonly $notice: ReadableAtom<{ title: string; text: string } | null>
  putAway(): void
}

export function createNotice({ host, $runtime }: Needs<'host' | '$runtime'>): Notice {
  const { $value: $putAway, dispose } = persisted(host.storage, {
    key: 'basedeck:notice-put-away',
    fallback: '',
    decode: (text) => text,
    encode: String,
  })
  const $notice = computed([$runtime, $putAway], (runtime, putAway) => {
    const notice = ready(runtime)?.notice
    return notice && showsNotice(notice, putAway, host.clock.now()) ? notice : null
  })
  return {
    $notice,
    putAway() {
      const notice = ready($runtime.get())?.notice
      if (notice) $putAway.set(noticeKey(notice))
    },
    dispose,
  }
}
