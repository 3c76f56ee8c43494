/**
 * Completion: how often what the writer wants is among the first three suggestions, of 200 places, beside the Postgres
 * language server at the same places and in the same database; and how long the suggestions take among 10,000 tables.
 */
import { completionsAt } from '../../packages/core/src/rules/sql/completion.js'
import { indexCatalogue, type SqlCatalogue } from '../../packages/core/src/rules/sql/sql-catalogue.js'
import { outlineOf, stretchAt } from '../../packages/core/src/rules/sql/sql-outline.js'
import { percentile, timed, type BenchResult } from '../bench-result.js'
import { startFixtureDatabase } from './fixture-database.js'
import { startLanguageServer } from './language-server.js'
import { amongTables } from './large-catalogue.js'
import type { CompletionCase } from './completion-case.js'
import { CASES } from './completion-cases.js'
import { isRight, type Answer } from './right-answer.js'

const SHOWN = 3
const TABLES = 10_000
const ROUNDS = 5
const PEER = 'Postgres language server'

export async function run(): Promise<BenchResult[]> {
  const database = await startFixtureDatabase()
  try {
    const peer = await startLanguageServer(database.url)
    try {
      const our = await answersAt((text, offset) =>
        Promise.resolve(suggestions(text, offset, database.catalogue)),
      )
      const theirs = await answersAt(peer.complete)
      return [...shares(our, theirs), ...(await times(database.catalogue, theirs))]
    } finally {
      await peer.dispose()
    }
  } finally {
    await database.stop()
  }
}

/** The statement at the cursor is found and completed, as for each letter in the editor. */
function suggestions(text: string, offset: number, catalogue: SqlCatalogue): Answer[] {
  const stretch = stretchAt(outlineOf(text), offset)
  const statement = text.slice(stretch.start, stretch.end)
  const { start, items } = completionsAt(statement, offset - stretch.start, catalogue)
  // Of `t.*` the `*` alone is replaced: what is written begins with what stands before it.
  const [qualifier = ''] = /[\w".]*\.$/.exec(statement.slice(0, start)) ?? []
  return items.map(({ label, insert }) => ({ label, insert: qualifier + insert }))
}

interface Answered {
  kind: string
  written: CompletionCase
  answers: Answer[]
  isHit: boolean
  ms: number
}

async function answersAt(ask: (text: string, offset: number) => Promise<Answer[]>): Promise<Answered[]> {
  const all: Answered[] = []
  await askAt('select 1|', ask)
  for (const [kind, cases] of Object.entries(CASES))
    for (const written of cases) {
      const [text, ...wanted] = written
      const begin = performance.now()
      const answers = (await askAt(text, ask)).slice(0, SHOWN)
      const ms = performance.now() - begin
      all.push({ kind, written, answers, isHit: answers.some((one) => isRight(one, wanted)), ms })
    }
  return all
}

function askAt(marked: string, ask: (text: string, offset: number) => Promise<Answer[]>): Promise<Answer[]> {
  return ask(marked.replace('|', ''), marked.indexOf('|'))
}

function shares(our: readonly Answered[], theirs: readonly Answered[]): BenchResult[] {
  const figure = (name: string, of: (all: readonly Answered[]) => readonly Answered[]): BenchResult => ({
    name,
    value: share(of(our)),
    unit: '%',
    floor: share(of(theirs)),
    floorName: PEER,
  })
  const total = figure(`what is wanted is among the first ${SHOWN}, of ${our.length} places`, (all) => all)
  return [
    { ...total, budget: 90, notes: our.filter(({ isHit }) => !isHit).map(missed) },
    ...Object.keys(CASES).map((kind) =>
      figure(`… ${kind}`, (all) => all.filter((answered) => answered.kind === kind)),
    ),
  ]
}

function share(answered: readonly Answered[]): number {
  return (answered.filter(({ isHit }) => isHit).length / answered.length) * 100
}

function missed({ written: [text, ...wanted], answers }: Answered): string {
  const offered = answers.map(({ label }) => label).join(', ')
  return `missed at \`${text.replaceAll('\n', ' ')}\`: wanted ${wanted.join(' or ')}, offered ${offered || 'nothing'}`
}

async function times(fixture: SqlCatalogue, theirs: readonly Answered[]): Promise<BenchResult[]> {
  const content = amongTables(fixture, TABLES)
  const indexing = await timed(3, () => Promise.resolve(indexCatalogue(content)))
  const large = indexCatalogue(content)
  const ours: number[] = []
  for (let round = 0; round < ROUNDS; round++)
    ours.push(
      ...(await answersAt((text, offset) => Promise.resolve(suggestions(text, offset, large)))).map(
        ({ ms }) => ms,
      ),
    )
  return [
    {
      name: `suggestions among ${TABLES.toLocaleString('en')} tables, p95`,
      value: percentile(ours, 0.95),
      unit: 'ms',
      floor: percentile(
        theirs.map(({ ms }) => ms),
        0.95,
      ),
      floorName: `${PEER}, the fixture alone`,
      budget: 30,
    },
    { name: `indexing ${TABLES.toLocaleString('en')} tables, once`, value: indexing, unit: 'ms' },
  ]
}
