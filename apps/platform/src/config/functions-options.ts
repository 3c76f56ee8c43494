/** The options of `basedeck functions`. */
import { parseArgs } from 'node:util'
import { optionText } from '../text/options.js'
import type { Command } from './command.js'
import { readConfig } from './config.js'
import { strictly } from './read-arguments.js'

const VERBS = ['list', 'deploy', 'serve', 'logs', 'install'] as const

/** @throws Error with a sentence */
export function functionsCommand(args: string[], env: NodeJS.ProcessEnv): Command {
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
        name: text,
        'no-verify-jwt': flag,
        follow: flag,
      },
    }),
  )
  const { project, format = 'text', name, 'no-verify-jwt': isOpen, follow, ...others } = values
  const [verb = 'list', word, ...more] = positionals
  const known = VERBS.find((one) => one === verb)
  const sends = known === 'deploy' || known === 'serve'
  const takesWord = sends || known === 'logs'
  const fits =
    known !== undefined &&
    more.length === 0 &&
    (takesWord ? word !== undefined && word !== '' : word === undefined) &&
    (sends || (name === undefined && isOpen === undefined)) &&
    (known === 'logs' || follow === undefined) &&
    (known !== 'install' || project === undefined) &&
    (known === 'list' || known === 'deploy' ? format === 'text' || format === 'json' : format === 'text') &&
    project !== '' &&
    name !== ''
  if (!fits) throw new Error(optionText.functionsForm)
  const config = readConfig(others, env)
  const shown = { config, project: project ?? null, format: format === 'json' ? 'json' : 'text' } as const
  switch (known) {
    case 'install':
      return { type: 'functions-install', config }
    case 'logs':
      return {
        type: 'logs',
        config,
        project: project ?? null,
        follows: follow ?? false,
        function: word ?? '',
      }
    case 'list':
      return { type: 'functions-list', ...shown }
    case 'deploy':
    case 'serve':
      return {
        type: known === 'deploy' ? 'functions-deploy' : 'functions-serve',
        ...shown,
        folder: word ?? '',
        name: name ?? null,
        verifyJwt: isOpen === true ? false : undefined,
      }
  }
}
