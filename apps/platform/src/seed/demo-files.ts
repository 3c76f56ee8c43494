/** The files of the demo's shop: pictures that everybody sees, and papers that nobody does. */
import type { StorageProject } from '../objects/storage-host.js'
import { SERVICE } from '../objects/storage-actor.js'
import type { Storage } from '../objects/storage.js'

interface DemoFile {
  bucket: string
  name: string
  mimetype: string
  content: string
}

const PICTURES = 'product-pictures'
const PAPERS = 'papers'

const THINGS = ['shelf', 'stool', 'bench', 'table', 'lamp', 'frame'] as const
const WOODS = [
  ['oak', '#b98b56'],
  ['ash', '#d9c3a0'],
  ['walnut', '#6b4a32'],
] as const

/** @returns the bytes that were stored */
export async function uploadDemoFiles(
  { buckets, uploads }: Pick<Storage, 'buckets' | 'uploads'>,
  project: StorageProject,
): Promise<number> {
  const { ref } = project
  await buckets.create(ref, SERVICE, newBucket(PICTURES, true, ['image/*']))
  await buckets.create(ref, SERVICE, newBucket(PAPERS, false, null))
  let bytes = 0
  for (const file of demoFiles()) {
    const content = Buffer.from(file.content)
    const { bucket, name, mimetype } = file
    const request = {
      bucket,
      name,
      mimetype,
      cacheControl: 'max-age=3600',
      userMetadata: null,
      replaces: false,
      size: content.length,
    }
    await uploads.upload(project, SERVICE, request, whole(content))
    bytes += content.length
  }
  return bytes
}

function newBucket(id: string, isPublic: boolean, types: string[] | null) {
  return { id, name: id, public: isPublic, file_size_limit: null, allowed_mime_types: types }
}

function demoFiles(): DemoFile[] {
  const pictures = THINGS.flatMap((thing, index) =>
    WOODS.map(([wood, colour]) => ({
      bucket: PICTURES,
      name: `${thing}/${wood}-${thing}.svg`,
      mimetype: 'image/svg+xml',
      content: picture(`${wood} ${thing}`, colour, index),
    })),
  )
  const invoices = Array.from({ length: 12 }, (_, month) => ({
    bucket: PAPERS,
    name: `invoices/2026/${String(month + 1).padStart(2, '0')}.csv`,
    mimetype: 'text/csv',
    content: invoiceRows(month),
  }))
  return [
    ...pictures,
    ...invoices,
    { bucket: PAPERS, name: 'returns.md', mimetype: 'text/markdown', content: RETURNS },
    {
      bucket: PAPERS,
      name: 'opening-hours.json',
      mimetype: 'application/json',
      content: JSON.stringify({ weekdays: '9–18', saturday: '10–14', sunday: null }, null, 2),
    },
  ]
}

function picture(label: string, colour: string, index: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">
  <rect width="320" height="240" fill="#f3efe8"/>
  <rect x="${60 - index * 4}" y="${90 + index * 6}" width="${200 + index * 8}" height="24" rx="4" fill="${colour}"/>
  <rect x="72" y="${114 + index * 6}" width="16" height="${96 - index * 6}" fill="${colour}"/>
  <rect x="232" y="${114 + index * 6}" width="16" height="${96 - index * 6}" fill="${colour}"/>
  <text x="160" y="40" text-anchor="middle" font-family="sans-serif" font-size="18" fill="#444">${label}</text>
</svg>
`
}

function invoiceRows(month: number): string {
  const rows = Array.from(
    { length: 60 },
    (_, row) =>
      `HS-${2026}${String(month + 1).padStart(2, '0')}-${String(row + 1).padStart(3, '0')},${40 + ((row * 37 + month * 11) % 900)}.90`,
  )
  return `number,amount\n${rows.join('\n')}\n`
}

const RETURNS = `# Returns

1. Within 30 days of delivery.
2. In the box that it came in, if there still is one.
3. The money is back within a week.
`

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
