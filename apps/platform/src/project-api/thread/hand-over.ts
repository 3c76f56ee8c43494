/** Hands a call of a project's service that came to the dashboard's port on to the thread that serves it. */
import { SERVICE_PATHS } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { Origin } from '../../access/caller.js'
import { DomainError } from '../../kernel/domain-error.js'
import { answeredElsewhere } from '../../processes/answered-elsewhere.js'
import type { ForwardFiles } from '../../processes/forward-files.js'
import type { Proofs } from '../../processes/proof.js'
import { createSend, PeerError } from '../../processes/send.js'
import type { AppEnv } from '../../routes/app-env.js'
import { storageCall } from '../storage/storage-call.js'
import { processIn } from '../storage/upload-address.js'

export interface HandOverDeps {
  installationId: string
  /** Fails when the platform could not be opened. */
  opened: Promise<{ proofs: Proofs; forward: ForwardFiles | undefined }>
  originOf(c: Context<AppEnv>): Origin
  /** Where the thread listens: `http://127.0.0.1:8788`. */
  address(): string
}

/** Never away without an answer: it is this process. */
const ALWAYS_THERE = { watch: () => () => {} }

export function createHandOver({ installationId, opened, originOf, address }: HandOverDeps) {
  return async (c: Context<AppEnv>, ref: string): Promise<Response> => {
    const { proofs, forward } = await opened.catch((cause: unknown) => {
      throw new DomainError('platform_unavailable', undefined, { cause })
    })
    const { pathname } = new URL(c.req.url)
    const at = pathname.indexOf(`${SERVICE_PATHS.storage}/`)
    const call =
      at < 0 ? undefined : storageCall(c.req.method, pathname.slice(at + SERVICE_PATHS.storage.length))
    const theirs = await forward?.(c, ref, call?.type === 'resumable' ? processIn(call.id) : undefined)
    if (theirs) return theirs
    const thread = { installation_id: installationId, address: address() }
    const answering = createSend({ proofs, presence: ALWAYS_THERE })(c, thread, originOf(c))
    return answeredElsewhere(c, answering).catch((cause: unknown) => {
      throw cause instanceof PeerError ? new DomainError('platform_unavailable', undefined, { cause }) : cause
    })
  }
}
