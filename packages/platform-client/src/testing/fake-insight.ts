/** Findings, limits and branches of the fake platform's projects. */
import { listBranches, runLints, type Addons, type Lint } from '../contract/index.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, type FakeWorld } from './fake-world.js'

/** By project ref; a test fills it. */
export interface FakeInsight {
  lints: Record<string, Lint[]>
  /** The add-ons that a project has. */
  addons: Record<string, Addons['selected_addons']>
}

export function createFakeInsight(): FakeInsight {
  return { lints: {}, addons: {} }
}

export function insightRoutes(world: FakeWorld, insight: FakeInsight): FakeRoute[] {
  return [
    fakeRoute(runLints, ({ params }) => {
      const { ref, status } = projectOf(world, params['ref']).project
      if (status !== 'ACTIVE_HEALTHY')
        throw new FakeRefusal(409, 'project_inactive', 'The advisors need a healthy project')
      return insight.lints[ref] ?? []
    }),
    fakeRoute(listBranches, ({ params }) => {
      const { ref, inserted_at } = projectOf(world, params['ref']).project
      return [
        {
          id: ref,
          name: 'main',
          project_ref: ref,
          parent_project_ref: ref,
          is_default: true,
          persistent: true,
          created_at: inserted_at,
          updated_at: inserted_at,
        },
      ]
    }),
  ]
}
