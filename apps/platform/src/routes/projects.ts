/** Projects. CONTRACT "Projects and organizations". */
import { Hono } from 'hono'
import type { AppEnv } from '../http/app-env.js'
import type { Projects } from '../services/projects.js'

export function projectRoutes(projects: Projects) {
  return new Hono<AppEnv>()
    .get('/', (c) => c.json(projects.list()))
    .get('/:ref', (c) => c.json(projects.describe(c.req.param('ref'))))
}
