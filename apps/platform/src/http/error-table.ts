/** Every refusal of the platform, once: a stable code, its status, its sentence. */
const ENTRIES = {
  not_found: [404, 'Nothing lives at this address'],
  project_not_found: [404, 'Project not found'],
  invalid_body: [400, 'The body of the request is not as the call wants it'],
  invalid_json: [400, 'The body of the request is not JSON'],
  query_too_large: [413, 'Query is too large: at most 0.98 MB of SQL in one run'],
  body_too_large: [413, 'The body of the request is too large'],
  foreign_host: [403, 'This address is not one the platform answers to'],
  foreign_origin: [403, 'Calls from another site are refused'],
  parameters_need_single_statement: [400, 'Parameters go with a single statement'],
  run_id_in_use: [409, 'A run with this id is under way'],
  database_unreachable: [503, 'The database can’t be reached'],
  database_unavailable: [503, 'The database is not available'],
  unsupported: [501, 'The engine of this project can’t do that'],
  internal: [500, 'An unknown error occurred'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof ENTRIES

/** What a route throws; `onError` writes it. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly code: ErrorCode
  readonly status: number
  constructor(code: ErrorCode, sentence?: string, options?: ErrorOptions) {
    super(sentence ?? ENTRIES[code][1], options)
    this.code = code
    this.status = ENTRIES[code][0]
  }
}
