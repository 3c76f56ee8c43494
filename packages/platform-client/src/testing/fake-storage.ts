/** Buckets and objects of the fake platform. Tests put objects there; what they upload goes to the project's own API. */
import {
  beginPrefixJob,
  cancelPrefixJob,
  createBucket,
  DEFAULT_FILE_SIZE_LIMIT,
  deleteBucket,
  deleteObjects,
  downloadObject,
  downloadObjectPlainly,
  emptyBucket,
  getBucket,
  getPrefixJob,
  getStorageConfig,
  LARGEST_FILE_SIZE_LIMIT,
  listBuckets,
  listObjects,
  moveObject,
  objectPathFault,
  postDownloadObject,
  publicObjectUrl,
  signObject,
  signObjects,
  updateBucket,
  updateStorageConfig,
  type Bucket,
  type PrefixJob,
} from '../contract/index.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute, type Reply } from './fake-route.js'
import { listFakeFolder, type FakeObject } from './fake-folder.js'
import { projectOf, record, tick, type FakeWorld } from './fake-world.js'

/** A bucket of one of the fake's projects. */
export type FakeBucket = Bucket & { ref: string }

/** What the fake's storage holds. A test reads and changes the lists directly, or puts objects. */
export interface FakeStorage {
  buckets: FakeBucket[]
  objects: FakeObject[]
  /** By project ref; default: 50 MB. */
  limits: Record<string, number>
  jobs: PrefixJob[]
  /** While true, a job that begins goes on until the test ends it. */
  holdsJobs: boolean
  /** Adds an object, in the project `default` unless it says otherwise. */
  put(given: { bucket: string; path: string; content?: string; mimetype?: string; ref?: string }): FakeObject
}

export function createFakeStorage(world: FakeWorld): FakeStorage {
  let nextId = 1
  const storage: FakeStorage = {
    buckets: [],
    objects: [],
    limits: {},
    jobs: [],
    holdsJobs: false,
    put({ bucket, path, content = '', mimetype = 'text/plain', ref = 'default' }) {
      const at = tick(world)
      const size = new TextEncoder().encode(content).length
      const object: FakeObject = {
        ref,
        bucket,
        path,
        id: `00000000-0000-4000-8000-${String(nextId++).padStart(12, '0')}`,
        created_at: at,
        updated_at: at,
        last_accessed_at: at,
        metadata: {
          size,
          mimetype,
          cacheControl: 'max-age=3600',
          eTag: `"${nextId}"`,
          lastModified: at,
          contentLength: size,
          httpStatusCode: 200,
        },
        content,
      }
      storage.objects.push(object)
      return object
    },
  }
  return storage
}

const ORIGIN = 'http://127.0.0.1:8788'

export function storageRoutes(world: FakeWorld, storage: FakeStorage): FakeRoute[] {
  const bucketOf = ({ ref = '', bucket = '' }: Record<string, string>) => {
    projectOf(world, ref)
    const found = storage.buckets.find((one) => one.ref === ref && one.id === bucket)
    if (!found) throw new FakeRefusal(404, 'bucket_not_found', 'Bucket not found')
    return found
  }
  const requireWithinProject = (ref: string, limit: number | null | undefined, current?: FakeBucket) => {
    if ((limit ?? 0) > configOf(ref).fileSizeLimit && limit !== current?.file_size_limit)
      throw new FakeRefusal(400, 'file_size_limit', 'No file can be larger than the limit of the project')
  }
  const objectsOf = ({ ref, id }: FakeBucket) =>
    storage.objects.filter((object) => object.ref === ref && object.bucket === id)
  const objectAt = (bucket: FakeBucket, path: string) =>
    objectsOf(bucket).find((object) => object.path === checkedPath(path))
  const requireObject = (bucket: FakeBucket, path: string) => {
    const found = objectAt(bucket, path)
    if (!found) throw noObject()
    return found
  }
  const remove = (gone: readonly FakeObject[]) =>
    void (storage.objects = storage.objects.filter((object) => !gone.includes(object)))
  const audit = (ref: string | undefined, action: string, target: string) => {
    const { organization_id } = projectOf(world, ref).project
    const slug = world.organizations.find(({ id }) => id === organization_id)?.slug ?? ''
    record(world, { slug, action, target, ...(ref === undefined ? {} : { project_ref: ref }) })
  }
  const configOf = (ref = '') => {
    projectOf(world, ref)
    return {
      fileSizeLimit: storage.limits[ref] ?? DEFAULT_FILE_SIZE_LIMIT,
      maxFileSizeLimit: LARGEST_FILE_SIZE_LIMIT,
      features: { imageTransformation: { enabled: false }, s3Protocol: { enabled: false } },
    }
  }
  const download = (params: Record<string, string>, path: string): Reply => {
    const { content, metadata } = requireObject(bucketOf(params), path)
    return {
      status: 200,
      body: undefined,
      text: content,
      headers: { 'content-type': metadata?.mimetype ?? 'application/octet-stream' },
    }
  }
  const signedUrl = ({ ref, id }: FakeBucket, path: string) =>
    `${ORIGIN}/${ref}/storage/v1/object/sign/${id}/${encodePath(path)}?token=fake`

  function runJob(bucket: FakeBucket, given: PrefixJobBody): PrefixJob {
    const from = `${checkedPath(given.from)}/`
    const moved = objectsOf(bucket).filter(({ path }) => path.startsWith(from))
    if (moved.length === 0) throw noObject()
    const target =
      given.action === 'delete' ? bucket : bucketOf({ ref: bucket.ref, bucket: given.toBucket ?? bucket.id })
    const to = given.action === 'delete' ? '' : `${checkedPath(given.to)}/`
    const job: PrefixJob = {
      id: `job-${storage.jobs.length + 1}`,
      action: given.action,
      state: 'running',
      total: moved.length,
      done: 0,
      error: null,
    }
    storage.jobs.push(job)
    if (storage.holdsJobs) return job
    const paths = moved.map(({ path }) => to + path.slice(from.length))
    if (given.action !== 'delete' && paths.some((path) => objectAt(target, path)))
      return Object.assign(job, { state: 'failed', error: { code: 'object_exists', message: TAKEN } })
    if (given.action === 'delete') remove(moved)
    for (const [index, object] of moved.entries()) {
      const path = paths[index] ?? ''
      if (given.action === 'move') Object.assign(object, { path, bucket: target.id })
      if (given.action === 'copy')
        storage.put({
          ref: bucket.ref,
          bucket: target.id,
          path,
          content: object.content,
          mimetype: object.metadata?.mimetype ?? '',
        })
    }
    return Object.assign(job, { state: 'done', done: moved.length })
  }

  return [
    fakeRoute(listBuckets, ({ params }) => {
      const { ref } = projectOf(world, params['ref']).project
      return storage.buckets
        .filter((bucket) => bucket.ref === ref)
        .map(shown)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    }),
    fakeRoute(createBucket, ({ params, body }) => {
      const { ref } = projectOf(world, params['ref']).project
      if (storage.buckets.some((bucket) => bucket.ref === ref && bucket.id === body.id))
        throw new FakeRefusal(409, 'bucket_exists', 'A bucket with this name already exists')
      requireWithinProject(ref, body.file_size_limit)
      const at = tick(world)
      const bucket: FakeBucket = {
        ref,
        id: body.id,
        name: body.id,
        owner: null,
        public: body.public,
        created_at: at,
        updated_at: at,
        file_size_limit: body.file_size_limit ?? null,
        allowed_mime_types: body.allowed_mime_types ?? null,
      }
      storage.buckets.push(bucket)
      audit(ref, 'bucket.create', body.id)
      return shown(bucket)
    }),
    fakeRoute(getBucket, ({ params }) => shown(bucketOf(params))),
    fakeRoute(updateBucket, ({ params, body }) => {
      const bucket = bucketOf(params)
      requireWithinProject(bucket.ref, body.file_size_limit, bucket)
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      Object.assign(bucket, given, { updated_at: tick(world) })
      audit(bucket.ref, 'bucket.update', bucket.id)
      return shown(bucket)
    }),
    fakeRoute(deleteBucket, ({ params }) => {
      const bucket = bucketOf(params)
      if (objectsOf(bucket).length > 0)
        throw new FakeRefusal(409, 'bucket_not_empty', 'The bucket still has files; empty it first')
      storage.buckets = storage.buckets.filter((one) => one !== bucket)
      audit(bucket.ref, 'bucket.delete', bucket.id)
      return { id: bucket.id }
    }),
    fakeRoute(emptyBucket, ({ params }) => {
      const bucket = bucketOf(params)
      const gone = objectsOf(bucket)
      remove(gone)
      audit(bucket.ref, 'bucket.empty', bucket.id)
      return { deleted: gone.length }
    }),
    fakeRoute(listObjects, ({ params, body }) => {
      const bucket = bucketOf(params)
      const folder = body.path.replace(/\/$/, '')
      if (folder !== '') checkedPath(folder)
      return listFakeFolder(objectsOf(bucket), folder, body.options)
    }),
    fakeRoute(deleteObjects, ({ params, body }) => {
      const bucket = bucketOf(params)
      const wanted = body.paths.map(checkedPath)
      const gone = objectsOf(bucket).filter(({ path }) => wanted.includes(path))
      remove(gone)
      audit(bucket.ref, 'object.delete', bucket.id)
      return gone.map(({ path }) => ({ path }))
    }),
    fakeRoute(moveObject, ({ params, body }) => {
      const bucket = bucketOf(params)
      const object = requireObject(bucket, body.from)
      if (body.to !== body.from && objectAt(bucket, body.to))
        throw new FakeRefusal(409, 'object_exists', TAKEN)
      object.path = body.to
      object.updated_at = tick(world)
      audit(bucket.ref, 'object.move', `${bucket.id}/${body.from}`)
      return { path: body.to }
    }),
    replyRoute(downloadObject, ({ params, query }) => download(params, query.path)),
    replyRoute(downloadObjectPlainly, ({ params, query }) => download(params, query.path)),
    replyRoute(postDownloadObject, ({ params, body }) => download(params, body.path)),
    fakeRoute(signObject, ({ params, body }) => {
      const bucket = bucketOf(params)
      return { signedUrl: signedUrl(bucket, requireObject(bucket, body.path).path) }
    }),
    fakeRoute(signObjects, ({ params, body }) => {
      const bucket = bucketOf(params)
      return body.path.map((path) =>
        objectAt(bucket, path)
          ? { path, signedUrl: signedUrl(bucket, path), error: null }
          : { path, signedUrl: null, error: NO_OBJECT },
      )
    }),
    fakeRoute(publicObjectUrl, ({ params, body }) => {
      const { ref, id } = bucketOf(params)
      const path = encodePath(checkedPath(body.path))
      return { publicUrl: `${ORIGIN}/${ref}/storage/v1/object/public/${id}/${path}` }
    }),
    fakeRoute(beginPrefixJob, ({ params, body }) => {
      const bucket = bucketOf(params)
      const job = runJob(bucket, body)
      audit(bucket.ref, `folder.${body.action}`, `${bucket.id}/${body.from}`)
      return { ...job }
    }),
    fakeRoute(getPrefixJob, ({ params }) => {
      projectOf(world, params['ref'])
      const job = storage.jobs.find(({ id }) => id === params['job'])
      if (!job) throw new FakeRefusal(404, 'storage_job_not_found', 'This job ended some time ago')
      return { ...job }
    }),
    fakeRoute(cancelPrefixJob, ({ params }) => {
      projectOf(world, params['ref'])
      const job = storage.jobs.find(({ id }) => id === params['job'])
      if (job?.state !== 'running') return { cancelled: false }
      job.state = 'cancelled'
      return { cancelled: true }
    }),
    fakeRoute(getStorageConfig, ({ params }) => configOf(params['ref'])),
    fakeRoute(updateStorageConfig, ({ params, body }) => {
      const { ref } = projectOf(world, params['ref']).project
      storage.limits[ref] = body.fileSizeLimit
      audit(ref, 'storage.update', ref)
      return configOf(ref)
    }),
  ]
}

type PrefixJobBody =
  | { action: 'move' | 'copy'; from: string; to: string; toBucket?: string | undefined }
  | { action: 'delete'; from: string }

const NO_OBJECT = 'Object not found'
const TAKEN = 'An object with this name already exists'

function noObject(): FakeRefusal {
  return new FakeRefusal(404, 'object_not_found', NO_OBJECT)
}

function checkedPath(path: string): string {
  if (objectPathFault(path) !== undefined)
    throw new FakeRefusal(400, 'invalid_path', 'This is not a path of an object')
  return path
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function shown({ ref: _ref, ...bucket }: FakeBucket): Bucket {
  return bucket
}
