/** What storage asks of the platform, answered by the control plane and the life of the projects. */
import { DEFAULT_FILE_SIZE_LIMIT } from '@basedeck/platform-client/contract'
import { createChangeReports } from '../control/change-reports.js'
import type { ControlDatabase } from '../control/control-database.js'
import { fileSizeLimitOf } from '../control/file-size-limits.js'
import { apiKeyByHash } from '../control/api-keys.js'
import { createProjectKeys } from '../control/project-keys.js'
import { DomainError } from '../kernel/domain-error.js'
import { isMakerEntitled } from '../control/key-maker.js'
import { isRunUnderWay, RUN_MAKER } from '../control/schedule-runs.js'
import type { ProjectLife } from '../project-life/project-life.js'
import type { IssuerKeys } from '../services/issuer-keys.js'
import { isServedRole } from './served-role.js'
import type { KeyUse } from '../services/key-use.js'
import type { SecretBox } from '../secrets/secret-box.js'
import { batchAsService } from './batch-as-service.js'
import { changesLists } from './list-changes.js'
import { largestFileSizeLimit } from './upload-rules.js'
import type { StorageHost } from './storage-host.js'

/** Before the id of the process in the maker of a key. */
const FUNCTION_MAKER = 'function:'

export interface StorageHostDeps {
  control: ControlDatabase
  box: SecretBox
  life: Pick<ProjectLife, 'database'>
  /** The hosted build: plans limit the size of a file. */
  isPlatform: boolean
  /** Whether one must sign in. */
  accountsOn: boolean
  /** Several processes share the control plane, and each keeps files in its own data directory. */
  isSplit: boolean
  /** Default: uses of keys are not noted. */
  onKeyUsed?: KeyUse['used']
  /** Whether a process of functions, which a key was made for, goes on. Default: none does. */
  isFunctionAlive?(ref: string, executionId: string): boolean
  /** Fetches the public keys of sign-in services. Default: none can be read. */
  issuers?: IssuerKeys
}

export function platformStorageHost({ control, box, life, ...deps }: StorageHostDeps): StorageHost {
  const keysOf = createProjectKeys(control, box)
  const report = createChangeReports(control, 'storage')
  return {
    async project(ref) {
      const row = await fileSizeLimitOf(control, ref)
      if (!row) return undefined
      // Each process would keep the files that were uploaded to it.
      if (row.installation_id === null && deps.isSplit) throw new DomainError('storage_elsewhere')
      const keys = await keysOf(ref)
      if (!keys) return undefined
      return {
        ref,
        fileSizeLimit: Math.min(
          row.file_size_limit ?? DEFAULT_FILE_SIZE_LIMIT,
          largestFileSizeLimit(row.plan, deps.isPlatform),
        ),
        keys,
      }
    },
    apiKey: (ref, hash) => apiKeyByHash(control, ref, hash),
    keyUsed: (hash) => deps.onKeyUsed?.(hash),
    isServedRole: async (ref, role) => isServedRole(await life.database(ref), role),
    issuerKeys: async (ref, issuerId, kid) => {
      const trusted = (await keysOf(ref))?.issuers.find(({ id }) => id === issuerId)
      return trusted && deps.issuers ? deps.issuers.keys(trusted.jwksUrl, kid) : []
    },
    async isMakerEntitled(ref, maker) {
      if (maker.startsWith(FUNCTION_MAKER))
        return deps.isFunctionAlive?.(ref, maker.slice(FUNCTION_MAKER.length)) ?? false
      if (maker.startsWith(RUN_MAKER)) return isRunUnderWay(control, ref, maker.slice(RUN_MAKER.length))
      return isMakerEntitled({ control, accountsOn: deps.accountsOn }, ref, maker)
    },
    async batch(ref, request) {
      const outcome = await batchAsService(await life.database(ref), request)
      if (outcome.type === 'committed' && changesLists(request.statements)) report(ref)
      return outcome
    },
    cancel: async (ref, runId) => (await life.database(ref)).cancel(runId),
  }
}
