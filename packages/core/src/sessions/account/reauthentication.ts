/**
 * A session that ended under an open page: the page stays, the user authenticates again, and the calls that
 * waited are sent. Nothing typed is lost.
 */
import { PlatformError, type SignedInPerson } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import type { Disposable } from '../../kernel/screen.js'

export interface Reauthentication extends Disposable {
  /** Who has to sign in again; null: no one. */
  readonly $who: ReadableAtom<SignedInPerson | null>
  begin(who: SignedInPerson): void
  /**
   * Resolves when it is over: true when the same person is back and a refused call may be made again.
   * @throws PlatformError of kind `aborted` when the caller ended the call
   */
  wait(signal?: AbortSignal): Promise<boolean>
  end(isBack: boolean): void
}

export function createReauthentication(): Reauthentication {
  const $who = atom<SignedInPerson | null>(null)
  const waiting = new Set<(isBack: boolean) => void>()
  const end = (isBack: boolean) => {
    $who.set(null)
    for (const go of waiting) go(isBack)
    waiting.clear()
  }
  return {
    $who,
    begin: (who) => $who.set(who),
    wait: (signal) =>
      new Promise((resolve, reject) => {
        const aborted = () => {
          waiting.delete(go)
          reject(new PlatformError('aborted', 'The call was aborted'))
        }
        const go = (isBack: boolean) => {
          signal?.removeEventListener('abort', aborted)
          resolve(isBack)
        }
        if (signal?.aborted) return aborted()
        signal?.addEventListener('abort', aborted, { once: true })
        waiting.add(go)
      }),
    end,
    dispose: () => end(false),
  }
}
