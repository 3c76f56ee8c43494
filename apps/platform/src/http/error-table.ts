/** Every refusal of the platform, once: a stable code, its status, its sentence. */
const ENTRIES = {
  not_found: [404, 'Nothing lives at this address'],
  project_not_found: [404, 'Project not found'],
  organization_not_found: [404, 'Organization not found'],
  snippet_not_found: [404, 'This snippet does not exist (any more)'],
  folder_not_found: [404, 'This folder does not exist (any more)'],
  invitation_not_found: [404, 'This invitation does not exist any more; ask for a new one'],
  no_partner: [404, 'No partner manages this organization'],
  signed_out: [401, 'Sign in to go on'],
  second_factor_needed: [401, 'Enter the code of your authenticator app to go on'],
  invalid_token: [401, 'The access token is not valid (any more)'],
  wrong_credentials: [401, 'The email or the password is wrong'],
  wrong_code: [401, 'The code is wrong or was used already'],
  wrong_setup_code: [403, 'The set-up code is wrong; it is printed where Basedeck was started'],
  too_many_attempts: [429, 'Too many attempts; wait a while and try again'],
  forbidden: [403, 'Your role does not allow this'],
  mfa_required: [
    403,
    'This organization requires two-factor authentication; set it up under Account, Security',
  ],
  session_needed: [403, 'Sign in for this; an access token is not enough'],
  administrator_needed: [403, 'Only an administrator of this installation may do this'],
  account_disabled: [403, 'This account is disabled; ask an administrator of this installation'],
  organizations_closed: [403, 'Only administrators of this installation make organizations'],
  own_account: [409, 'It is your own account: another administrator does this'],
  last_administrator: [409, 'The installation would have no administrator; make somebody else one first'],
  unknown_project: [400, 'There is no such project in the organizations that are chosen'],
  token_scope: [403, 'This access token was not made for that'],
  accounts_off: [409, 'This platform has no accounts: only its own machine reaches it'],
  hosted_only: [403, 'A self-hosted platform has one organization and one project'],
  already_set_up: [409, 'The first account exists already; sign in'],
  wrong_password: [400, 'The password is wrong'],
  name_mismatch: [400, 'The name typed is not the name of what would be deleted'],
  email_taken: [409, 'This email address has an account already'],
  already_member: [409, 'This person is a member already'],
  account_exists: [409, 'This address has an account; sign in with it to accept'],
  other_email: [403, 'The invitation is for another email address; sign in with that one'],
  address_unproved: [
    403,
    'Nobody has confirmed yet that this address is yours. Ask an administrator of this installation to confirm it, sign in again, and accept.',
  ],
  last_owner: [409, 'The organization would have no owner; make somebody else an owner first'],
  organization_not_empty: [409, 'The organization still has projects; delete or transfer them first'],
  stale: [409, 'Somebody else changed this meanwhile'],
  project_busy: [409, 'The project is changing right now; wait until that is done'],
  project_inactive: [409, 'The project is paused; resume it first'],
  snippet_exists: [409, 'A snippet with this id exists already'],
  folder_exists: [409, 'This folder name already exists'],
  folder_cycle: [400, 'A folder can’t lie within itself'],
  shared_in_folder: [400, 'Shared snippet cannot be within a folder'],
  snippet_too_large: [413, 'A snippet can hold at most 10 MB of text'],
  name_taken: [409, 'This name is taken'],
  slug_taken: [409, 'Another organization has this address'],
  link_used: [410, 'This link has expired or was used already'],
  no_mail: [501, 'This platform has no mail server; ask its operator to run “basedeck user reset”'],
  engine_unavailable: [501, 'This platform can’t run that engine'],
  unstorable_text: [400, 'The text holds a character that can’t be stored'],
  not_exportable: [400, 'Only a single statement that reads can be exported whole'],
  export_not_found: [404, 'This export is over, or its file was fetched already'],
  ai_not_configured: [
    501,
    'This platform has no AI service; its operator sets BASEDECK_AI_URL and BASEDECK_AI_MODEL to one',
  ],
  only_post: [405, 'This call is made by POST'],
  ai_too_often: [429, 'You have asked the AI very often; wait a moment'],
  ai_busy: [429, 'The AI service has too much to do; try again later'],
  ai_refused: [502, 'The AI service refused the key of this platform; its operator checks BASEDECK_AI_KEY'],
  ai_unreachable: [502, 'The AI service can’t be reached'],
  ai_broke_off: [502, 'The AI service broke off in the middle of its answer'],
  ai_silent: [504, 'The AI service did not answer in time'],
  ai_failed: [500, 'Failed to generate completion'],
  invalid_query: [400, 'The query of the address is not as the call wants it'],
  invalid_body: [400, 'The body of the request is not as the call wants it'],
  invalid_json: [400, 'The body of the request is not JSON'],
  query_too_large: [413, 'Query is too large: at most 0.98 MB of SQL in one run'],
  value_too_large: [
    413,
    'A value of the result is too large for this form of the call; Version 2 gives its beginning and says how long it is',
  ],
  body_too_large: [413, 'The body of the request is too large'],
  foreign_host: [403, 'Basedeck does not answer to this address; its operator names it with --public-url'],
  foreign_origin: [403, 'Calls from another site are refused'],
  parameters_need_single_statement: [400, 'Parameters go with a single statement'],
  run_id_in_use: [409, 'A run with this id is under way'],
  database_unreachable: [503, 'The database can’t be reached'],
  database_unavailable: [503, 'The database is not available'],
  platform_unavailable: [
    503,
    'Basedeck can’t reach the database that it keeps accounts and projects in; its operator finds the reason in its log',
  ],
  stopping: [503, 'Basedeck is being stopped; try again when it is back'],
  aborted: [499, 'The caller went before the request was whole'],
  disk_full: [507, 'The disk of this platform is full; its operator has to make room'],
  no_reader: [
    409,
    'This database has no login for members who only read; somebody who may change the project can prepare it',
  ],
  unsupported: [501, 'The engine of this project can’t do that'],
  internal: [500, 'An unknown error occurred'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof ENTRIES

export interface HttpErrorDetails extends ErrorOptions {
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** Sent beside message and code: what the caller needs to go on, such as the stored row of a 409. */
  more?: Record<string, unknown>
}

/** What a route throws; `onError` writes it. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  readonly more: Record<string, unknown> | undefined
  constructor(
    code: ErrorCode,
    sentence?: string,
    { retryAfterSeconds, more, ...options }: HttpErrorDetails = {},
  ) {
    super(sentence ?? ENTRIES[code][1], options)
    this.code = code
    this.status = ENTRIES[code][0]
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
  }
}
