/**
 * What a file is, by its media type or else by its name: which picture stands beside it, and which preview it has.
 * @rule storage.object-kind  @spec §3
 */

/** What a file is for the explorer. */
export type ObjectKind = 'image' | 'video' | 'audio' | 'pdf' | 'json' | 'csv' | 'text' | 'archive' | 'other'

const BY_EXTENSION: ReadonlyMap<string, ObjectKind> = new Map(
  Object.entries<ObjectKind>({
    avif: 'image',
    bmp: 'image',
    gif: 'image',
    ico: 'image',
    jpeg: 'image',
    jpg: 'image',
    png: 'image',
    svg: 'image',
    webp: 'image',
    mov: 'video',
    mp4: 'video',
    ogv: 'video',
    webm: 'video',
    aac: 'audio',
    flac: 'audio',
    m4a: 'audio',
    mp3: 'audio',
    ogg: 'audio',
    wav: 'audio',
    pdf: 'pdf',
    json: 'json',
    geojson: 'json',
    csv: 'csv',
    tsv: 'csv',
    css: 'text',
    html: 'text',
    js: 'text',
    log: 'text',
    md: 'text',
    sql: 'text',
    toml: 'text',
    ts: 'text',
    txt: 'text',
    xml: 'text',
    yaml: 'text',
    yml: 'text',
    '7z': 'archive',
    gz: 'archive',
    tar: 'archive',
    zip: 'archive',
  }),
)
const BY_TYPE: readonly (readonly [RegExp, ObjectKind])[] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/^application\/([\w.-]+\+)?json$/, 'json'],
  [/^text\/(csv|tab-separated-values)$/, 'csv'],
  [/^(text\/|application\/(xml|javascript|sql|yaml|x-yaml|toml)$)/, 'text'],
  [/^application\/(zip|gzip|x-tar|x-7z-compressed)$/, 'archive'],
]

/** The media type wins; a type that says nothing leaves it to the name. */
export function objectKind(name: string, mimetype: string | undefined): ObjectKind {
  return (mimetype && kindOfType(mimetype)) || kindOfName(name)
}

/** @param mimetype may have parameters, as `text/plain; charset=utf-8` */
function kindOfType(mimetype: string): ObjectKind | undefined {
  const type = mimetype.replace(/;.*/, '').trim().toLowerCase()
  return BY_TYPE.find(([pattern]) => pattern.test(type))?.[1]
}

function kindOfName(name: string): ObjectKind {
  const dot = name.lastIndexOf('.')
  return (dot === -1 ? undefined : BY_EXTENSION.get(name.slice(dot + 1).toLowerCase())) ?? 'other'
}

/** How a file is previewed: drawn or played by the browser, or read as text. */
export type PreviewForm = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

/** How a kind is previewed. */
export function previewForm(kind: ObjectKind): PreviewForm {
  if (kind === 'json' || kind === 'csv') return 'text'
  return kind === 'archive' || kind === 'other' ? 'none' : kind
}

/** Bytes that a preview of text reads at most. */
export const PREVIEW_TEXT_BYTES = 256 * 1024
