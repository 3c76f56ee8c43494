/**
 * The only access check of a call, before its handler runs. An organization or project that the caller is not a
 * member of answers 404; a missing permission answers 403. DESIGN §8.
 */
import type { EndpointData } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import type { AppEnv } from '../routes/app-env.js'
import { DomainError } from '../kernel/domain-error.js'
import type { Authenticate } from '../routes/authenticate.js'
import type { Caller } from '../access/caller.js'
import { requirePermission } from '../access/permission.js'
import { rightsNeeded } from '../access/credential-rights.js'
import { mayChangeOwn, type TokenScope } from '../access/token-scope.js'
import { readJson } from './read-body.js'
import type { Asked, CallResource, Resolvers } from './resolvers.js'

/** What the gate learned on the way; the resource as far as the call names one. */
export interface Entry extends Partial<CallResource> {
  caller: Caller | undefined
}

export interface Gate {
  /** Checks only the sign-in, if the call requires one. @throws DomainError signed_out, second_factor_needed */
  identify(c: Context<AppEnv>, endpoint: EndpointData): Promise<Caller | undefined>
  /** @throws DomainError signed_out, second_factor_needed, *_not_found, mfa_required, forbidden */
  admit(c: Context<AppEnv>, endpoint: EndpointData): Promise<Entry>
  /**
   * Checks only that the caller may see the project of the call, which is enough to forward it. Undefined when the
   * call names no project.
   * @throws DomainError as `admit`
   */
  visit(c: Context<AppEnv>, endpoint: EndpointData): Promise<{ caller: Caller; ref: string } | undefined>
}

export function createGate(authenticate: Authenticate, resolvers: Resolvers): Gate {
  return {
    identify,
    async admit(c, endpoint) {
      const { access, carries } = endpoint
      const caller = await identify(c, endpoint)
      if (caller?.scope) requireScope(caller.scope, endpoint)
      if (access === 'administrator') requireAdministrator(caller)
      // A leaked token must not be able to make itself permanent.
      if (carries === 'account' && caller?.via === 'token') throw new DomainError('session_needed')
      if (!caller || typeof access === 'string') return { caller }
      const { missing, find, requireInside } = resolvers[access.of]
      const resource = await find(askedOf(c))
      if (!resource) throw new DomainError(missing)
      for (const right of [access, ...rightsNeeded(carries)])
        requirePermission(caller, resource.organization, {
          ...right,
          evenClosed: access.evenClosed,
          projectRef: resource.project?.ref,
          missing,
        })
      await requireInside?.(resource)
      return { caller, ...resource }
    },

    async visit(c, endpoint) {
      const { access } = endpoint
      const caller = await identify(c, endpoint)
      if (!caller) return undefined
      const isOwnCheck = typeof access === 'string'
      const { missing, find } = resolvers[isOwnCheck ? 'project-in-body' : access.of]
      const resource = await find(askedOf(c))
      // Such a handler checks by itself what the body names.
      if (!resource && !isOwnCheck) throw new DomainError(missing)
      if (!resource?.project) return undefined
      requirePermission(caller, resource.organization, {
        action: 'read',
        resource: 'projects',
        projectRef: resource.project.ref,
        missing,
      })
      return { caller, ref: resource.branch?.ref ?? resource.project.ref }
    },
  }

  async function identify(c: Context<AppEnv>, { access }: EndpointData): Promise<Caller | undefined> {
    if (access === 'anyone') return undefined
    const found = await authenticate(c)
    if (!found) throw new DomainError('signed_out')
    if (found.status === 'second-factor-needed') throw new DomainError('second_factor_needed')
    return found.caller
  }
}

/** @throws DomainError token_scope */
function requireScope(scope: TokenScope, { access, method }: EndpointData): void {
  const isOwn = access === 'profile' || access === 'account'
  if (isOwn && method !== 'GET' && !mayChangeOwn(scope)) throw new DomainError('token_scope')
  if (access === 'account' && scope.isNarrow) throw new DomainError('token_scope')
}

/** A token of an administrator may leak; it does not open the installation. @throws DomainError */
function requireAdministrator(caller: Caller | undefined): void {
  if (caller?.via === 'local') throw new DomainError('accounts_off')
  if (!caller?.isAdministrator) throw new DomainError('administrator_needed')
  if (caller.via === 'token') throw new DomainError('session_needed')
}

function askedOf(c: Context<AppEnv>): Asked {
  return { param: (name) => c.req.param(name), body: () => readJson(c) }
}
