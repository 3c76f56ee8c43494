/** What the platform refuses, below HTTP: a stable code, and the sentence for a person at the dashboard or at the terminal. */
const SENTENCES = {
  not_found: 'Not found',
  project_not_found: 'Project not found',
  organization_not_found: 'Organization not found',
  branch_not_found: 'Branch not found',
  bucket_not_found: 'Bucket not found',
  database_not_found: 'The project has no such database',
  snippet_not_found: 'There is no such snippet; it may have been deleted',
  folder_not_found: 'There is no such folder; it may have been deleted',
  invitation_not_found: 'This invitation does not exist any more; ask for a new one',
  no_partner: 'No partner manages this organization',
  signed_out: 'Sign in to go on',
  second_factor_needed: 'Enter the code of your authenticator app to go on',
  invalid_token: 'The access token is wrong, or it has ended',
  wrong_credentials: 'The email or the password is wrong',
  wrong_code: 'The code is wrong or was used already',
  wrong_setup_code: 'The set-up code is wrong; it is printed where Basedeck was started',
  too_many_attempts: 'Too many attempts; wait a while and try again',
  forbidden: 'Your role does not allow this',
  mfa_required: 'This organization requires two-factor authentication; set it up under Account, Security',
  session_needed: 'Sign in for this; an access token is not enough',
  administrator_needed: 'Only an administrator of this installation may do this',
  account_disabled: 'This account is disabled; ask an administrator of this installation',
  organizations_closed: 'Only administrators of this installation make organizations',
  own_account: 'It is your own account: another administrator does this',
  last_administrator: 'The installation would have no administrator; make somebody else one first',
  unknown_project: 'There is no such project in the organizations that are chosen',
  token_scope: 'This access token does not allow this',
  accounts_off: 'This platform has no accounts: only its own machine reaches it',
  hosted_only: 'A self-hosted platform has one organization and one project',
  already_set_up: 'The first account exists already; sign in',
  wrong_password: 'The password is wrong',
  name_mismatch: 'The name typed is not the name of what would be deleted',
  email_taken: 'This email address has an account already',
  already_member: 'This person is a member already',
  account_exists: 'This address has an account; sign in with it to accept',
  other_email: 'The invitation is for another email address; sign in with that one',
  address_unproved:
    'This address is not confirmed as yours yet. Ask an administrator of this installation to confirm it, sign in again, and accept.',
  last_owner: 'The organization would have no owner; make somebody else an owner first',
  organization_not_empty: 'The organization still has projects; delete or transfer them first',
  stale: 'Somebody else changed this meanwhile',
  project_busy: 'The project is changing right now; wait until that is done',
  project_inactive: 'The project is paused; resume it first',
  snippet_exists: 'A snippet with this id exists already',
  folder_exists: 'This folder name already exists',
  folder_cycle: 'A folder can’t lie within itself',
  shared_in_folder: 'Shared snippet cannot be within a folder',
  snippet_too_large: 'A snippet can hold at most 10 MB of text',
  name_taken: 'This name is taken',
  slug_taken: 'Another organization has this address',
  link_used: 'This link has expired or was used already',
  no_mail: 'This platform has no mail server; ask its operator to run “basedeck user reset”',
  engine_unavailable: 'This platform can’t run that engine',
  unstorable_text: 'The text holds a character that can’t be stored',
  not_exportable: 'Only a single statement that reads can be exported whole',
  export_not_found: 'This export is over, or its file was fetched already',
  ai_not_configured:
    'This platform has no AI service; its operator sets BASEDECK_AI_URL and BASEDECK_AI_MODEL to one',
  only_post: 'This call is made by POST',
  too_many_runs: 'You have run very many statements in a short time; wait a moment',
  ai_too_often: 'You have asked the AI very often; wait a moment',
  ai_busy: 'The AI service has too much to do; try again later',
  ai_refused: 'The AI service refused the key of this platform; its operator checks BASEDECK_AI_KEY',
  ai_unreachable: 'The AI service can’t be reached',
  ai_broke_off: 'The AI service broke off in the middle of its answer',
  ai_silent: 'The AI service did not answer in time',
  ai_failed: 'Failed to generate completion',
  invalid_query: 'A parameter of the address is missing or not valid',
  invalid_body: 'The body of the request does not have the form that this call needs',
  query_too_large: 'Query is too large: at most 0.98 MB of SQL in one run',
  value_too_large:
    'A value of the result is too large for this form of the call; Version 2 gives its beginning and says how long it is',
  parameters_need_single_statement: 'Parameters go with a single statement',
  database_unavailable: 'The database is not available',
  holder_away:
    'The Basedeck process that runs this database can’t be reached. Try again in a moment; if that does not help, its operator has to start the process again',
  holder_broke_off:
    'The Basedeck process that runs this database ended during the call. The change may have been made: check that before you try again',
  platform_unavailable:
    'Basedeck can’t reach the database that it keeps accounts and projects in; its operator finds the reason in its log',
  unsupported: 'The engine of this project can’t do that',
  internal: 'An unknown error occurred',
} as const satisfies Record<string, string>

export type DomainErrorCode = keyof typeof SENTENCES

export interface DomainErrorDetails extends ErrorOptions {
  /** How long the caller must wait before the same may succeed. */
  retryAfterSeconds?: number | undefined
  /** Told beside message and code: what the caller needs to go on, such as the stored row of a `stale`. */
  more?: Record<string, unknown> | undefined
}

/** A refusal. It knows no status: `http/error-table.ts` gives each code its own. */
export class DomainError extends Error {
  override readonly name = 'DomainError'
  readonly code: DomainErrorCode
  readonly retryAfterSeconds: number | undefined
  readonly more: Record<string, unknown> | undefined
  constructor(
    code: DomainErrorCode,
    sentence: string = SENTENCES[code],
    { retryAfterSeconds, more, ...options }: DomainErrorDetails = {},
  ) {
    super(sentence, options)
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
    this.more = more
  }
}
