/** The documentation that the product brings along, in the order of its list. */
import { authGuide } from './auth.js'
import { branchesGuide } from './branches.js'
import { connectAppsGuide, connectOrmsGuide } from './connect.js'
import { dataApiGuide } from './data-api.js'
import { databaseGuide } from './database.js'
import { firstStepsGuide } from './first-steps.js'
import type { GuidePage } from './guide-page.js'
import { functionsGuide } from './functions.js'
import { keysGuide } from './keys.js'
import { logsGuide } from './logs.js'
import { operatingGuide } from './operating.js'
import { organizationsGuide } from './organizations.js'
import { policiesGuide } from './policies.js'
import { projectsGuide } from './projects.js'
import { realtimeGuide } from './realtime.js'
import { sqlEditorGuide } from './sql-editor.js'
import { troubleshootingGuide } from './troubleshooting.js'

export type { GuidePage } from './guide-page.js'

export const guide: readonly GuidePage[] = [
  firstStepsGuide,
  sqlEditorGuide,
  databaseGuide,
  policiesGuide,
  connectAppsGuide,
  connectOrmsGuide,
  dataApiGuide,
  authGuide,
  functionsGuide,
  realtimeGuide,
  logsGuide,
  projectsGuide,
  branchesGuide,
  organizationsGuide,
  keysGuide,
  troubleshootingGuide,
  operatingGuide,
]
