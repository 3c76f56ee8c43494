/** Calls of the AI: each is sent once, is not cached, and changes nothing. */
import {
  completeCode,
  suggestTitle,
  toPlatformError,
  type Client,
  type PlatformError,
  type SuggestedTitle,
} from '@basedeck/platform-client'
import { aiText } from '../text/assistant.js'

export interface CompletionInput {
  textBeforeCursor: string
  textAfterCursor: string
  prompt: string
  selection: string
}

/** Characters around the cursor that are sent; the platform passes on fewer. */
const AROUND_MAX = 20_000

/** @throws PlatformError */
export function complete(
  client: Client,
  projectRef: string,
  { textBeforeCursor, textAfterCursor, prompt, selection }: CompletionInput,
  signal: AbortSignal,
): Promise<string> {
  const completionMetadata = {
    textBeforeCursor: textBeforeCursor.slice(-AROUND_MAX),
    textAfterCursor: textAfterCursor.slice(0, AROUND_MAX),
    prompt,
    selection,
  }
  return client.call(
    completeCode,
    { body: { projectRef, language: 'pgsql', completionMetadata } },
    { signal },
  )
}

/** A title that fits a snippet. */
export interface SuggestedName {
  name: string
  description: string
}

export type TitleOutcome =
  | ({ type: 'suggested' } & SuggestedTitle)
  /** The message has the reason. SPEC §8. */
  | { type: 'failed'; message: string }

/** Characters of a query that are sent for its title. */
const TITLED_MAX = 20_000

/** A title and a description for a query. Never rejects. */
export async function titleFor(client: Client, sql: string, signal?: AbortSignal): Promise<TitleOutcome> {
  try {
    const body = { sql: sql.slice(0, TITLED_MAX) }
    return { type: 'suggested', ...(await client.call(suggestTitle, { body }, signal ? { signal } : {})) }
  } catch (error) {
    return { type: 'failed', message: aiText.titleFailed(messageOf(toPlatformError(error))) }
  }
}

/** The error message, with the time to wait where the platform names one. */
export function messageOf({ message, retryAfterSeconds }: PlatformError): string {
  return aiText.again(message || aiText.unknown, retryAfterSeconds)
}
