/** The settings of a project's data API. */
import type { ReachMark } from '../rules/settings/data-api-marks.js'
import type { DataApiNumber, DataApiValues } from '../rules/settings/data-api-settings.js'
import type { ReachedKind } from '../sql/data-api-reach.js'

const counted = (count: number, one: string, more: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`

const KINDS: Readonly<Record<ReachedKind, readonly [one: string, more: string]>> = {
  table: ['table', 'tables'],
  'foreign-table': ['foreign table', 'foreign tables'],
  view: ['view', 'views'],
  'materialized-view': ['materialized view', 'materialized views'],
  function: ['function', 'functions'],
}

/** `3 tables, 1 view and 2 functions`. */
function countsText(counts: Readonly<Record<ReachedKind, number>>): string {
  const kinds = Object.keys(KINDS) as ReachedKind[]
  const parts = kinds.flatMap((kind) => (counts[kind] > 0 ? [counted(counts[kind], ...KINDS[kind])] : []))
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

const labels: Readonly<Record<keyof DataApiValues, string>> = {
  schemas: 'Exposed schemas',
  extra_search_path: 'Extra search path',
  max_rows: 'Rows of one answer at most',
  pool_size: 'Pool size',
  pre_request: 'Pre-request function',
  aggregates_enabled: 'Aggregates',
  anon_timeout_ms: 'Seconds for a request of anon',
  authenticated_timeout_ms: 'Seconds for a request of authenticated',
  service_timeout_ms: 'Seconds for a request of service_role',
  max_body_bytes: 'Largest body',
  max_url_bytes: 'Longest address',
  max_embed_depth: 'Levels of embedded tables',
  waiting_per_connection: 'Waiting requests for each connection',
  anon_requests_per_minute: 'Requests a minute of anon',
}

const hints: Partial<Readonly<Record<keyof DataApiValues, string>>> = {
  schemas:
    'Applications reach tables, views and functions of these, as far as their grants allow. The first is used where a call names none.',
  extra_search_path: 'Where functions and types are looked for besides the schema of the call.',
  max_rows: 'From 1 to 1,000,000. A longer answer is cut; the application asks for the next rows.',
  pool_size: 'Connections to the database, from 1 to 50.',
  pre_request:
    'A function without parameters, as schema.function. It is called before each request, and can refuse it.',
  aggregates_enabled:
    'Applications may select sum, avg, count, min and max. They can be slow on large tables.',
  anon_timeout_ms: 'From 0.1 to 600. A request that takes longer is cancelled.',
  authenticated_timeout_ms: 'From 0.1 to 600.',
  service_timeout_ms: 'From 0.1 to 600.',
  max_body_bytes: 'From 1 KB to 200 MB.',
  max_url_bytes: 'From 1 KB to 64 KB. Filters are part of the address.',
  max_embed_depth: 'From 0 to 20. Deeper requests are refused.',
  waiting_per_connection: 'From 0 to 100. Further requests are refused until others are done.',
  anon_requests_per_minute: 'From 1 to 1,000,000, for each address that asks.',
}

/** What is said at a field that can't be taken. */
const outside: Readonly<Record<DataApiNumber, string>> = {
  max_rows: 'Enter a whole number from 1 to 1,000,000',
  pool_size: 'Enter a whole number from 1 to 50',
  anon_timeout_ms: 'Enter seconds from 0.1 to 600',
  authenticated_timeout_ms: 'Enter seconds from 0.1 to 600',
  service_timeout_ms: 'Enter seconds from 0.1 to 600',
  max_body_bytes: 'Enter a size from 1 KB to 200 MB, such as 50 MB',
  max_url_bytes: 'Enter a size from 1 KB to 64 KB, such as 16 KB',
  max_embed_depth: 'Enter a whole number from 0 to 20',
  waiting_per_connection: 'Enter a whole number from 0 to 100',
  anon_requests_per_minute: 'Enter a whole number from 1 to 1,000,000',
}

const marks: Readonly<Record<ReachMark, string>> = {
  'no-rls': 'No row-level security',
  'owner-view': 'Reads with its owner’s rights',
  'owner-function': 'Security definer',
  'materialized-view': 'Can’t have row-level security',
  'foreign-table': 'Can’t have row-level security',
}

/** The sentences of `/settings/api`. */
export const dataApiText = {
  lead: 'Applications read and write tables over HTTP, as far as grants and row-level security allow.',
  mayNot: 'Your role does not allow changing the settings of the project',
  mayNotChangeDatabase: 'Your role does not allow changing the database',
  state: 'Data API',
  on: 'On',
  off: 'Off',
  isOn: 'Applications with a key of the project reach the exposed schemas at this address.',
  isOff: 'Nothing is served: every request is refused until somebody turns it on.',
  address: 'Address',
  copyAddress: 'Copy the address',
  documentation: 'Calls of this project’s tables',
  noLogin: 'The services have no login in this database yet',
  noLoginBody:
    'It was added by its URL. Run the SQL of “Prepare this database” once; until then every request is refused.',
  toPrepare: 'Prepare this database',
  turnOn: 'Turn on…',
  turnOff: 'Turn off',
  turnOnNow: 'Turn on',
  look: 'Show what is open',
  close: 'Close',
  turnedOn: 'The data API is on',
  turnedOff: 'The data API is off',
  turnOffTitle: 'Turn the data API off?',
  turnOffBody: 'Applications that use it get an error at once. Its settings are kept.',
  turnOnTitle: 'Turn the data API on?',
  turnOnBody: (counts: Readonly<Record<ReachedKind, number>>) => {
    const all = countsText(counts)
    return all === ''
      ? 'Applications can reach nothing yet. What you create in the exposed schemas follows its grants.'
      : `Anyone with a publishable key can then reach ${all}, as far as the list says.`
  },
  unprotected: (count: number) =>
    count === 0
      ? null
      : `${counted(count, 'of them is', 'of them are')} not protected by row-level security or the rights of the caller.`,
  changedMeanwhile:
    'Somebody changed the settings meanwhile. The list was read again; look at it before you turn it on.',
  reach: 'What applications reach',
  reachBody: (schemas: readonly string[]) =>
    `What the roles anon and authenticated can read, change or call in ${schemas.join(', ')}. Rows of tables with row-level security are decided by their policies.`,
  reachEmpty: 'Nothing is open',
  reachEmptyBody: 'Neither role has a right to anything in the exposed schemas.',
  more: (count: number) => `${count.toLocaleString('en')} more are not listed.`,
  columns: {
    name: 'Name',
    kind: 'Kind',
    anon: 'anon',
    authenticated: 'authenticated',
    mark: 'To know',
    actions: 'Actions',
  },
  kind: (kind: ReachedKind) => KINDS[kind][0],
  words: { read: 'read', change: 'change', call: 'call' },
  marks,
  protected: 'Row-level security decides',
  callers: 'With the caller’s rights',
  nothing: '–',
  enableRls: 'Enable RLS',
  enablingRls: 'Enabling…',
  enableRlsOf: (name: string) => `Enable row-level security of ${name}`,
  rlsEnabled: (name: string) => `Row-level security of ${name} is on. Without a policy no row is open.`,
  rlsFailed: (name: string) => `Row-level security of ${name} could not be enabled`,
  form: 'Settings',
  formBody: 'They hold within a second for every request.',
  save: 'Save',
  saving: 'Saving…',
  saved: 'The settings of the data API were saved',
  labels,
  hints,
  outside,
  schemas: {
    none: 'Choose at least one schema',
    'not-exposable': 'A schema of the system can’t be exposed',
  },
  preRequest: {
    'no-schema': 'Enter the schema and the function, such as public.check_request',
    'too-long': 'Enter at most 200 characters',
  },
  first: 'default',
  missing: 'not in the database',
  add: (label: string) => `Add to ${label.toLowerCase()}`,
  choose: 'Add a schema…',
  addNone: 'Every schema is in the list',
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  emptyList: 'None',
  onOff: (isOn: boolean) => (isOn ? 'On' : 'Off'),
}
