/** Findings and limits of the fake platform's projects. */
import {
  dismissLint,
  restoreLint,
  runLints,
  type Addons,
  type Lint,
  type LintDismissal,
} from '../contract/index.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { projectOf, record, tick, type FakeWorld } from './fake-world.js'

/** By project ref; a test fills it. */
export interface FakeInsight {
  lints: Record<string, Lint[]>
  /** By the key of the finding, in every project. */
  dismissals: Record<string, LintDismissal>
  /** The add-ons that a project has. */
  addons: Record<string, Addons['selected_addons']>
}

export function createFakeInsight(): FakeInsight {
  return { lints: {}, dismissals: {}, addons: {} }
}

export function insightRoutes(world: FakeWorld, insight: FakeInsight): FakeRoute[] {
  return [
    fakeRoute(runLints, ({ params }) => {
      const { ref, status } = projectOf(world, params['ref']).project
      if (status !== 'ACTIVE_HEALTHY')
        throw new FakeRefusal(409, 'project_inactive', 'The advisors need a healthy project')
      return (insight.lints[ref] ?? []).map((lint) => {
        const dismissed = insight.dismissals[lint.cache_key]
        return dismissed ? { ...lint, dismissed } : lint
      })
    }),
    fakeRoute(dismissLint, ({ params, body: { cache_key: finding, reason, until } }) => {
      const { project } = projectOf(world, params['ref'])
      const made = { reason, until, made_by: null, made_at: tick(world) }
      insight.dismissals[finding] = made
      record(world, {
        slug: project.organization_slug,
        action: 'advisor.dismiss',
        target: finding,
        project_ref: project.ref,
      })
      return made
    }),
    fakeRoute(restoreLint, ({ params, body: { cache_key: finding } }) => {
      const { project } = projectOf(world, params['ref'])
      delete insight.dismissals[finding]
      record(world, {
        slug: project.organization_slug,
        action: 'advisor.restore',
        target: finding,
        project_ref: project.ref,
      })
      return { cache_key: finding }
    }),
  ]
}
