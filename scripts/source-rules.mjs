/**
 * What the text of a source file may not contain, as pure questions. `check-imports.mjs` asks them of every file. Oxlint holds
 * what it has a rule for; these are the others.
 */

/** Files of `rules/` that decide nothing themselves, each with the reason. A name that ends with `/` is a whole folder. */
export const NO_RULE = {
  'packages/core/src/rules/index.ts': 'It exports the nouns.',
  'packages/core/src/rules/nouns/': 'Each file exports the rules of one noun.',
  'packages/core/src/rules/connect/connect-files/':
    'Texts of programs, which the rule connect-files.ts chooses from.',
  'packages/core/src/rules/documents/differing.ts': 'A helper of rules: it compares two records.',
  'packages/core/src/rules/sql/sql-words.ts': 'A helper of rules: it splits a statement into words.',
  'packages/storage-engine/src/rules/index.ts': 'It exports the rules.',
}
const RULES = /^packages\/(core|storage-engine)\/src\/rules\//

/** Folders of which the files are given the time. */
const TIMELESS =
  /^packages\/(core\/src\/(rules|sql|text|kernel|data|sessions|screens)|storage-engine\/src\/rules|data-api\/src)\//

/** Files of the platform that make a handler (`new Hono`) or mount one beside `mount.on`, each with the reason. */
export const HANDLERS = {
  'apps/platform/src/app/app.ts': 'It composes the platform.',
  'apps/platform/src/app/api.ts': 'It holds the calls of the contract.',
  'apps/platform/src/project-api/project-api.ts': "The projects' own API has its own origin.",
  'apps/platform/src/project-api/serve-service.ts': "A service of the projects' own API.",
  'apps/platform/src/routes/dashboard.ts': 'The files of the dashboard.',
}

/** Texts of the interface: what they claim of the platform's features is computed, so that it can't go out of date. */
const TEXTS = /^(packages\/core|apps\/platform)\/src\/text\//

/** The files of texts that are chosen by what a project serves, each with what chooses. */
export const CLAIMS = {
  'packages/core/src/text/services.ts': 'The list of services of the project.',
  'apps/platform/src/text/advisors.ts': 'The list of services of the project.',
}

/** Sentences that were true once, and those of their kind. */
const CLAIM =
  /not served|only reports its|runs no sign-in|has no runtime|does not send changes|(anyone|everyone|everybody) with (a|the) (public )?key|the api (then |will )?shows?\b|only through the dashboard|makes no automatic|secret is shown once/i

/**
 * What is wrong, each as a sentence.
 * @param file its path inside the repository
 */
export function sourceProblems(file, text) {
  if (/\.test\.tsx?$/.test(file) || file.includes('/testing/')) return []
  return [
    ...ruleProblems(file, text),
    ...clockProblems(file, text),
    ...handlerProblems(file, text),
    ...claimProblems(file, text),
  ]
}

function ruleProblems(file, text) {
  if (!RULES.test(file)) return []
  const isListed = Object.keys(NO_RULE).some((name) =>
    name.endsWith('/') ? file.startsWith(name) : file === name,
  )
  const header = /^\/\*\*[\s\S]*?\*\//.exec(text)?.[0] ?? ''
  if (isListed || /@rule\s+\S/.test(header)) return []
  return [
    `${file} has no @rule in its header: say what it decides, or list it with its reason in scripts/source-rules.mjs`,
  ]
}

function claimProblems(file, text) {
  if (!TEXTS.test(file) || file in CLAIMS) return []
  const claim = CLAIM.exec(text)?.[0]
  if (claim === undefined) return []
  return [
    `${file} claims “${claim}” by hand: ask what is served (Project.services), the engine or a capability, with the sentence in text/services.ts`,
  ]
}

function clockProblems(file, text) {
  if (!TIMELESS.test(file) || !/\bnew Date(?:\(\s*\)|(?!\s*\())/.test(text)) return []
  return [`${file} reads the clock by new Date(): it is given the time`]
}

function handlerProblems(file, text) {
  if (!file.startsWith('apps/platform/src/')) return []
  const isMounted = /\.(get|post|put|patch|delete|all|on)\(\s*['"`]\/(platform|v1|api)\b/.test(text)
  const isHandler =
    /\bnew Hono\b/.test(text) ||
    /\b(app|api|hono)\.(get|post|put|patch|delete|all|on|route|mount)\(/.test(text)
  const mayHandle = file.startsWith('apps/platform/src/http/') || file in HANDLERS
  return [
    ...(isMounted
      ? [`${file} mounts a call by its address: mount it by its line of the contract (mount.on)`]
      : []),
    ...(isHandler && !mayHandle
      ? [`${file} makes or mounts a handler: mount.on does that for every call`]
      : []),
  ]
}
