/** The calls of snippets and folders over a control database that answers as told. */
import type { Snippet, SqlFolder } from '@basedeck/platform-client/contract'
import type { Caller } from '../../access/caller.js'
import { auditStatement } from '../../control/audit.js'
import type { Written } from '../../control/control-database.js'
import { updateSnippet, type SnippetRow } from '../../control/snippets.js'
import { toldControl } from '../../control/testing/told-control.js'
import { DomainError } from '../../kernel/domain-error.js'
import { contentRoutes } from '../content.js'
import type { Mount } from '../mount.js'

export const ID = '00000000-0000-4000-8000-000000000001'
export const OTHER = '00000000-0000-4000-8000-000000000002'
export const FOLDER = '00000000-0000-4000-8000-00000000000f'
export const AT = '2026-01-01T00:00:00+00:00'
export const ORIGIN = { ip: '192.0.2.1', userAgent: 'browser', requestId: 'r1' }
const project = { id: 7, ref: 'shop', name: 'Shop', organization: { id: 1, slug: 'acme', name: 'Acme' } }
export const READER = { projectId: 7, profileId: 'ada' }
export const as = (roleId: string): Caller => ({
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  isMfaEnabled: false,
  isAdministrator: false,
  createdAt: AT,
  via: 'session',
  credentialId: null,
  token: null,
  scope: null,
  memberships: [{ organizationId: 1, slug: 'acme', roleId, requiresMfa: false }],
})
export const ADA = as('developer')
export const inShop = { organizationId: 1, projectRef: 'shop' }

export const snippet = (more: Partial<Snippet> & { sql?: string } = {}): Snippet => ({
  id: ID,
  name: 'Sales',
  description: '',
  type: 'sql',
  visibility: 'user',
  owner_id: 'ada',
  owner: { id: 'ada', username: 'Ada' },
  project_id: 7,
  folder_id: null,
  favorite: false,
  beginning: '',
  inserted_at: AT,
  updated_at: AT,
  updated_by: { id: 'ada', username: 'Ada' },
  save_id: null,
  content: { schema_version: '1.0', content_id: ID, sql: more.sql ?? 'select 1', favorite: false },
  ...more,
})
export const folder = (more: Partial<SqlFolder> = {}): SqlFolder => ({
  id: FOLDER,
  name: 'Reports',
  owner_id: 'ada',
  project_id: 7,
  parent_id: null,
  ...more,
})

interface Stage {
  snippets?: Snippet[]
  /** What a write leaves behind. */
  after?: Snippet[]
  folders?: SqlFolder[]
  page?: object[]
  texts?: Snippet[]
  deletable?: object[]
  answers?: Written[]
  caller?: Caller
}

export function setUp({
  caller = ADA,
  snippets = [],
  after,
  folders = [],
  answers = [],
  ...rows
}: Stage = {}) {
  const asked: unknown[][] = []
  const texts: string[] = []
  const told = (found: readonly object[]) => (parameters: readonly unknown[], sql: string) => {
    asked.push([...parameters])
    texts.push(sql)
    return found
  }
  const control = toldControl({
    'with ordinality': told(rows.texts ?? []),
    'count(*) filter': [{ favorites: 1, private: 2, shared: 3 }],
    'case visibility': told(rows.deletable ?? []),
    's.id = $3': () => (control.written.length > 0 && after ? after : snippets),
    'as at from control.snippets': told(rows.page ?? []),
    'strpos(lower(name)': told(folders),
    'from control.sql_folders': ([, , id]) => folders.filter((one) => one.id === id || id === undefined),
  })
  control.answers.push(...answers)
  const handlers = new Map<unknown, { handler(call: object): unknown; status: number | undefined }>()
  const mount: Mount = {
    on: (endpoint, handler, status) =>
      void handlers.set(endpoint, { handler: handler as (call: object) => unknown, status }),
  }
  contentRoutes(mount, { control })
  const call = async <Answer>(endpoint: unknown, given: object = {}): Promise<Answer> => {
    const { handler } = handlers.get(endpoint) ?? {}
    return (await handler?.({
      params: {},
      query: {},
      body: {},
      origin: ORIGIN,
      caller,
      project,
      ...given,
    })) as Answer
  }
  return { control, asked, texts, call, statusOf: (endpoint: unknown) => handlers.get(endpoint)?.status }
}

export const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      return error.code
    },
  )

export const BODY = {
  name: 'Sales',
  description: '',
  type: 'sql',
  visibility: 'user',
  content: { sql: 'select 1' },
}
export const ROW: SnippetRow = {
  id: ID,
  ownerId: 'ada',
  type: 'sql',
  visibility: 'user',
  name: 'Sales',
  description: '',
  folderId: null,
  sql: 'select 1',
  savedBy: 'ada',
  saveId: null,
}

export const SAVE = { id: ID, name: 'Sales', owner_id: 'ada', type: 'sql', visibility: 'user' }

export const change = (more: Partial<SnippetRow> = {}) => {
  const { ownerId: _owner, ...row } = { ...ROW, ...more }
  return updateSnippet({ ...row, ownerId: 'ada' } as SnippetRow, AT)
}

export const shared = snippet({ visibility: 'project' })
export const audited = (action: string) =>
  auditStatement(ADA, ORIGIN, { ...inShop, action: `snippet.${action}`, target: 'Sales' })
