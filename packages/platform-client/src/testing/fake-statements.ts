/** What statements of the fake platform's projects came to over time. */
import {
  compareStatements,
  getStatementHistory,
  type ComparedStatement,
  type StatementPoint,
} from '../contract/statements.js'
import { fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, type FakeWorld } from './fake-world.js'

/** The same for all projects; a test fills it. */
export interface FakeStatements {
  /** The first hour that is kept; null: nothing was measured. */
  since: string | null
  compared: ComparedStatement[]
  /** By the id of the statement, whatever the resolution. */
  points: Record<string, StatementPoint[]>
}

export function createFakeStatements(): FakeStatements {
  return { since: null, compared: [], points: {} }
}

export function statementRoutes(world: FakeWorld, statements: FakeStatements): FakeRoute[] {
  return [
    fakeRoute(compareStatements, ({ params }) => {
      projectOf(world, params['ref'])
      return { since: statements.since, statements: statements.compared }
    }),
    fakeRoute(getStatementHistory, ({ params }) => {
      projectOf(world, params['ref'])
      return { points: statements.points[params['queryId'] ?? ''] ?? [] }
    }),
  ]
}
