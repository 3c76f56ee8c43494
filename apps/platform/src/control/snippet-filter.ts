/** Which snippets are listed, and in which order. */
import type { ContentType, SnippetSort, Visibility } from '@basedeck/platform-client/contract'

export interface SnippetFilter {
  type?: ContentType | undefined
  name?: string | undefined
  /** Part of the name or of the text. */
  search?: string | undefined
  visibility?: Visibility | undefined
  favorite?: boolean | undefined
  /** Null: outside of any folder; absent: wherever it lies. */
  folderId?: string | null | undefined
  limit: number
  cursor?: string | undefined
  sortBy: SnippetSort
  sortOrder: 'asc' | 'desc'
}
