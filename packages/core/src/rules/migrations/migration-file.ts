/**
 * Files of migrations in a folder: `<version>_<name>.sql`, and how each stands to the history of a database.
 * @rule migrations.file  @spec §2
 */
import { compareVersions } from './migration-version.js'

/** A file of a folder. */
export interface MigrationFile {
  /** Its name without folders. */
  file: string
  sql: string
}

/** A migration of the history, as far as it is compared. */
export interface AppliedMigration {
  version: string
  name: string | null
  /** Null: the history does not keep them. */
  statements: readonly string[] | null
}

/**
 * `pending`: it is to be applied. `late`: the same, though newer ones are applied already. `changed`: its text is no longer
 * what was applied. `missing`: the history has it, and no file. `double`: another file has its version.
 */
export type MigrationState = 'applied' | 'pending' | 'late' | 'changed' | 'missing' | 'double'

/** One migration of the folder, the history, or both. */
export interface MigrationStanding {
  version: string
  name: string | null
  /** Null: no file. */
  file: string | null
  state: MigrationState
}

const FORM = /^(\d{1,20})(?:_(.*))?\.sql$/

/** Version and name of a file; null: it is none of a migration. */
export function migrationFileName(file: string): { version: string; name: string } | null {
  const [, version, name = ''] = FORM.exec(file) ?? []
  return version === undefined ? null : { version, name }
}

/** The part of a file's name after the version: letters, digits and `_`, in lower case; empty: nothing is left. */
export function migrationSlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100)
}

/** The file of a migration. */
export function migrationFile(version: string, name: string | null): string {
  const slug = migrationSlug(name ?? '')
  return slug === '' ? `${version}.sql` : `${version}_${slug}.sql`
}

/** How each file and each applied migration stands, the oldest version first. Files of other names are left out. */
export function migrationStandings(
  files: readonly MigrationFile[],
  applied: readonly AppliedMigration[],
): MigrationStanding[] {
  const known = new Map(applied.map((one) => [one.version, one]))
  const newest = applied
    .map(({ version }) => version)
    .sort(compareVersions)
    .at(-1)
  const named = files.flatMap(({ file, sql }) => {
    const parts = migrationFileName(file)
    return parts ? [{ ...parts, file, sql }] : []
  })
  const counts = new Map<string, number>()
  for (const { version } of named) counts.set(version, (counts.get(version) ?? 0) + 1)
  const stateOf = (version: string, sql: string): MigrationState => {
    if ((counts.get(version) ?? 0) > 1) return 'double'
    const found = known.get(version)
    if (found) return found.statements === null || isSameText(sql, found.statements) ? 'applied' : 'changed'
    return newest !== undefined && compareVersions(version, newest) < 0 ? 'late' : 'pending'
  }
  const missing = applied.filter(({ version }) => !counts.has(version))
  return [
    ...named.map(({ version, name, file, sql }) => ({ version, name, file, state: stateOf(version, sql) })),
    ...missing.map(({ version, name }) => ({ version, name, file: null, state: 'missing' as const })),
  ].sort((one, other) => compareVersions(one.version, other.version) || compareFiles(one.file, other.file))
}

function compareFiles(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : 1
}

/** Clients of the family keep statements with and without the comments and semicolons between them. */
function isSameText(sql: string, statements: readonly string[]): boolean {
  return bareText(sql) === bareText(statements.join(';\n'))
}

function bareText(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*(?:(?!\*\/)[\s\S])*\*\//g, ' ').replace(/[\s;]+/g, '')
}
