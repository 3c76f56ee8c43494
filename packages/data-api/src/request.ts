/** What is asked of the data API and what it answers, as values. */

/** One statement of SQL. Every value is a text or null, for `$1`, `$2` …; each placeholder is cast in the text. */
export interface Statement {
  text: string
  values: (string | null)[]
}

/** What the owner of a project decides about its data API. */
export interface DataSettings {
  /** The schemas that requests may choose among; the first is the default. */
  schemas: readonly string[]
  /** Schemas behind the chosen one in the search path of each request. */
  extraSearchPath: readonly string[]
  /** The most rows that a read gives, at each level. Default: no limit. */
  maxRows?: number | undefined
  /** A function without arguments that runs before each request: `schema.name`, or a name in the chosen schema. */
  preRequest?: string | undefined
  /** Whether `sum()`, `avg()`, `count()`, `min()` and `max()` may be selected. */
  aggregates: boolean
  /** How deep relations may be embedded in each other. */
  maxEmbedDepth: number
  /** The longest that a statement of a role may take, in milliseconds. Default: what the role itself says. */
  statementTimeouts?: Readonly<Record<string, number>> | undefined
  /** Whether `Prefer: tx=rollback` is followed. Default: no. */
  mayRollBack?: boolean | undefined
  /** Settings that each request has, such as `app.settings.name`. Default: none. */
  appSettings?: Readonly<Record<string, string>> | undefined
  /** What the root tells: what the role may do, everything, or nothing. Default: `follow-privileges`. */
  openApi?: 'follow-privileges' | 'ignore-privileges' | 'disabled' | undefined
  /** Where the API is reached, for the document at its root: `http://127.0.0.1:8788/rest/v1`. Default: `/`. */
  publicUrl?: string | undefined
}

/** One request over HTTP, of which the sender's role is known. */
export interface DataRequest {
  /** `GET`, `POST` … */
  method: string
  /** `/todos` or `/rpc/add`, still percent-encoded. */
  path: string
  /** What stands behind the `?`, as it was sent. */
  query: string
  /** Names in lower case; several of one name are joined by `, `. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** The role of PostgreSQL that the request acts as. */
  role: string
  /** The claims of the token; `role` is added where it is missing. */
  claims: Readonly<Record<string, unknown>>
}

/** What the statements of a plan gave. */
export interface MainResult {
  /**
   * The single row of `main`: each column is a text or null. Whoever sends the column `body` as the bytes that came leaves it out:
   * the body of the answer is then empty.
   */
  row: Readonly<Record<string, string | null>>
  /** The first column of the first row of `counting`: JSON as text, or what a driver read from it. */
  counted?: unknown
}

/** What is sent back. */
export interface DataAnswer {
  status: number
  headers: [name: string, value: string][]
  /** As PostgreSQL wrote it. */
  body: string
  /** Whether the transaction is rolled back although the answer is none of an error. */
  undone: boolean
}

/**
 * What to do for a request: `opening`, then `main`, then `counting`, then the end of the transaction. All of them can be sent
 * in one go, unless `end` is `decided`: then `answer` is asked first.
 */
export interface DataPlan {
  readOnly: boolean
  /** Begins the transaction, sets role and settings, runs the function before requests. */
  opening: Statement[]
  /** Gives exactly one row, which `answer` reads. */
  main: Statement
  /** Where the number of rows is the planner's estimate. */
  counting?: Statement | undefined
  /** `decided`: commit, unless `answer` throws or its answer is `undone`. */
  end: 'commit' | 'rollback' | 'decided'
  /** An answer that needs no database. Where it is given, nothing has to be sent. */
  ready?: DataAnswer | undefined
  /** @throws DataApiError when the result is refused, such as two rows where one was asked for: roll back then */
  answer(result: MainResult): DataAnswer
}
