import type { Context } from 'hono'
import type { FoundCaller } from '../control/callers.js'
import type { AppEnv } from './app-env.js'

/** Identifies the caller; called once per request. @throws DomainError invalid_token */
export type Authenticate = (c: Context<AppEnv>) => Promise<FoundCaller | undefined>
