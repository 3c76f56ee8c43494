/** Asks the hooks of a project: functions of its database, or addresses that the platform calls. */
import { AUTH_HOOKS, type AuthConfig, type AuthHook } from '@basedeck/platform-client/contract'
import { quoteIdentifier } from '@basedeck/sql-guard/quoting'
import type { AuthDatabase } from '../auth-database.js'
import { AuthError } from '../auth-error.js'
import type { AuthHost, HookReply } from '../auth-host.js'
import { hookAnswer } from './hook-answers.js'

/** What a flow asks. */
export interface AuthHooks {
  /**
   * Undefined: the hook is off.
   * @throws AuthError hook_timeout, hook_payload_over_size_limit, unexpected_failure, or what the hook refuses
   */
  ask(hook: AuthHook, event: object): Promise<Record<string, unknown> | undefined>
}

export interface AskHooksDeps {
  ref: string
  settings: AuthConfig
  database: AuthDatabase
  host: Pick<AuthHost, 'callAuthHook'>
  /** A hook failed; nothing of what it was asked is told. */
  onFailed(hook: AuthHook, reason: string): void
}

/** Milliseconds that a function of the database may take. */
const FUNCTION_MS = 2000
const MOST_CHARACTERS = 200_000

export function askHooks({ ref, settings, database, host, onFailed }: AskHooksDeps): AuthHooks {
  async function reply(hook: AuthHook, uri: string, event: object): Promise<HookReply> {
    const body = JSON.stringify(event)
    return isFunction(uri) ? askFunction(database, uri, body) : host.callAuthHook(ref, hook, body)
  }
  return {
    async ask(hook, event) {
      if (!settings[`hook_${hook}_enabled`]) return undefined
      const fail = (
        code: 'hook_timeout' | 'hook_payload_over_size_limit' | 'unexpected_failure',
        why: string,
      ) => {
        onFailed(hook, why)
        return new AuthError(
          code,
          code === 'unexpected_failure' ? { message: `The hook ${hook} failed` } : {},
        )
      }
      const replied = await reply(hook, settings[`hook_${hook}_uri`], event)
      if (replied.type === 'timeout') throw fail('hook_timeout', 'it took too long')
      if (replied.type === 'failed') throw fail('unexpected_failure', replied.reason)
      if (replied.body.length > MOST_CHARACTERS)
        throw fail('hook_payload_over_size_limit', 'its answer is too large')
      const said = hookAnswer(replied.body)
      if (said.type === 'broken') throw fail('unexpected_failure', 'its answer is no JSON object')
      if (said.type === 'refusal')
        throw new AuthError('unexpected_failure', {
          status: said.status,
          message: said.message || `The hook ${hook} refused`,
        })
      return said.answer
    },
  }
}

/** Whether any hook of the project is asked. */
export function hasHooks(settings: AuthConfig): boolean {
  return AUTH_HOOKS.some((hook) => settings[`hook_${hook}_enabled`])
}

function isFunction(uri: string): boolean {
  return uri.startsWith('pg-functions:')
}

/** A function `schema.name(event jsonb)` that the role of the service may call. */
async function askFunction(database: AuthDatabase, uri: string, body: string): Promise<HookReply> {
  const [schema = '', name = ''] = uri.split('/').slice(-2).map(decodeURIComponent)
  const call = `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
  try {
    const [rows] = await database.transact(
      [{ query: `select ${call}($1::jsonb)::text as answer`, parameters: [body] }],
      { timeoutMs: FUNCTION_MS },
    )
    return { type: 'answer', body: rows?.[0]?.['answer'] ?? '' }
  } catch (error) {
    const { report } = (error as { cause?: { report?: { code?: string } } }).cause ?? {}
    if (!report) throw error
    return report.code === QUERY_CANCELED
      ? { type: 'timeout' }
      : { type: 'failed', reason: `the function failed with ${report.code ?? 'an error'}` }
  }
}

const QUERY_CANCELED = '57014'
