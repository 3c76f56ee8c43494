/** A control plane that answers as told and remembers what was written, for tests of what is decided above it. */
import type { ControlDatabase, ControlStatement, Written } from '../control-database.js'

export interface ToldControl extends ControlDatabase {
  /** Each write's statements. */
  readonly written: (readonly ControlStatement[])[]
  /** What the next writes are answered with; default: done. */
  readonly answers: Written[]
}

/** Rows of a select by the words it contains; the first that fits counts. */
export function toldControl(
  rows: Readonly<
    Record<string, readonly object[] | ((parameters: readonly unknown[], sql: string) => readonly object[])>
  > = {},
): ToldControl {
  const written: (readonly ControlStatement[])[] = []
  const answers: Written[] = []
  const select = async <Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> => {
    const [, found = []] = Object.entries(rows).find(([words]) => sql.includes(words)) ?? []
    return [...(typeof found === 'function' ? found(parameters, sql) : found)] as Row[]
  }
  const write = async (statements: readonly ControlStatement[]): Promise<Written> => {
    written.push(statements)
    return answers.shift() ?? { ok: true, rows: [] }
  }
  return {
    written,
    answers,
    select,
    selectOften: select,
    write,
    append: write,
    script: async () => {},
    close: async () => {},
  }
}
