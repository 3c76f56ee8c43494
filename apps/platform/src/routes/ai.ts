/** The AI of the platform: completion, title, assistant. CONTRACT "SQL and content"; SPEC §§5, 7, 8. */
import {
  askAssistant,
  completeCode,
  suggestTitle,
  type AssistantContext,
  type AssistantEvent,
} from '@basedeck/platform-client/contract'
import { sqlInAnswer, titleInAnswer } from '@basedeck/core/rules'
import type { Logger } from 'pino'
import { requirePermission } from '../access/permission.js'
import { createChatEndpoint, type AiSettings, type ChatEndpoint } from '../ai/chat-endpoint.js'
import { eventAnswer } from '../ai/event-stream.js'
import { readContext, NO_CONTEXT, type ProjectContext } from '../ai/project-context.js'
import { assistantMessages, completionMessages, titleMessages } from '../ai/prompts.js'
import type { ControlDatabase } from '../control/control-database.js'
import { findProject, type ProjectResource } from '../control/resources.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Mount } from './mount.js'
import type { ProjectLife } from '../project-life/project-life.js'

export interface AiRouteDeps {
  /** Undefined: the platform has no AI, and no call leaves it. */
  ai?: AiSettings | undefined
  control: ControlDatabase
  life: Pick<ProjectLife, 'database'>
  isPlatform: boolean
  log: Logger
}

export function aiRoutes(mount: Mount, { ai, control, life, isPlatform, log }: AiRouteDeps): void {
  const endpoint = ai && createChatEndpoint(ai)

  mount.on(completeCode, async ({ c, caller, body }) => {
    const service = begin()
    const project = await findProject(control, body.projectRef)
    if (!project) throw new DomainError('project_not_found')
    requirePermission(caller, project.organization, {
      action: 'read',
      resource: 'database',
      projectRef: project.ref,
      missing: 'project_not_found',
    })
    const known = await contextOf(project, undefined, c.req.raw.signal)
    const answer = await said(
      service.answer(completionMessages(body.completionMetadata, known.told), c.req.raw.signal),
    )
    const sql = sqlInAnswer(answer)
    if (sql === '') throw refusal(new DomainError('ai_failed'))
    return c.json(sql)
  })

  mount.on(suggestTitle, async ({ c, body }) => {
    const service = begin()
    const answer = await said(service.answer(titleMessages(body.sql), c.req.raw.signal))
    const title = titleInAnswer(answer)
    if (!title) throw refusal(new DomainError('ai_failed'))
    return title
  })

  mount.on(askAssistant, async ({ c, project, body }) => {
    const service = begin()
    const spokenOf = body.includeData
      ? body.messages
          .slice(-2)
          .map(({ content }) => content)
          .join('\n')
      : undefined
    const { signal } = c.req.raw
    const known = await contextOf(project, spokenOf, signal)
    const messages = assistantMessages(body.messages, known.told, known.context)
    return eventAnswer(eventsOf(service, messages, known.context, signal))
  })

  function begin(): ChatEndpoint {
    if (!endpoint) throw refusal(new DomainError('ai_not_configured'))
    return endpoint
  }

  /**
   * The server decides what may be shared, whatever the call asks for. With the HIPAA add-on nothing is shared.
   * CLARIFICATIONS.
   */
  async function contextOf(
    project: ProjectResource,
    spokenOf: string | undefined,
    signal: AbortSignal,
  ): Promise<{ told: ProjectContext; context: AssistantContext }> {
    if (await isProtected(project))
      return { told: NO_CONTEXT, context: { schema: false, data: false, isProtected: true } }
    const told = await read(project, spokenOf, signal)
    return { told, context: { schema: told.schema !== '', data: told.data !== '', isProtected: false } }
  }

  async function read(project: ProjectResource, spokenOf: string | undefined, signal: AbortSignal) {
    try {
      return await readContext(await life.database(project.ref), spokenOf, signal)
    } catch (error) {
      // A paused database has no readable schema, but the AI can still answer.
      log.info({ err: error, ref: project.ref }, 'the schema could not be read for the AI')
      return NO_CONTEXT
    }
  }

  async function isProtected(project: ProjectResource): Promise<boolean> {
    if (!isPlatform) return false
    const rows = await control.select(
      `select 1 as one from control.addons where project_id = $1 and type = 'addon_security_hipaa'`,
      [project.id],
    )
    return rows.length > 0
  }

  async function* eventsOf(
    service: ChatEndpoint,
    messages: Parameters<ChatEndpoint['stream']>[0],
    context: AssistantContext,
    signal: AbortSignal,
  ): AsyncGenerator<AssistantEvent, void> {
    yield { type: 'context', context }
    try {
      for await (const text of service.stream(messages, signal)) yield { type: 'text', text }
      yield { type: 'end' }
    } catch (error) {
      const { code, message, retryAfterSeconds } =
        error instanceof DomainError ? error : new DomainError('internal')
      yield {
        type: 'failed',
        code,
        message,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      }
    }
  }
}

const PATHS: ReadonlySet<string> = new Set([completeCode.path, suggestTitle.path])

/** Whether a call of the common contract lives there. */
export function isAiPath(path: string): boolean {
  return PATHS.has(path)
}

/** What a call by another method is answered. */
export function onlyPost(): DomainError {
  return refusal(new DomainError('only_post'))
}

/** These calls return the message as `error` too, as the contract requires. */
async function said(answer: Promise<string>): Promise<string> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof DomainError ? refusal(error) : error
  }
}

function refusal({ code, message, retryAfterSeconds }: DomainError): DomainError {
  return new DomainError(code, message, {
    more: { error: message },
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
