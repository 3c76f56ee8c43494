/** The sample data of the fake platform's projects. */
import { loadSampleData } from '../contract/sample-data.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, type FakeWorld } from './fake-world.js'

const TABLES = ['authors', 'books', 'customers', 'orders', 'order_items']
const ROWS = 4754

export function sampleDataRoutes(world: FakeWorld): FakeRoute[] {
  const filled = new Set<string>()
  return [
    fakeRoute(loadSampleData, ({ params }) => {
      const { project, database } = projectOf(world, params['ref'])
      const { ref, name, organization_slug: slug } = project
      if (filled.has(ref)) throw new FakeRefusal(409, 'sample_data_there', 'The sample data is there already')
      filled.add(ref)
      database.tables += TABLES.length
      record(world, { slug, action: 'project.sample_data', target: name, project_ref: ref })
      return { tables: TABLES, rows: ROWS }
    }),
  ]
}
