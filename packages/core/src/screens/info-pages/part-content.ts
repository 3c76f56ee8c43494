/** What one part of an info page shows: data, or why it has none. */
import type { InfoContent } from './info-source.js'

/** The link of an empty part. */
export interface InfoStep {
  label: string
  href: string
}

/** `closed`: the role of the user does not allow reading it. */
export type PartContent =
  | { status: 'loading' }
  | { status: 'failed'; message: string; retry: () => void }
  | { status: 'empty'; title: string; body?: string; step: InfoStep }
  | { status: 'closed' }
  | InfoContent
