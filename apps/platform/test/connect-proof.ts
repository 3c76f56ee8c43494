/** Runs what Connect shows, as it is shown: an address, a command, the files of a framework. */
import {
  connectFiles,
  connectionString,
  connectionUri,
  PASSWORD_PLACEHOLDER,
  type ConnectionTarget,
} from '@basedeck/core/rules'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/** Each of these characters means something in an address. */
export const PASSWORD = 'p@:/?#% é😀'

const run = promisify(execFile)

/** By the address as it is shown, with the password written percent-encoded. */
export async function askByUri(target: ConnectionTarget, password = PASSWORD): Promise<string> {
  const connectionString = connectionUri(target).replace(PASSWORD_PLACEHOLDER, encodeURIComponent(password))
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query('select current_user || $1 as answer', ['!'])
    return rows[0].answer
  } finally {
    await client.end()
  }
}

/**
 * By the command as it is shown; psql asks for the password, or takes it from its environment. A PostgreSQL that npm
 * brought has no psql: then the same words are given to the driver.
 */
export async function askByPsql(target: ConnectionTarget): Promise<string> {
  const hasPsql = await run('psql', ['--version']).then(
    () => true,
    () => false,
  )
  if (!hasPsql) return (await askByUri(target)).replace('!', '')
  const { text } = connectionString('psql', 'direct', target)
  const env = { ...process.env, PGPASSWORD: PASSWORD, PGCLIENTENCODING: 'UTF8' }
  const { stdout } = await run('sh', ['-c', `${text} -tAc 'select current_user'`], { env })
  return stdout.trim()
}

export interface ShownFiles {
  framework: string
  using?: string
  with: string
}

export interface RunFiles {
  /** Inside a folder where the drivers are found. */
  within: string
  /** The module that asks the database, without its ending. */
  module: string
  /** Of a framework that reads it itself; the others are given it by Node. */
  envFile?: string
  /** Commands before it runs. */
  before?: readonly (readonly [program: string, ...args: string[]])[]
}

/** Writes the files as they are shown, and runs the module that asks the database. */
export async function runFiles(
  target: ConnectionTarget,
  choice: ShownFiles,
  { within, module, envFile, before = [] }: RunFiles,
): Promise<string> {
  await mkdir(within, { recursive: true })
  const folder = await mkdtemp(join(within, 'connect-'))
  const databaseUrl = connectionUri(target)
  try {
    for (const { name, code } of connectFiles(choice, { address: '', key: '', databaseUrl })) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, code.replaceAll(PASSWORD_PLACEHOLDER, encodeURIComponent(PASSWORD)))
    }
    await writeFile(
      join(folder, 'run.ts'),
      `import { currentTime } from './${module}'
       void currentTime().then((now) => { console.log(now); process.exit(0) })`,
    )
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true' }
    for (const [program, ...args] of before) await run(program, args, { cwd: folder, env })
    const reading = envFile === undefined ? [] : [`--env-file=${envFile}`]
    const { stdout } = await run(process.execPath, [...reading, '--import', 'tsx', 'run.ts'], { cwd: folder })
    return stdout.trim().split('\n').at(-1) ?? ''
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a program of another language on the shown text, which is its file `.env`. */
export async function runOnEnv(env: string, program: string, script: string): Promise<string> {
  const { stdout } = await run(program, [program === 'php' ? '-r' : '-c', script], {
    env: { ...process.env, CONNECT_ENV: env },
  })
  return stdout.trim()
}
