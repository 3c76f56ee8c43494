/** `basedeck types`: writes the types of a database, of a project here or of any PostgreSQL by URL. */
import { dataApiConfigOf } from '../control/data-api-settings.js'
import { onlyProject } from '../control/only-project.js'
import { projectByRef } from '../control/projects.js'
import { DomainError } from '../kernel/domain-error.js'
import { DatabaseError, EngineError, type Database } from '../engines/engine.js'
import { PostgresEngine } from '../engines/server/postgres-engine.js'
import type { Inside } from '../services/open-platform.js'
import type { OperatorAnswer, TypesQuestion } from '../config/operator-socket.js'
import { typesOfDatabase } from '../services/database-types.js'
import { sampleDataText } from '../text/seed.js'

const DEFAULT_SCHEMAS = ['public']

/** Of a project of this installation, in the process that has its database open. */
export async function answerTypes(
  { project, schemas }: TypesQuestion,
  { control, life }: Pick<Inside, 'control' | 'life'>,
): Promise<OperatorAnswer> {
  const ref = project ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  if (!(await projectByRef(control, ref))) return { error: sampleDataText.noProject(ref) }
  const exposed = (await dataApiConfigOf(control, ref))?.schemas ?? DEFAULT_SCHEMAS
  return answered(async () => typesOfDatabase(await life.database(ref), schemas ?? exposed))
}

/** Of a database that is no project of this installation. */
export async function typesOfUrl(databaseUrl: string, schemas: string[] | null): Promise<OperatorAnswer> {
  const engine = new PostgresEngine({ databaseUrl, allowSuperuser: true })
  try {
    return await answered(async () => {
      const database: Database = await engine.open('types')
      return typesOfDatabase(database, schemas ?? DEFAULT_SCHEMAS)
    })
  } finally {
    await engine.close()
  }
}

async function answered(work: () => Promise<string>): Promise<OperatorAnswer> {
  try {
    return { lines: [(await work()).trimEnd()] }
  } catch (error) {
    if (error instanceof DomainError || error instanceof EngineError || error instanceof DatabaseError)
      return { error: error.message }
    throw error
  }
}
