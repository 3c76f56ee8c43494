/** The view of each screen: the tables of all areas. */
import type { ScreenName, ScreenOf } from '@basedeck/core'
import type { ComponentType } from 'react'
import { accountViews } from './account/views.js'
import { advisorsViews } from './advisors/views.js'
import { authViews } from './auth/views.js'
import { branchesViews } from './branches/views.js'
import { databaseViews } from './database/views.js'
import { functionsViews } from './functions/views.js'
import { helpViews } from './help/views.js'
import { integrationsViews } from './integrations/views.js'
import { logsViews } from './logs/views.js'
import { organizationViews } from './organization/views.js'
import { projectViews } from './project/views.js'
import { realtimeViews } from './realtime/views.js'
import { settingsViews } from './settings/views.js'
import { signInViews } from './sign-in/views.js'
import { sqlViews } from './sql/views.js'
import { storageViews } from './storage/views.js'
import { tableEditorViews } from './table-editor/views.js'

export const views: { readonly [Name in ScreenName]: ComponentType<{ screen: ScreenOf<Name> }> } = {
  ...signInViews,
  ...accountViews,
  ...organizationViews,
  ...projectViews,
  ...sqlViews,
  ...tableEditorViews,
  ...databaseViews,
  ...authViews,
  ...storageViews,
  ...functionsViews,
  ...realtimeViews,
  ...advisorsViews,
  ...logsViews,
  ...integrationsViews,
  ...settingsViews,
  ...branchesViews,
  ...helpViews,
}
