import type { SourceFile } from '@basedeck/storage-engine'

/** A file that was made here. */
export interface OutputFile {
  name: string
  /** Its media type. */
  type: string
  text: string
  /** What it holds, where that is too long for a text; `text` is then empty. */
  blob?: Blob
}

/** A file that the user chose or dropped. */
export interface InputFile {
  name: string
  sizeBytes: number
  /** Undefined when its bytes are no UTF-8. Rejects when it can't be read. */
  text(): Promise<string | undefined>
  /** Its bytes, read when they are wanted; absent where only its text is known. */
  blob?: Blob
}

/** A file that is being read. */
export interface OpenedFile {
  status: number
  /** Its media type as it is served; empty: none. */
  type: string
  /** Of the body, in bytes. Absent: it was not told. */
  length?: number | undefined
  body: ReadableStream<Uint8Array>
}

/** A file of the user that is uploaded: its bytes are read when they are sent. */
export type UploadSource = SourceFile

/** Files that leave the page, and files that come in. */
export interface Files {
  /** Called when the user downloads something that the page itself made. */
  save(file: OutputFile): void
  /** Called when the user downloads what the platform serves at `url`; absent where nothing downloads. */
  download?(file: { url: string; name: string }): void
  /** Called when the user exports a drawing as a picture: a PNG of an SVG. Absent where nothing draws. */
  rasterize?(picture: { svg: string; width: number; height: number }): Promise<Blob>
  /**
   * Called when the user wants to upload files, or a folder with all that it holds; null: they chose nothing. Absent where no
   * user can choose.
   */
  chooseMany?(what: 'files' | 'folder'): Promise<readonly UploadSource[] | null>
  /**
   * Called to read a file that the platform serves: the status of the answer, and its bytes as they arrive. It rejects when no
   * answer comes. Absent where nothing is read.
   */
  open?(url: string, options: { signal: AbortSignal; bytes?: number }): Promise<OpenedFile>
  /** Called when the user wants to open a file; null: they chose none. Absent where no user can choose. */
  choose?(extensions: readonly string[]): Promise<InputFile | null>
}

/** What an answer of `fetch` is as an opened file. */
export function openedFile(
  status: number,
  headers: Headers,
  body: ReadableStream<Uint8Array> | null,
): OpenedFile {
  const length = headers.get('content-length')
  return {
    status,
    type: headers.get('content-type') ?? '',
    length: length === null ? undefined : Number(length),
    body: body ?? new ReadableStream({}),
  }
}
