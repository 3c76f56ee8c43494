/** The one table of refusals over HTTP: the status of every code. */
import type { DomainErrorCode } from '../domain-error.js'
import { httpErrorText } from '../text/errors.js'

export type HttpErrorCode = keyof typeof httpErrorText

/** Codes for errors of an engine, which bring their own sentence. */
type EngineRefusalCode = 'database_unreachable' | 'run_id_in_use' | 'no_reader'

export type ErrorCode = DomainErrorCode | HttpErrorCode | EngineRefusalCode

export const STATUS_OF: Record<ErrorCode, number> = {
  not_found: 404,
  project_not_found: 404,
  organization_not_found: 404,
  branch_not_found: 404,
  bucket_not_found: 404,
  database_not_found: 404,
  snippet_not_found: 404,
  folder_not_found: 404,
  invitation_not_found: 404,
  no_partner: 404,
  signed_out: 401,
  second_factor_needed: 401,
  invalid_token: 401,
  wrong_credentials: 401,
  wrong_code: 401,
  wrong_setup_code: 403,
  too_many_attempts: 429,
  forbidden: 403,
  mfa_required: 403,
  session_needed: 403,
  administrator_needed: 403,
  account_disabled: 403,
  organizations_closed: 403,
  own_account: 409,
  last_administrator: 409,
  unknown_project: 400,
  token_scope: 403,
  accounts_off: 409,
  hosted_only: 403,
  already_set_up: 409,
  wrong_password: 400,
  name_mismatch: 400,
  email_taken: 409,
  already_member: 409,
  account_exists: 409,
  other_email: 403,
  address_unproved: 403,
  last_owner: 409,
  organization_not_empty: 409,
  stale: 409,
  project_busy: 409,
  project_inactive: 409,
  snippet_exists: 409,
  folder_exists: 409,
  folder_cycle: 400,
  shared_in_folder: 400,
  snippet_too_large: 413,
  name_taken: 409,
  slug_taken: 409,
  link_used: 410,
  no_mail: 501,
  engine_unavailable: 501,
  unstorable_text: 400,
  not_exportable: 400,
  too_long_for_excel: 400,
  import_too_large: 413,
  export_not_found: 404,
  ai_not_configured: 501,
  only_post: 405,
  too_many_runs: 429,
  ai_too_often: 429,
  ai_busy: 429,
  ai_refused: 502,
  ai_unreachable: 502,
  ai_broke_off: 502,
  ai_silent: 504,
  ai_failed: 500,
  invalid_query: 400,
  invalid_body: 400,
  query_too_large: 413,
  query_too_complex: 400,
  value_too_large: 413,
  parameters_need_single_statement: 400,
  database_unavailable: 503,
  holder_away: 503,
  holder_broke_off: 502,
  platform_unavailable: 503,
  unsupported: 501,
  internal: 500,
  invalid_json: 400,
  body_too_large: 413,
  foreign_host: 403,
  foreign_origin: 403,
  run_id_in_use: 409,
  database_unreachable: 503,
  stopping: 503,
  aborted: 499,
  disk_full: 507,
  no_reader: 409,
}

/** What HTTP itself refuses. Everything else that is refused is a `DomainError`. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: HttpErrorCode
  constructor(code: HttpErrorCode, options?: ErrorOptions) {
    super(httpErrorText[code], options)
    this.code = code
  }
}
