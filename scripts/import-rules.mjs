/** Which way imports point (ARCHITECTURE), as one pure question: what is wrong with this import in this file. */
import { dirname, join } from 'node:path/posix'

/** Package → the workspace packages it may import. */
export const PACKAGES = {
  'packages/sql-guard': [],
  'packages/storage-engine': [],
  'packages/data-api': ['@basedeck/sql-guard/quoting'],
  'packages/platform-client': [],
  'packages/core': ['@basedeck/sql-guard', '@basedeck/storage-engine', '@basedeck/platform-client'],
  'packages/ui-react': ['@basedeck/core'],
  'apps/dashboard': ['@basedeck/core', '@basedeck/ui-react', '@basedeck/sql-guard'],
  'apps/cli-smoke': ['@basedeck/core', '@basedeck/platform-client', '@basedeck/data-api'],
  'examples/plain-dom': ['@basedeck/core', '@basedeck/data-api'],
  'examples/todo': [],
  'apps/platform': [
    '@basedeck/platform-client/contract',
    '@basedeck/platform-client/row-stream',
    '@basedeck/sql-guard',
    '@basedeck/core/rules',
    '@basedeck/core/sql',
    '@basedeck/data-api',
  ],
}

/** Inside these packages a folder, or a file beside the folders, may import its own layer and the ones before it. */
const LAYERS = {
  // Rules, sql and text know no store.
  'packages/core': [
    ['text', 'rules', 'sql'],
    ['kernel', 'ports'],
    // The hosts of a browser and of Node.
    ['browser', 'node'],
    ['data'],
    ['sessions'],
    ['screens'],
    ['deck.ts', 'opening.ts', 'index.ts'],
  ],
  // Rules know no engine, engines know no library.
  'packages/storage-engine': [['rules'], ['ports.ts'], ['engines'], ['tus', 'zip', 'testing', 'index.ts']],
  // What is asked and what is there know no SQL, and texts of SQL know no plan.
  'packages/data-api': [
    ['request.ts', 'errors.ts', 'family-names.ts'],
    ['answer', 'language', 'schema'],
    ['sql', 'documents'],
    ['plan'],
    ['plan-request.ts', 'refusal-of.ts', 'index.ts'],
  ],
  // Elements know no screen.
  'packages/ui-react': [
    ['theme', 'css-modules.d.ts'],
    ['bind'],
    ['elements', 'widgets'],
    ['screens', 'shell'],
    ['app.tsx', 'app.ts', 'index.ts'],
  ],
  // http → routes → services → control, engines → secrets, keys
  'apps/platform': [
    ['text', 'secrets', 'keys', 'access', 'kernel', 'product-version.ts'],
    ['engines', 'project-database', 's3'],
    ['json', 'schema-diff'],
    ['control'],
    ['outgoing'],
    ['config'],
    ['notifications'],
    ['project-life'],
    [
      'services',
      'accounts',
      'ai',
      'log-lines',
      'mail',
      'metrics',
      'objects',
      'poolers',
      'backup',
      'branches',
      'replicas',
      'seed',
      'types',
      'auth-config',
      'sign-in-providers',
      'policies',
      'advisors',
      'migrations',
      'vault',
      'functions',
      'webhooks',
      'schedules',
      'log-drains',
      'log-alerts',
      'merge',
    ],
    ['routes'],
    ['http', 'processes'],
    ['project-api'],
    ['app'],
    ['start'],
    ['main.ts'],
  ],
}

/** Parts of core's screens that have no address. A file of an area is reached by its list of pages alone. */
const SHARED_PARTS = [
  'parts',
  'query',
  'catalogue',
  'import',
  'info-pages',
  'editing',
  'structure',
  'objects',
  'shell',
  'actions',
  'panel',
  'connect',
  'assistant',
]

/** What the platform's folders may know of HTTP's library. */
const HTTP_FOLDERS = ['http', 'routes', 'processes', 'access', 'app', 'project-api']

/** Only HTTP knows statuses; everything else raises a `DomainError`. */
const STATUSES = 'http/error-table.ts'

/** These folders of core are entry points of their own, for the server and for scripts: they bring no store along. */
const PURE = ['rules', 'sql', 'text']
/** These folders of core know one runtime each. A front end imports their entry points, and nothing in core does. */
const HOSTS = ['browser', 'node']
const STORES = /^(nanostores|@tanstack\/query-core)(\/|$)/

/** Packages that must run anywhere import none of these. */
const HEADLESS = [
  'packages/sql-guard',
  'packages/storage-engine',
  'packages/data-api',
  'packages/platform-client',
  'packages/core',
]
const HAVE_VIEWS = new Set(['packages/ui-react', 'apps/dashboard', 'examples/todo'])
const VIEW = /^(react|react-dom|@nanostores\/react|monaco-editor|@basedeck\/ui-react)(\/|$)/

/**
 * What is wrong, each as a sentence.
 * @param name the package: `packages/core`
 * @param file its path inside `src` of the package
 */
export function importProblems(name, file, specifier) {
  const what = specifier.startsWith('@basedeck/')
    ? ofWorkspace(name, specifier)
    : specifier.startsWith('.')
      ? ofNeighbour(name, file, join(dirname(file), specifier).replace(/\.js$/, '.ts'))
      : ofLibrary(name, file, specifier)
  const isViewElsewhere = file.endsWith('.tsx') && !HAVE_VIEWS.has(name)
  const where = `${name}/src/${file} imports ${specifier}`
  return [...what, ...(isViewElsewhere ? [': no view here'] : [])].map((why) => where + why)
}

function ofWorkspace(name, specifier) {
  const isAllowed = PACKAGES[name].some((entry) => specifier === entry || specifier.startsWith(`${entry}/`))
  return isAllowed ? [] : ['']
}

function ofNeighbour(name, file, target) {
  if (target.startsWith('..')) return [', outside of its package']
  const layers = LAYERS[name]
  if (!layers || isTest(file)) return []
  const layerOf = (path) => layers.findIndex((entries) => entries.includes(folderOf(path)))
  const homeless = [file, target].filter((path) => layerOf(path) === -1)
  if (homeless.length > 0) return homeless.map((path) => `: ${path} is in no layer`)
  const isLater = layerOf(target) > layerOf(file)
  const isSentence = name === 'packages/core' && folderOf(file) === 'rules' && folderOf(target) === 'text'
  const isHost =
    name === 'packages/core' && HOSTS.includes(folderOf(target)) && folderOf(file) !== folderOf(target)
  const isStatus = name === 'apps/platform' && target === STATUSES && folderOf(file) !== 'http'
  return [
    ...(isLater && !isStatus && !isHost ? [', a later layer'] : []),
    ...(isHost ? [': only a front end imports a host'] : []),
    ...(isSentence ? [': rules return reasons, not sentences'] : []),
    ...(isStatus ? [': only http knows statuses'] : []),
    ...(name === 'packages/core' && isOtherScreen(file, target) ? [', a screen of another area'] : []),
  ]
}

function isOtherScreen(file, target) {
  const [folder, area, page] = target.split('/')
  if (folder !== 'screens' || page === undefined || !file.startsWith('screens/')) return false
  const isList = file === 'screens/pages.ts' && page === 'pages.ts'
  return !isList && !SHARED_PARTS.includes(area) && !file.startsWith(`screens/${area}/`)
}

function ofLibrary(name, file, specifier) {
  if (name === 'apps/platform' && /^(hono|@hono)(\/|$)/.test(specifier) && !isTest(file))
    return HTTP_FOLDERS.includes(folderOf(file)) ? [] : [': only http knows hono']
  if (!HEADLESS.includes(name) || isTest(file)) return []
  const isNodeHost = name === 'packages/core' && folderOf(file) === 'node'
  const isElsewhere = VIEW.test(specifier) || (specifier.startsWith('node:') && !isNodeHost)
  const isStore = name === 'packages/core' && STORES.test(specifier) && PURE.includes(folderOf(file))
  return [...(isElsewhere ? [', which is not everywhere'] : []), ...(isStore ? [': no store here'] : [])]
}

function folderOf(path) {
  return path.split('/')[0]
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file) || /(^|\/)testing\//.test(file)
}
