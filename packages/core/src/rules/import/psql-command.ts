/**
 * Commands of the program psql, which PostgreSQL itself does not know: `\\d orders`, `\\copy`. Lines of a dump that only
 * set psql up are skipped; the others ask for something that has another way here.
 * @rule sql.psql-command  @spec §5
 */
import type { PsqlCommand } from '@basedeck/sql-guard'

/** The command that the text begins with, or that is at `at`; null: no command. */
export function psqlCommandIn(sql: string, at = 0): string | null {
  return /^\s*(\\[a-z!?]\S*)/i.exec(sql.slice(at))?.[1] ?? null
}

/** What to do in the place of a command: `include` another file, `copy` a file of the user's machine, read the catalogue. */
export type PsqlAdvice = 'include' | 'copy' | 'catalogue' | 'other'

/** Commands that change how psql connects, prints or reads. A text means the same without them. */
const SKIPPED: ReadonlySet<string> = new Set(
  `a c connect conninfo encoding echo errverbose f h html o p password pset q qecho quit r reset restrict set t
  timing unrestrict unset warn x`.split(/\s+/),
)

const ADVICE: Readonly<Record<string, PsqlAdvice>> = {
  i: 'include',
  include: 'include',
  ir: 'include',
  include_relative: 'include',
  copy: 'copy',
  l: 'catalogue',
  z: 'catalogue',
}

/** Undefined: the line is skipped. @param name without the backslash, in small letters */
export function adviceFor({ name }: Pick<PsqlCommand, 'name'>): PsqlAdvice | undefined {
  if (SKIPPED.has(name)) return undefined
  return ADVICE[name] ?? (name.startsWith('d') ? 'catalogue' : 'other')
}
