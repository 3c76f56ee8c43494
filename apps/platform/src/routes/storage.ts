/** Buckets and objects, for members of the dashboard. CONTRACT "Storage". */
import {
  beginPrefixJob,
  cancelPrefixJob,
  createBucket,
  deleteBucket,
  deleteObjects,
  downloadObject,
  downloadObjectPlainly,
  emptyBucket,
  getBucket,
  getPrefixJob,
  getStorageConfig,
  DEFAULT_FILE_SIZE_LIMIT,
  listBuckets,
  listObjects,
  moveObject,
  OBJECTS_PAGE_SIZE,
  postDownloadObject,
  publicObjectUrl,
  signObject,
  signObjects,
  updateBucket,
  updateStorageConfig,
  type StorageConfig,
} from '@basedeck/platform-client/contract'
import { sizeText } from '@basedeck/core/rules'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { fileSizeLimitOf, setFileSizeLimit } from '../control/file-size-limits.js'
import { tellDataChange } from '../control/data-changes.js'
import { DomainError } from '../kernel/domain-error.js'
import { requirePath } from '../objects/objects.js'
import { addressToken, publicPath, signedPath } from '../objects/signed-address.js'
import { SERVICE } from '../objects/storage-actor.js'
import type { Storage } from '../objects/storage.js'
import type { StorageProject } from '../objects/storage-host.js'
import { largestFileSizeLimit } from '../objects/upload-rules.js'
import { storageText } from '../text/storage.js'
import { errorText } from '../text/errors.js'
import { answerFile } from './file-response.js'
import type { Call, Mount } from './mount.js'

export interface StorageRouteDeps {
  storage: Storage
  control: ControlDatabase
  isPlatform: boolean
  /** Origin of the projects' own API. */
  apiUrl(): string
}

type Audited = Pick<Call<typeof createBucket>, 'project' | 'origin' | 'caller'>

export function storageRoutes(
  mount: Mount,
  { storage, control, isPlatform, apiUrl }: StorageRouteDeps,
): void {
  const { buckets, objects, folderJobs, host } = storage

  async function audit(
    { caller, project, origin }: Audited,
    action: string,
    target: string,
    detail: Record<string, unknown> = {},
  ): Promise<void> {
    await control.append([
      auditStatement(caller, origin, {
        action,
        target,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail,
      }),
    ])
  }

  async function projectOf(ref: string): Promise<StorageProject> {
    const project = await host.project(ref)
    if (!project) throw new DomainError('project_not_found')
    return project
  }

  const addressOf = (ref: string) => `${apiUrl()}/${ref}/storage/v1`

  mount.on(listBuckets, ({ project }) => buckets.list(project.ref, SERVICE))

  mount.on(
    createBucket,
    async (call) => {
      const { id, public: isPublic, file_size_limit = null, allowed_mime_types = null } = call.body
      const made = await buckets.create(call.project.ref, SERVICE, {
        id,
        public: isPublic,
        file_size_limit,
        allowed_mime_types,
      })
      await audit(call, 'bucket.create', id, { public: isPublic })
      return made
    },
    201,
  )

  mount.on(getBucket, async ({ project, bucket }) => {
    const found = await buckets.find(project.ref, SERVICE, bucket)
    if (!found) throw new DomainError('bucket_not_found')
    return found
  })

  mount.on(updateBucket, async (call) => {
    const changed = await buckets.change(call.project.ref, SERVICE, call.bucket, call.body)
    await audit(call, 'bucket.update', call.bucket, call.body)
    return changed
  })

  mount.on(deleteBucket, async (call) => {
    const policies = await buckets.deleteWithPolicies(call.project.ref, call.bucket)
    await audit(call, 'bucket.delete', call.bucket, policies.length > 0 ? { policies } : {})
    return { id: call.bucket }
  })

  mount.on(emptyBucket, async (call) => {
    const deleted = await buckets.empty(call.project.ref, SERVICE, call.bucket)
    await audit(call, 'bucket.empty', call.bucket, { objects: deleted })
    return { deleted }
  })

  mount.on(listObjects, ({ project, bucket, body }) => {
    const { limit = OBJECTS_PAGE_SIZE, offset = 0, search = '', sortBy, cursor } = body.options
    const { column = 'name', order = 'asc' } = sortBy ?? {}
    const page = { limit, offset, search, sortBy: { column, order }, cursor }
    return objects.list(project.ref, SERVICE, { bucket, folder: body.path }, page)
  })

  mount.on(deleteObjects, async (call) => {
    const gone = await objects.delete(call.project.ref, SERVICE, call.bucket, call.body.paths)
    await audit(call, 'object.delete', call.bucket, {
      objects: gone.length,
      first: gone.slice(0, AUDITED_NAMES).map(({ name }) => name),
    })
    return gone.map(({ name }) => ({ path: name }))
  })

  mount.on(moveObject, async (call) => {
    const { bucket, body } = call
    await objects.move(call.project.ref, SERVICE, { bucket, name: body.from }, { bucket, name: body.to })
    await audit(call, 'object.move', `${bucket}/${body.from}`, { to: body.to })
    return { path: body.to }
  })

  type Download = Call<typeof downloadObject>
  const download = async (
    { c, project, bucket }: Pick<Download, 'c' | 'project' | 'bucket'>,
    path: string,
    downloadName: string | undefined,
  ): Promise<Response> => {
    const object = await objects.find(project.ref, SERVICE, { bucket, name: path })
    // Never shown on the dashboard's own origin.
    const disposition = { isAttachment: true, name: downloadName ?? nameOf(path) }
    return answerFile(c, storage, project.ref, object, disposition)
  }
  mount.on(downloadObject, (call) => download(call, call.query.path, call.query.downloadName))
  mount.on(downloadObjectPlainly, (call) => download(call, call.query.path, call.query.downloadName))
  mount.on(postDownloadObject, (call) => download(call, call.body.path, call.body.options?.downloadName))

  mount.on(signObject, async ({ project, bucket, body }) => {
    const location = { bucket, name: requirePath(body.path) }
    await objects.find(project.ref, SERVICE, location)
    const token = await addressToken(await projectOf(project.ref), location, { for: 'read' }, body.expiresIn)
    return { signedUrl: addressOf(project.ref) + signedPath(location, token) }
  })

  mount.on(signObjects, async ({ project, bucket, body }) => {
    const signer = await projectOf(project.ref)
    const found = await objects.findAll(project.ref, SERVICE, bucket, body.path)
    const names = new Set(found.map(({ name }) => name))
    return Promise.all(
      body.path.map(async (path) => {
        if (!names.has(path)) return { path, signedUrl: null, error: errorText.object_not_found }
        const location = { bucket, name: path }
        const token = await addressToken(signer, location, { for: 'read' }, body.expiresIn)
        return { path, signedUrl: addressOf(project.ref) + signedPath(location, token), error: null }
      }),
    )
  })

  mount.on(publicObjectUrl, ({ project, bucket, body }) => ({
    publicUrl: addressOf(project.ref) + publicPath({ bucket, name: requirePath(body.path) }),
  }))

  mount.on(
    beginPrefixJob,
    async (call) => {
      const { project, bucket, body } = call
      const job = await folderJobs.begin(project.ref, SERVICE, bucket, body)
      const to = body.action === 'delete' ? {} : { to: body.to, bucket: body.toBucket ?? bucket }
      await audit(call, `folder.${body.action}`, `${bucket}/${body.from}`, { objects: job.total, ...to })
      return job
    },
    202,
  )
  mount.on(getPrefixJob, ({ project, params }) => folderJobs.progress(project.ref, params['job'] ?? ''))
  mount.on(cancelPrefixJob, async ({ project, params }) => ({
    cancelled: await folderJobs.cancel(project.ref, params['job'] ?? ''),
  }))

  async function configOf(ref: string): Promise<StorageConfig> {
    const row = await fileSizeLimitOf(control, ref)
    if (!row) throw new DomainError('project_not_found')
    const maxFileSizeLimit = largestFileSizeLimit(row.plan, isPlatform)
    return {
      fileSizeLimit: Math.min(row.file_size_limit ?? DEFAULT_FILE_SIZE_LIMIT, maxFileSizeLimit),
      maxFileSizeLimit,
      features: { imageTransformation: { enabled: false }, s3Protocol: { enabled: false } },
    }
  }
  mount.on(getStorageConfig, ({ project }) => configOf(project.ref))
  mount.on(updateStorageConfig, async ({ caller, project, body, origin }) => {
    const { fileSizeLimit } = body
    const { maxFileSizeLimit } = await configOf(project.ref)
    if (fileSizeLimit > maxFileSizeLimit)
      throw new DomainError('file_size_limit', storageText.limitOfPlan(sizeText(maxFileSizeLimit)))
    const written = await control.write([
      setFileSizeLimit(project.ref, fileSizeLimit),
      tellDataChange({ topic: 'storage', ref: project.ref }),
      auditStatement(caller, origin, {
        action: 'storage.update',
        target: project.name,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { fileSizeLimit },
      }),
    ])
    if (!written.ok) throw new DomainError('project_not_found')
    return configOf(project.ref)
  })
}

/** Names of deleted objects that the audit log holds. */
const AUDITED_NAMES = 20

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
