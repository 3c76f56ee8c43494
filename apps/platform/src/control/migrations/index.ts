/** Every step of the control plane, in order; a published step is never changed. */
import type { ControlMigration } from './control-migration.js'
import { FOUNDATION } from './0001-foundation.js'
import { PREVIEWS } from './0002-previews.js'
import { CONTENT } from './0003-content.js'
import { SAVE_IDS } from './0004-save-ids.js'
import { AUDIT_ACTOR } from './0005-audit-actor.js'
import { SAMPLES } from './0006-samples.js'
import { PROVED_ADDRESSES } from './0007-proved-addresses.js'
import { TOKEN_SCOPES } from './0008-token-scopes.js'
import { ADMINISTRATORS } from './0009-administrators.js'
import { BUDGETS } from './0010-budgets.js'
import { PROCESSES } from './0011-processes.js'
import { DATABASES } from './0012-databases.js'
import { FILE_SIZE_LIMITS } from './0013-file-size-limits.js'
import { PLAN_CHANGES } from './0014-plan-changes.js'
import { STORAGE_SAMPLES } from './0015-storage-samples.js'
import { NOTIFICATIONS } from './0016-notifications.js'
import { SNIPPET_SAVERS } from './0017-snippet-savers.js'
import { AUDIT_TOKENS } from './0018-audit-tokens.js'
import { EMAIL_CHANGES } from './0019-email-changes.js'
import { ALLOWED_EXTENSIONS } from './0020-allowed-extensions.js'
import { MEASURED_AT } from './0021-measured-at.js'
import { DELIVERIES } from './0022-deliveries.js'
import { HASHED_KEYS } from './0023-hashed-keys.js'
import { SIGNING_KEYS } from './0024-signing-keys.js'
import { DATA_API } from './0025-data-api.js'
import { AUTH } from './0026-auth.js'
import { AUTH_MAILS } from './0027-auth-mails.js'
import { SERIES } from './0028-series.js'
import { ADVISOR_DISMISSALS } from './0029-advisor-dismissals.js'
import { MIGRATION_DRAFTS } from './0030-migration-drafts.js'
import { STATEMENT_SERIES } from './0031-statement-series.js'
import { VAULT_AND_INTEGRATIONS } from './0032-vault-and-integrations.js'
import { BACKUPS } from './0033-backups.js'
import { BRANCHES } from './0034-branches.js'
import { MERGES } from './0035-merges.js'
import { REPLICAS } from './0036-replicas.js'
import { REALTIME } from './0037-realtime.js'
import { FUNCTIONS } from './0038-functions.js'
import { NETWORK_ACCESS } from './0039-network-access.js'
import { WEBHOOKS } from './0041-webhooks.js'
import { SCHEDULES } from './0042-schedules.js'
import { HOSTS_AND_ALERTS } from './0046-hosts-and-alerts.js'
import { LOG_DRAINS } from './0043-log-drains.js'
import { MAY_CREATE_DATABASES } from './0044-may-create-databases.js'

export const CONTROL_MIGRATIONS: readonly ControlMigration[] = [
  FOUNDATION,
  PREVIEWS,
  CONTENT,
  SAVE_IDS,
  AUDIT_ACTOR,
  SAMPLES,
  PROVED_ADDRESSES,
  TOKEN_SCOPES,
  ADMINISTRATORS,
  BUDGETS,
  PROCESSES,
  DATABASES,
  FILE_SIZE_LIMITS,
  PLAN_CHANGES,
  STORAGE_SAMPLES,
  NOTIFICATIONS,
  SNIPPET_SAVERS,
  AUDIT_TOKENS,
  EMAIL_CHANGES,
  ALLOWED_EXTENSIONS,
  MEASURED_AT,
  DELIVERIES,
  HASHED_KEYS,
  SIGNING_KEYS,
  DATA_API,
  AUTH,
  AUTH_MAILS,
  SERIES,
  ADVISOR_DISMISSALS,
  MIGRATION_DRAFTS,
  STATEMENT_SERIES,
  VAULT_AND_INTEGRATIONS,
  BACKUPS,
  BRANCHES,
  MERGES,
  REPLICAS,
  REALTIME,
  FUNCTIONS,
  NETWORK_ACCESS,
  WEBHOOKS,
  SCHEDULES,
  LOG_DRAINS,
  MAY_CREATE_DATABASES,
  HOSTS_AND_ALERTS,
]
