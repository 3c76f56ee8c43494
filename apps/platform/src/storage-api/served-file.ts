/** An object served to a caller of the object API. */
import { answerFile } from '../routes/file-response.js'
import type { ObjectPlace } from '../objects/objects.js'
import type { ActedCall } from './acted-call.js'

/** `?download` saves it; with a value, under that name. */
export async function serveFile(
  { c, storage, project, actor }: ActedCall,
  place: ObjectPlace,
): Promise<Response> {
  const object = await storage.objects.find(project.ref, actor, place)
  const download = c.req.query('download')
  const own = place.name.slice(place.name.lastIndexOf('/') + 1)
  return answerFile(c, storage, project.ref, object, {
    isAttachment: download !== undefined,
    name: download === undefined || download === '' || download === 'true' ? own : download,
  })
}
