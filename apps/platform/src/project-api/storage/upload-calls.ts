/** A whole object in one call. */
import type { ObjectLocation } from '../../objects/objects.js'
import { requirePath } from '../../objects/objects.js'
import type { ActedCall } from './acted-call.js'
import { uploadBody } from './upload-body.js'

/** @param replaces an object of this name that is there */
export async function answerUpload(
  { c, storage, project, actor }: ActedCall,
  { bucket, name }: ObjectLocation,
  replaces: boolean,
): Promise<Response> {
  const body = await uploadBody(c)
  const { mimetype, cacheControl, userMetadata, size, source } = body
  const request = { bucket, name: requirePath(name), mimetype, cacheControl, userMetadata, replaces, size }
  const made = await storage.uploads.upload(project, actor, request, source)
  return c.json({ Id: made.id, Key: `${bucket}/${name}` })
}
