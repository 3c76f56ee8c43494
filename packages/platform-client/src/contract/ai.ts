/** AI: an SQL completion at the cursor, a title for a query, and the assistant's conversation. CONTRACT "SQL and content". */
import * as v from 'valibot'
import { endpoint, gives } from './endpoint.js'
import { inProject } from './permission.js'

/** The most characters of one text; the platform forwards the most relevant part. */
export const AI_TEXT_MAX = 200_000
/** Characters of what a person asks at once. */
export const AI_PROMPT_MAX = 8_000
const MESSAGES_MAX = 200

const text = (name: string) =>
  v.pipe(
    v.string(`${name} must be a text`),
    v.maxLength(AI_TEXT_MAX, `${name} must not be longer than ${AI_TEXT_MAX} characters`),
  )
const prompt = v.pipe(
  v.string('The prompt must be a text'),
  v.trim(),
  v.nonEmpty('The prompt must not be empty'),
  v.maxLength(AI_PROMPT_MAX, `The prompt must not be longer than ${AI_PROMPT_MAX} characters`),
)

/** What a completion takes: the text around the cursor, the selection, and what the user asks for. */
export const completionBody = v.object({
  projectRef: v.string('Project ref is required'),
  /** Accepted but not used, because the platform knows the project's database. */
  connectionString: v.optional(v.nullable(v.string())),
  orgSlug: v.optional(v.nullable(v.string())),
  language: v.optional(v.string()),
  completionMetadata: v.object({
    textBeforeCursor: text('textBeforeCursor'),
    textAfterCursor: text('textAfterCursor'),
    prompt,
    selection: text('selection'),
  }),
})

/** What `suggestTitle` takes. */
export const titleBody = v.object({
  sql: v.pipe(
    v.string('SQL query is required'),
    v.check((sql) => sql.trim() !== '', 'SQL query is required'),
    v.maxLength(AI_TEXT_MAX, `sql must not be longer than ${AI_TEXT_MAX} characters`),
  ),
})

/** The schema of one message of a conversation. */
export const assistantMessage = v.object({
  role: v.picklist(['user', 'assistant']),
  content: text('content'),
})
/** One message of a conversation, of the user or the assistant. The text is Markdown. */
export type AssistantMessage = v.InferOutput<typeof assistantMessage>

/** What the assistant takes: the whole conversation, oldest message first. */
export const assistantBody = v.object({
  messages: v.pipe(
    v.array(assistantMessage),
    v.minLength(1, 'messages must not be empty'),
    v.maxLength(MESSAGES_MAX, `messages must not be more than ${MESSAGES_MAX}`),
  ),
  /** Whether sample rows of the tables that are spoken of may go along. */
  includeData: v.optional(v.boolean()),
})

/** A name for a query and a sentence about it, as the AI suggests them. */
export interface SuggestedTitle {
  title: string
  description: string
}

/** What is sent to the AI service; reported before the answer. */
export interface AssistantContext {
  schema: boolean
  data: boolean
  /** Neither may go along: the project has the HIPAA add-on. */
  isProtected: boolean
}

/** One server-sent event of an answer; the last is `end` or `failed`. */
export type AssistantEvent =
  | { type: 'context'; context: AssistantContext }
  | { type: 'text'; text: string }
  | { type: 'end' }
  | { type: 'failed'; code: string; message: string; retryAfterSeconds?: number }

/** Access: read the database of the project in the body. */
export const completeCode = endpoint({
  method: 'POST',
  path: '/api/ai/code/complete',
  access: 'profile',
  evenFull: true,
  servedBy: 'holder-if-there',
  limit: 'questions',
  audit: 'never, because no data is changed',
  body: completionBody,
  response: gives<string>(),
  requires: { projectRef: 'Project ref is required' },
})
/** Suggests a title for SQL. 400 without SQL; 429 after too many questions; 501 where no AI is configured. */
export const suggestTitle = endpoint({
  method: 'POST',
  path: '/api/ai/sql/title-v2',
  access: 'profile',
  evenFull: true,
  limit: 'questions',
  audit: 'never, because no data is changed',
  body: titleBody,
  response: gives<SuggestedTitle>(),
  requires: { sql: 'SQL query is required' },
})
/** Answers with server-sent events; see `Client.events`. */
export const askAssistant = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/assistant',
  access: inProject('read', 'database'),
  evenFull: true,
  servedBy: 'holder-if-there',
  limit: 'questions',
  audit: 'never, because no data is changed',
  body: assistantBody,
  response: gives<AssistantEvent>(),
  requires: { ref: 'Project ref is required' },
})
