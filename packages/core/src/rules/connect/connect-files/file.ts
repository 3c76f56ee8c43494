/** A file of Connect, and what its text is written with. */

export interface ConnectFile {
  /** Its path within the application; `Terminal` for commands. */
  name: string
  language: 'sh' | 'env' | 'ts' | 'tsx' | 'js' | 'html' | 'prisma' | 'dart' | 'swift' | 'kotlin' | 'xml'
  code: string
}

/** What the files of a project are written with. */
export interface FileValues {
  /** Of the project's own API. */
  address: string
  key: string
  /** The direct connection, with the placeholder of the password. */
  databaseUrl: string
  /** The database takes one program with one connection, as PGlite does. Default false. */
  hasOneConnection?: boolean
}

/** Among the options of a pool. Drivers open ten connections otherwise, and the second would be refused. */
export function poolLimit({ hasOneConnection = false }: FileValues): string {
  return hasOneConnection ? ', max: 1' : ''
}

/** Commands to run once. */
export function terminal(...commands: string[]): ConnectFile {
  return { name: 'Terminal', language: 'sh', code: commands.join('\n') }
}

/** The database URL as an environment file. Percent signs hide what a file of variables reads otherwise. */
export function databaseEnv(name: string, { databaseUrl }: FileValues): ConnectFile {
  return {
    name,
    language: 'env',
    code: [
      '# Replace [YOUR-PASSWORD]. Write special characters of the password percent-encoded: @ is %40.',
      `DATABASE_URL="${databaseUrl}"`,
    ].join('\n'),
  }
}

/** Address and key as an environment file, under the names that the framework shows to browsers. */
export function publicEnv(name: string, prefix: string, { address, key }: FileValues): ConnectFile {
  return {
    name,
    language: 'env',
    code: [`${prefix}PROJECT_URL="${address}"`, `${prefix}PROJECT_KEY="${key}"`].join('\n'),
  }
}
