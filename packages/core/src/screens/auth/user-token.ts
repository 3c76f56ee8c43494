/** A token with which a member acts as a user of the project in its API. */
import type { ActingToken } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { actingToken } from '../../data/users.js'
import { copyText } from '../../kernel/copy-text.js'
import { createMutation } from '../../kernel/mutation.js'
import type { ControlState } from '../../sessions/account/rights.js'
import type { Needs } from '../context.js'

/** The token of an open panel; a new one is made each time it is asked for. */
export interface UserToken {
  readonly $token: ReadableAtom<ActingToken | null>
  readonly $control: ReadableAtom<ControlState>
  readonly $isMaking: ReadableAtom<boolean>
  make(): Promise<void>
  copy(text: string): Promise<boolean>
}

export function createUserToken(
  { host, client, queries }: Needs<'host' | 'client' | 'queries'>,
  { ref, id, $mayChange }: { ref: string; id: string; $mayChange: ReadableAtom<ControlState> },
): UserToken {
  const $token = atom<ActingToken | null>(null)
  const making = createMutation(queries, actingToken(client, ref))
  return {
    $token,
    $control: $mayChange,
    $isMaking: computed(making.$state, ({ status }) => status === 'running'),
    async make() {
      if ($mayChange.get().disabled) return
      const outcome = await making.run(id)
      if (outcome.type === 'done') $token.set(outcome.data)
      else host.notifier.notify({ kind: 'error', message: outcome.error.message })
    },
    copy: (text) => copyText(host, text),
  }
}
