import type { Context } from 'hono'
import type { FoundCaller } from '../control/callers.js'
import type { AppEnv } from './app-env.js'

/** Finds out who makes a request; asked once for each. @throws DomainError invalid_token */
export type Authenticate = (c: Context<AppEnv>) => Promise<FoundCaller | undefined>
