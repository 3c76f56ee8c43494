/** An object served to a caller of the object API. */
import { answerFile } from '../../routes/file-response.js'
import type { ObjectLocation } from '../../objects/objects.js'
import type { ActedCall } from './acted-call.js'

/** `?download` saves it; with a value, under that name. */
export async function serveFile(
  { c, storage, project, actor }: ActedCall,
  location: ObjectLocation,
): Promise<Response> {
  const object = await storage.objects.find(project.ref, actor, location)
  const download = c.req.query('download')
  const own = location.name.slice(location.name.lastIndexOf('/') + 1)
  return answerFile(c, storage, project.ref, object, {
    isAttachment: download !== undefined,
    name: download === undefined || download === '' || download === 'true' ? own : download,
  })
}
