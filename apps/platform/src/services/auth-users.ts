/** What the calls of members about users ask of the auth service of a project. */
import type { Origin } from '../access/caller.js'

/** Which flow is run. */
export type AuthUserFlow =
  | 'create'
  | 'invite'
  | 'update'
  | 'metadata'
  | 'delete'
  | 'recover'
  | 'sign-out'
  | 'end-session'
  | 'remove-factor'
  | 'remove-identity'
  | 'act'

export interface AuthUserRequest {
  ref: string
  origin: Origin
  /** Who acts, and of which session or token: see `makerOf`. */
  member: { id: string; maker: string }
  /** Of the path: the user, and a part of it. */
  params: Readonly<Record<string, string>>
  /** As the calls with a secret key have it. */
  body: Readonly<Record<string, unknown>>
}

export interface AuthUsers {
  /**
   * Runs a flow, and gives its answer. Mails are taken on before it resolves.
   * @throws DomainError project_not_found, auth_user_not_found, auth_user_exists, auth_refused, auth_not_prepared,
   *   too_many_requests, auth_mail_unavailable, email_address_not_authorized
   */
  run(flow: AuthUserFlow, request: AuthUserRequest): Promise<Readonly<Record<string, unknown>>>
}
