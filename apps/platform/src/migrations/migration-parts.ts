/** A text of SQL as the transactions that a migration is made of. */
import { runsAlone } from '@basedeck/core/rules'
import { askText } from '../engines/threads/text-thread.js'
import { DomainError } from '../kernel/domain-error.js'

/** Statements that run together. */
export interface MigrationPart {
  statements: string[]
  /** It is one statement, which PostgreSQL refuses in a transaction with others. */
  isAlone: boolean
}

/**
 * Its statements. A BEGIN at its beginning with a COMMIT at its end is left out: a migration is one transaction anyway.
 * @throws DomainError migration_empty, migration_ends_transaction
 */
export async function migrationStatements(sql: string): Promise<string[]> {
  const ranges = await askText('statements', sql)
  const all = ranges.map(({ start, end, controlsTransaction }) => ({
    text: sql.slice(start, end).trim().replace(/;$/, ''),
    controlsTransaction,
  }))
  const isWrapped = all.length > 2 && isBegin(all[0]?.text) && isCommit(all.at(-1)?.text)
  const inside = isWrapped ? all.slice(1, -1) : all
  if (inside.some(({ controlsTransaction }) => controlsTransaction))
    throw new DomainError('migration_ends_transaction')
  const statements = inside.map(({ text }) => text).filter((text) => text !== '')
  if (statements.length === 0) throw new DomainError('migration_empty')
  return statements
}

const WORDS_BEFORE = String.raw`^(?:\s|--[^\n]*\n|/\*(?:(?!\*/)[\s\S])*\*/)*`
const BEGIN = new RegExp(`${WORDS_BEFORE}(?:begin|start\\s+transaction)\\s*(?:work|transaction)?\\s*$`, 'i')
const COMMIT = new RegExp(`${WORDS_BEFORE}(?:commit|end)\\s*(?:work|transaction)?\\s*$`, 'i')

function isBegin(text = ''): boolean {
  return BEGIN.test(text)
}

function isCommit(text = ''): boolean {
  return COMMIT.test(text)
}

/** In their order: a statement that runs alone divides those before from those after. */
export function migrationParts(statements: readonly string[]): MigrationPart[] {
  const parts: MigrationPart[] = []
  for (const statement of statements) {
    const isAlone = runsAlone(statement)
    const last = parts.at(-1)
    if (last && !isAlone && !last.isAlone) last.statements.push(statement)
    else parts.push({ statements: [statement], isAlone })
  }
  return parts
}
