/** Commands of the program that have options of their own. */
import { parseArgs } from 'node:util'
import { authConfigText } from '../text/auth-config.js'
import { optionText } from '../text/options.js'
import { readConfig } from './config.js'
import { readDatabaseUrl } from './config-values.js'
import { functionsCommand } from './functions-options.js'
import { ADVISOR_FORMATS, ADVISOR_LEVELS, type Command, type MigrationAction } from './command.js'
import { strictly, textOptions } from './read-arguments.js'

/** Commands that read their options themselves. */
export const OWN_OPTIONS = new Map<string, (args: string[], env: NodeJS.ProcessEnv) => Command>([
  ['types', typesCommand],
  ['auth-config', authConfigCommand],
  ['logs', logsCommand],
  ['advisors', advisorsCommand],
  ['backup', backupCommand],
  ['branch', branchCommand],
  ['replica', replicaCommand],
  ['functions', functionsCommand],
  ['policies', policiesCommand],
  ['migration', migrationCommand],
  ['diff', diffCommand],
])

function typesCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = textOptions(args, ['lang', 'project', 'schema', 'db-url', 'data-dir'])
  const { lang = 'typescript', project, schema, 'db-url': databaseUrl, ...others } = values
  const isOther = project !== undefined && databaseUrl !== undefined
  if (positionals.length > 0 || lang !== 'typescript' || project === '' || isOther)
    throw new Error(optionText.typesForm)
  const schemas = schema?.split(',').map((name) => name.trim())
  if (schemas?.includes('')) throw new Error(optionText.typesForm)
  return {
    type: 'types',
    config: readConfig(others, env),
    types: { project: project ?? null, schemas: schemas ?? null },
    databaseUrl: readDatabaseUrl('db-url', databaseUrl),
  }
}

function authConfigCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = textOptions(args, ['project', 'data-dir'])
  const { project, ...others } = values
  const [verb, file, ...more] = positionals
  const fits = verb === 'export' ? file === undefined : verb === 'apply' && file !== undefined
  if (!fits || more.length > 0 || project === '') throw new Error(authConfigText.form)
  return {
    type: 'auth-config',
    config: readConfig(others, env),
    project: project ?? null,
    file: file ?? null,
  }
}

function logsCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        project: { type: 'string' },
        'data-dir': { type: 'string' },
        follow: { type: 'boolean' },
      },
    }),
  )
  const { project = null, follow = false, ...others } = values
  if (positionals.length > 0 || project === '') throw new Error(optionText.logsForm)
  return { type: 'logs', config: readConfig(others, env), project, follows: follow }
}

const BRANCH_VERBS = ['list', 'create', 'delete', 'reset'] as const

function branchCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        project: text,
        'data-dir': text,
        format: text,
        git: text,
        hours: text,
        at: text,
        'with-data': flag,
        persistent: flag,
      },
    }),
  )
  const {
    project,
    format = 'text',
    git,
    hours,
    at,
    'with-data': withData = false,
    persistent = false,
    ...others
  } = values
  const [verb = 'list', name, ...more] = positionals
  const known = BRANCH_VERBS.find((one) => one === verb)
  const isNamed = (name ?? git ?? '') !== ''
  const hasOptions = hours !== undefined || at !== undefined || withData || persistent
  const fits =
    known !== undefined &&
    more.length === 0 &&
    (known === 'list' ? name === undefined && git === undefined : isNamed) &&
    (known === 'create' || !hasOptions) &&
    (known === 'create' || name === undefined || git === undefined) &&
    (hours === undefined || (/^[1-9]\d{0,3}$/.test(hours) && !persistent)) &&
    (format === 'text' || format === 'json') &&
    project !== ''
  if (!fits) throw new Error(optionText.branchForm)
  return {
    type: 'branch',
    config: readConfig(others, env),
    branch: {
      project: project ?? null,
      verb: known,
      name: name ?? null,
      git: git ?? null,
      withData,
      persistent,
      hours: hours === undefined ? null : Number(hours),
      at: at ?? null,
    },
    format,
  }
}

const BACKUP_VERBS = ['list', 'now', 'prove', 'restore', 'set'] as const

function backupCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = textOptions(args, ['project', 'data-dir', 'format', 'at'])
  const { project, format = 'text', at, ...others } = values
  const [verb = 'list', ...rest] = positionals
  const known = BACKUP_VERBS.find((one) => one === verb)
  const settings = known === 'set' ? rest.map((setting) => settingOf(setting)) : []
  const [id, ...more] = known === 'set' ? [] : rest
  const takesId = known === 'prove' || known === 'restore'
  const fits =
    known !== undefined &&
    more.length === 0 &&
    (id === undefined || takesId) &&
    (at === undefined || (known === 'restore' && id === undefined)) &&
    (known !== 'restore' || id !== undefined || at !== undefined) &&
    (known !== 'set' || (settings.length > 0 && !settings.includes(undefined))) &&
    (format === 'text' || format === 'json') &&
    project !== ''
  if (!fits) throw new Error(optionText.backupForm)
  const changes = Object.fromEntries(settings.flatMap((setting) => (setting ? [setting] : [])))
  return {
    type: 'backup',
    config: readConfig(others, env),
    kept: { project: project ?? null, verb: known, id: id ?? null, at: at ?? null, changes },
    format,
  }
}

const REPLICA_VERBS = ['list', 'add', 'remove', 'promote', 'resync', 'restart'] as const

function replicaCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      project: { type: 'string' },
      'data-dir': { type: 'string' },
      format: { type: 'string' },
      force: { type: 'boolean' },
    },
  })
  const { project, format = 'text', force = false, ...others } = values
  const [verb = 'list', id, ...more] = positionals
  const known = REPLICA_VERBS.find((one) => one === verb)
  const takesId = known !== undefined && known !== 'list' && known !== 'add'
  const fits =
    known !== undefined &&
    more.length === 0 &&
    (id === undefined ? !takesId : known !== 'list') &&
    (!force || known === 'promote') &&
    (format === 'text' || format === 'json') &&
    project !== ''
  if (!fits) throw new Error(optionText.replicaForm)
  return {
    type: 'replica',
    config: readConfig(others, env),
    replica: { project: project ?? null, verb: known, id: id ?? null, force },
    format,
  }
}

/** `keep_days=7`. Undefined: it is no setting with a value. */
function settingOf(text: string): [string, string | number | boolean] | undefined {
  const [, name = '', value = ''] = /^([a-z_]+)=(.+)$/.exec(text) ?? []
  if (name === '') return undefined
  if (value === 'true' || value === 'false') return [name, value === 'true']
  return [name, /^\d+$/.test(value) ? Number(value) : value]
}

function advisorsCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = textOptions(args, ['project', 'db-url', 'data-dir', 'format', 'fail-on'])
  const { project, format = 'text', 'fail-on': failOn = 'error', 'db-url': databaseUrl, ...others } = values
  const known = ADVISOR_FORMATS.find((one) => one === format)
  const failsOn = ADVISOR_LEVELS.find((one) => one === failOn)
  const isOther = project !== undefined && databaseUrl !== undefined
  if (positionals.length > 0 || project === '' || isOther || !known || !failsOn)
    throw new Error(optionText.advisorsForm)
  return {
    type: 'advisors',
    config: readConfig(others, env),
    project: project ?? null,
    databaseUrl: readDatabaseUrl('db-url', databaseUrl),
    format: known,
    failsOn,
  }
}

function policiesCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = textOptions(args, ['check', 'project', 'db-url', 'data-dir', 'format'])
  const { check, project, format = 'text', 'db-url': databaseUrl, ...others } = values
  const isOther = project !== undefined && databaseUrl !== undefined
  if (
    positionals.length > 0 ||
    !check ||
    project === '' ||
    isOther ||
    (format !== 'text' && format !== 'json')
  )
    throw new Error(optionText.policiesForm)
  return {
    type: 'policies',
    config: readConfig(others, env),
    check,
    project: project ?? null,
    databaseUrl: readDatabaseUrl('db-url', databaseUrl),
    format,
  }
}

/** Where the family keeps its files. */
const MIGRATIONS_FOLDER = 'supabase/migrations'

function diffCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: { data: { type: 'string' }, json: { type: 'boolean' }, 'data-dir': { type: 'string' } },
    }),
  )
  const { data, json = false, ...others } = values
  const [branch, ...more] = positionals
  const tables = data?.split(',').map((name) => name.trim()) ?? []
  if (branch === undefined || branch === '' || more.length > 0 || tables.includes(''))
    throw new Error(optionText.diffForm)
  return { type: 'diff', config: readConfig(others, env), branch, tables, format: json ? 'json' : 'text' }
}

function migrationCommand(args: string[], env: NodeJS.ProcessEnv): Command {
  const { values, positionals } = strictly(() =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        folder: { type: 'string' },
        project: { type: 'string' },
        'db-url': { type: 'string' },
        'data-dir': { type: 'string' },
        format: { type: 'string' },
        'dry-run': { type: 'boolean' },
      },
    }),
  )
  const {
    folder = MIGRATIONS_FOLDER,
    project,
    format = 'text',
    'db-url': databaseUrl,
    'dry-run': isDry = false,
    ...others
  } = values
  const action = migrationAction(positionals)
  const isOther = project !== undefined && databaseUrl !== undefined
  const fits = action !== null && (!isDry || action.verb === 'up') && (format === 'text' || format === 'json')
  if (!fits || folder === '' || project === '' || isOther) throw new Error(optionText.migrationForm)
  return {
    type: 'migration',
    config: readConfig(others, env),
    action,
    folder,
    project: project ?? null,
    databaseUrl: readDatabaseUrl('db-url', databaseUrl),
    isDry,
    format,
  }
}

function migrationAction([verb, ...rest]: readonly string[]): MigrationAction | null {
  if (verb === 'new') {
    const name = rest.join(' ').trim()
    return name === '' ? null : { verb, name }
  }
  return (verb === 'up' || verb === 'status' || verb === 'diff') && rest.length === 0 ? { verb } : null
}
