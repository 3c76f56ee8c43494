/**
 * Reads the newest version from the release service that the operator configured. Asked at most once in ten minutes,
 * and only for a dashboard.
 */
import type { CliRelease } from '@basedeck/platform-client/contract'
import * as v from 'valibot'

export type NewestRelease = Omit<CliRelease, 'current'>

export interface Releases {
  /** Empty when the service does not answer, or not as it should. */
  newest(): Promise<NewestRelease>
}

/** SPEC §9. */
const STALE_MS = 10 * 60_000
/** A service that does not answer is left alone for this long. */
const FAILED_MS = 60_000
const TIMEOUT_MS = 5000
const ANSWER_MAX_CHARACTERS = 100_000

const VERSION = v.pipe(v.string(), v.regex(/^v?\d[\w.+-]{0,60}$/))
const answer = v.object({
  latest: v.optional(VERSION),
  beta: v.optional(VERSION),
  published_at: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => !Number.isNaN(Date.parse(text))),
    ),
  ),
})

export interface ReleasesDeps {
  url: string
  now(): Date
  onFailure(error: unknown): void
  fetch?: typeof fetch
}

export function createReleases({ url, now, onFailure, fetch: send = fetch }: ReleasesDeps): Releases {
  let known: { release: NewestRelease; until: number } | undefined
  let asking: Promise<NewestRelease> | undefined

  const ask = async (): Promise<NewestRelease> => {
    try {
      const response = await send(url, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const text = response.ok ? await response.text() : ''
      if (!response.ok || text.length > ANSWER_MAX_CHARACTERS)
        throw new Error(`The release service answered ${response.status}`)
      const { latest, beta, published_at } = v.parse(answer, JSON.parse(text))
      const release = {
        ...(latest === undefined ? {} : { latest: withMark(latest) }),
        ...(beta === undefined ? {} : { beta: withMark(beta) }),
        ...(published_at === undefined ? {} : { published_at }),
      }
      known = { release, until: now().getTime() + STALE_MS }
    } catch (error) {
      onFailure(error)
      // The previous answer is better than none.
      known = { release: known?.release ?? {}, until: now().getTime() + FAILED_MS }
    }
    return known.release
  }

  return {
    async newest() {
      if (known && now().getTime() < known.until) return known.release
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    },
  }
}

/** Versions are compared with their `v`. */
function withMark(text: string): string {
  return text.startsWith('v') ? text : `v${text}`
}
