/** Puts an object into a project's storage, as an upload does. */
import { SERVICE } from '../src/objects/storage-actor.js'
import type { Storage } from '../src/objects/storage.js'

export async function putObject(
  { host, uploads }: Storage,
  bucket: string,
  name: string,
  content: string | Uint8Array,
  mimetype = 'application/json',
): Promise<void> {
  const project = await host.project('default')
  if (!project) throw new Error('There is no such project.')
  const bytes = Buffer.from(content)
  const request = {
    bucket,
    name,
    mimetype,
    cacheControl: 'max-age=3600',
    userMetadata: null,
    replaces: false,
    size: bytes.length,
  }
  await uploads.upload(project, SERVICE, request, oneAfterTheOther([bytes]))
}

async function* oneAfterTheOther(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}
