/** Every call that uses a project's database says so in the contract, so that the holder answers it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../src/access/access-table.js'
import type { Database } from '../src/engines/engine.js'
import { createFakeLife } from './fake-life.js'
import { addProject, testApi, type Browser, type TestApi } from './test-api.js'
import { testControl } from './test-control.js'

const REF = 'watched'
const BODIES: Readonly<Record<string, object>> = {
  queryPlain: { query: 'select 1' },
  queryTyped: { query: 'select 1', runId: 'run' },
  queryLogs: { sql: 'select 1' },
  queryBatch: { statements: [{ query: 'select 1' }], runId: 'run' },
  importRows: {},
  beginExport: { query: 'select 1', format: 'csv', name: 'x' },
  deleteProject: { name: REF },
  updateServerSetting: { value: '8MB' },
  createBucket: { id: 'x' },
  createRealtimeInspectorToken: { role: 'anon' },
  createAuthUser: { email: 'eve@example.com' },
  inviteAuthUser: { email: 'eve@example.com' },
  updateAuthUser: { email: 'eve@example.com' },
  replaceAuthMetadata: { of: 'user', json: '{}' },
  createSecrets: { secrets: [{ name: 'KEY', value: 'x' }] },
  updateSecret: { value: 'x' },
  createSchedule: { name: 'x', expression: '@daily', task: { type: 'sql', sql: 'select 1' } },
  updateSchedule: { enabled: false },
  setTimeZone: { time_zone: 'UTC' },
  createWebhook: {
    name: 'x',
    schema: 'public',
    table: 'x',
    events: ['INSERT'],
    target: { type: 'http', url: 'https://hooks.example.com' },
  },
  updateWebhook: { enabled: false },
  createLogAlert: { name: 'x', query: '', minutes: 5, comparison: 'above', limit: 1 },
  updateLogAlert: { enabled: false },
  createLogDrain: { name: 'x', target: { type: 'https', url: 'https://logs.example.com', gzip: true } },
  updateLogDrain: { enabled: false },
  setFunctionSecrets: [{ name: 'KEY', value: 'x' }],
  deleteFunctionSecrets: ['KEY'],
  deployFunction: { files: [{ name: 'index.ts', content: '' }] },
  createMigration: { name: 'x', sql: 'select 1', mode: 'run', runId: 'run' },
  planMerge: { parent_version: '', branch_version: '', objects: [] },
  mergeBranch: { parent_version: '', branch_version: '', objects: [], runId: 'run' },
  undoMerge: { runId: 'run' },
  compareRows: { schema: 'public', table: 'x' },
  mergeRows: {
    schema: 'public',
    table: 'x',
    columns: ['a'],
    rows: [{ kind: 'added', parent: null, branch: ['1'] }],
  },
  installExtension: { name: 'citext' },
  allowExtension: { allowed: true },
  askAssistant: { messages: [{ role: 'user', content: 'What is in it?' }] },
  completeCode: {
    projectRef: REF,
    completionMetadata: { textBeforeCursor: '', textAfterCursor: '', prompt: 'x', selection: '' },
  },
}

/**
 * What the holder knows without opening the database: its engine, its poolers, how programs sign in to it, whether
 * it has to be restarted, and which backups it keeps.
 */
const KNOWN_WITHOUT = new Set([
  'getMachine',
  'getProject',
  'getPgbouncerConfig',
  'getNetworkAccess',
  'updateNetworkAccess',
  'updatePgbouncerConfig',
  'listSupavisorConfigs',
  'testConnection',
  'resetDatabasePassword',
  'setAddon',
  'removeAddon',
  'listBackups',
  'updateBackupSettings',
  'createBackup',
  'restoreBackup',
  'copyBackup',
  'proveBackup',
  'deleteBackup',
  'downloadBackup',
  'createBranch',
  'deleteBranch',
  'resetBranch',
  'turnOnInBranch',
  'listReplicas',
  'updateReplicaReads',
  'setupReplica',
  'removeReplica',
  'restartReplica',
  'resyncReplica',
  'testReplica',
  'promoteReplica',
  'deleteFormerPrimary',
  'deployFunction',
  'deployFunctionParts',
  'deleteFunction',
  'getFunctionBody',
  'getFunctionFiles',
  'rollBackFunction',
  'getFunctionsRuntime',
])

let api: TestApi
let browser: Browser
let reached: string[] = []

beforeAll(async () => {
  const control = await testControl()
  const life = createFakeLife(control, () => Promise.reject(new Error('reached')))
  const reach = (name: string) => async (): Promise<never> => {
    reached.push(name)
    throw new Error('reached')
  }
  const database = reach('database') as () => Promise<Database>
  const watched = { database, pause: reach('pause'), resume: reach('resume'), remove: reach('remove') }
  const ai = { url: 'http://127.0.0.1:1/v1', model: 'none', key: undefined }
  api = await testApi({ control, ai, life: { ...life, ...watched } })
  browser = api.browser()
  await api.owner(browser)
  await addProject(control, REF)
  await control.script(
    `update control.projects set status = 'ACTIVE_HEALTHY'; update control.databases set engine = 'postgres'`,
  )
})
afterAll(() => api.remove())

const inProjects = endpoints().filter(
  ({ name, endpoint }) => endpoint.path.includes('{ref}') || name === 'completeCode',
)

test.each(inProjects)('$name', async ({ name, endpoint: { method, path, version, servedBy } }) => {
  reached = []
  const filled = path
    .replace('{ref}', REF)
    .replace(/\{(id|delivery|profile_id|factor|session|identity)\}/g, '00000000-0000-4000-8000-000000000000')
    .replace('{version}', '20260131120000')
    .replace('{number}', '1')
    .replace(/\{\w+\}/g, 'x')
  const body = BODIES[name]
  await browser.fetch(filled, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(version === undefined ? {} : { version: String(version) }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (reached.length > 0) expect(servedBy).toBeDefined()
  // Exports are known without opening a database.
  const needsNone = servedBy === undefined || servedBy === 'beginner' || KNOWN_WITHOUT.has(name)
  if (!needsNone) expect(reached).not.toEqual([])
})
