/** What is stored as a text of a project: queries and reports, which are saved, shared, deleted and restored alike. */
import type { ContentType } from '@basedeck/platform-client'
import { reportSnippetText } from '../../text/own-reports.js'
import { snippetText } from '../../text/sql-snippets.js'
import type { SnippetStorageNames } from './snippet-records.js'

export interface SnippetKind {
  readonly type: ContentType
  readonly text: typeof snippetText
  readonly storage: SnippetStorageNames
}

export const QUERIES: SnippetKind = {
  type: 'sql',
  text: snippetText,
  storage: { record: 'basedeck:snippet:', known: 'basedeck:snippets:' },
}

export const REPORTS: SnippetKind = {
  type: 'report',
  text: reportSnippetText,
  storage: { record: 'basedeck:report:', known: 'basedeck:reports:' },
}
