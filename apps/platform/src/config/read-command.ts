/** Reads what the program was started with. DESIGN §2. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { optionText } from '../text/options.js'
import { USER_COMMANDS, type Command } from './command.js'
import { readBackupStore } from './config-values.js'
import { OPTIONS, readConfig, SWITCHES, type Config, type Values } from './config.js'
import type { BackupQuestion } from './operator-socket.js'
import { OWN_OPTIONS } from './own-options.js'
import { strictly } from './read-arguments.js'

/** Reads what the program was started with. */
export function readCommand(argv: string[], env: NodeJS.ProcessEnv): Command {
  const [first, ...rest] = argv
  if (first === 'check') return { type: 'check', args: rest }
  const own = OWN_OPTIONS.get(first ?? '')
  try {
    if (own) return own(rest, env)
    const { values, positionals } = parse(argv)
    if (values['help']) return { type: 'help' }
    if (values['version']) return { type: 'version' }
    const [first = 'start', ...words] = positionals
    if (first === 'dump' || first === 'restore') {
      if (words.length > 0) throw new Error(FORM_OF[first])
      return { type: first, config: readConfig(values, env), backup: readBackup(first, values, env) }
    }
    const isSample = first === 'seed' && words[0] === 'sample'
    const stray = BACKUP_OPTIONS.find(
      (flag) => values[flag] !== undefined && !(isSample && flag === 'project'),
    )
    if (stray !== undefined) throw new Error(optionText.onlyForBackups(stray))
    if (isSample) {
      const { project } = values
      if (words.length > 1 || project === '') throw new Error(optionText.seedForm)
      const config = readConfig(values, env)
      return { type: 'seed-sample', config, project: typeof project === 'string' ? project : null }
    }
    return commandOf(positionals, () => readConfig(values, env))
  } catch (error) {
    return { type: 'invalid', sentence: optionText.seeHelp((error as Error).message) }
  }
}

const BACKUP_OPTIONS = ['to', 'from', 'project', 'without-key'] as const
const FORM_OF = { dump: optionText.dumpForm, restore: optionText.restoreForm } as const

const STORE = /^(s3|https?):\/\//

function readBackup(command: 'dump' | 'restore', values: Values, env: NodeJS.ProcessEnv): BackupQuestion {
  const { to, from, project, 'without-key': withoutKey } = values
  const [file, other] = command === 'dump' ? [to, from] : [from, to]
  const isKeyLeftOut = withoutKey === true
  const fits = isKeyLeftOut ? command === 'dump' && project === undefined : true
  if (typeof file !== 'string' || file === '' || other !== undefined || project === '' || !fits)
    throw new Error(FORM_OF[command])
  if (command === 'restore' && STORE.test(file)) {
    const store = readBackupStore('from', file, env)
    if (project !== undefined || !store) throw new Error(FORM_OF[command])
    return { file: '', store, project: null, withoutKey: false }
  }
  return {
    file: resolve(file),
    project: typeof project === 'string' ? project : null,
    withoutKey: isKeyLeftOut,
  }
}

function commandOf(words: string[], config: () => Config): Command {
  const [first = 'start', second, third, ...more] = words
  if (more.length === 0) {
    if (first === 'start' && second === undefined) return { type: 'start', config: config() }
    if (first === 'seed' && second === 'demo' && third === undefined)
      return { type: 'seed', config: config() }
    if (first === 'user' && second === 'list' && third === undefined)
      return { type: 'user-list', config: config() }
    const command = USER_COMMANDS.find((one) => one === second)
    if (first === 'user' && command !== undefined && third !== undefined)
      return { type: 'user', config: config(), command, email: third }
  }
  if (first === 'user') throw new Error(optionText.userForm(USER_COMMANDS.join('|')))
  if (first === 'seed') throw new Error(optionText.seedForm)
  throw new Error(optionText.unknownCommand(words.join(' ')))
}

function parse(args: string[]): { values: Values; positionals: string[] } {
  return strictly(() => parsed(args))
}

function parsed(args: string[]): { values: Values; positionals: string[] } {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(OPTIONS.map(({ flag }) => [flag, { type: 'string' as const }])),
      ...Object.fromEntries(SWITCHES.map(({ flag }) => [flag, { type: 'boolean' as const }])),
      to: { type: 'string' },
      from: { type: 'string' },
      project: { type: 'string' },
      'without-key': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
  return { values, positionals }
}
