/** A schema as a text that can be kept and compared later. */
import { deserializeSnapshot, serializeSnapshot } from '@supabase/pg-delta/core'
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Catalogue } from './read-catalogue.js'

interface Kept extends Pick<Catalogue, 'owner' | 'columns'> {
  facts: string
  unmodelled: [string, readonly string[]][]
}

/** Base64 of gzip. */
export function keptText({ facts, owner, unmodelled, columns }: Catalogue): string {
  const kept: Kept = {
    facts: serializeSnapshot(facts, { pgVersion: '' }),
    owner,
    unmodelled: [...unmodelled],
    columns,
  }
  return gzipSync(JSON.stringify(kept)).toString('base64')
}

/** @throws where the text was written by another version of the library */
export function catalogueIn(text: string): Catalogue {
  const kept = JSON.parse(gunzipSync(Buffer.from(text, 'base64')).toString()) as Kept
  return {
    ...kept,
    facts: deserializeSnapshot(kept.facts).factBase,
    unmodelled: new Map(kept.unmodelled),
  }
}

/** Two schemas of which everything that is compared is equal have the same. */
export function catalogueVersion({ facts, columns }: Catalogue): string {
  const hash = createHash('sha256').update(facts.rootHash)
  for (const { name, storage, compression, statistics } of columns)
    hash.update(`${name}\n${storage}${compression}${statistics}\n`)
  return hash.digest('hex')
}
