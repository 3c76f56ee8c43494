/** Texts from files and into files. A file opens in a tab of its own, unless nothing is written in this one. */
import { NAME_MAX_CHARACTERS } from '@basedeck/platform-client/contract'
import type { InputFile } from '../../ports/index.js'
import { bytesText } from '../../rules/results/bytes.js'
import { exportName } from '../../rules/results/export-plan.js'
import { UNTITLED } from '../../rules/shell/recent-items.js'
import type { Draft } from '../../sessions/documents/drafts.js'
import { sqlRunningText as text } from '../../text/sql-running.js'
import type { Needs } from '../context.js'

/** More than the editor is made for. */
export const MAX_FILE_BYTES = 5 * 1024 * 1024

export interface SqlFiles {
  /** Whether the host can ask the user for a file. */
  readonly canOpenFile: boolean
  openFile(): Promise<void>
  /** A file that was dropped, or chosen. */
  takeFile(file: InputFile): Promise<void>
  saveFile(): void
}

export interface SqlFilesOptions {
  draft: Draft
  /** The query's name, for the file. */
  name(): string
  /** Puts a text into the empty editor. */
  type(text: string): void
  /** Opens a text as a query of its own. */
  openNew(query: { name: string; sql: string }): void
}

export function createSqlFiles(
  { host }: Needs<'host'>,
  { draft, name, type, openNew }: SqlFilesOptions,
): SqlFiles {
  const refuse = (message: string) => host.notifier.notify({ kind: 'error', message })
  async function takeFile(file: InputFile): Promise<void> {
    const opened = await openedQuery(file)
    if (typeof opened === 'string') return refuse(opened)
    if (draft.$text.get().trim() === '') type(opened.sql)
    else openNew(opened)
    host.notifier.notify({ kind: 'success', message: text.fileOpened(file.name) })
  }
  return {
    canOpenFile: host.files.choose !== undefined,
    takeFile,
    async openFile() {
      const file = await host.files.choose?.(['.sql', '.txt', 'text/plain', 'application/sql'])
      if (file) await takeFile(file)
    },
    saveFile() {
      host.files.save({ name: `${exportName(name())}.sql`, type: 'application/sql', text: draft.$text.get() })
    },
  }
}

/** The query that a file holds, or the sentence that says why it can't be opened. */
export async function openedQuery(file: InputFile): Promise<{ name: string; sql: string } | string> {
  if (file.sizeBytes > MAX_FILE_BYTES) return text.fileTooLarge(file.name, bytesText(MAX_FILE_BYTES))
  let content: string | undefined
  try {
    content = await file.text()
  } catch {
    // It was moved or deleted since, or the device refuses.
    return text.fileFailed(file.name)
  }
  if (content === undefined || content.includes('\0')) return text.fileNotText(file.name)
  return { name: nameOf(file.name), sql: content }
}

/** `report.sql` opens as “report”. A name may be longer than, or have what, a query's can't. */
function nameOf(fileName: string): string {
  const name = fileName
    .replace(/\.(?:sql|txt)$/i, '')
    .replace(/\p{C}/gu, '')
    .trim()
  return [...name].slice(0, NAME_MAX_CHARACTERS).join('').trim() || UNTITLED
}
