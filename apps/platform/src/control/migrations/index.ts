/** Every step of the control plane, in order; a published step is never changed. */
import type { ControlMigration } from './control-migration.js'
import { foundation } from './0001-foundation.js'
import { previews } from './0002-previews.js'
import { content } from './0003-content.js'
import { saveIds } from './0004-save-ids.js'
import { auditActor } from './0005-audit-actor.js'
import { samples } from './0006-samples.js'
import { provedAddresses } from './0007-proved-addresses.js'
import { tokenScopes } from './0008-token-scopes.js'
import { administrators } from './0009-administrators.js'
import { budgets } from './0010-budgets.js'
import { processes } from './0011-processes.js'
import { databases } from './0012-databases.js'

export const controlMigrations: readonly ControlMigration[] = [
  foundation,
  previews,
  content,
  saveIds,
  auditActor,
  samples,
  provedAddresses,
  tokenScopes,
  administrators,
  budgets,
  processes,
  databases,
]
