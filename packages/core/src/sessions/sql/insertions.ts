/** Texts that one part of the page inserts at the cursor of another: a table's name into the editor. */
export interface Insertions {
  /** Inserts it into every editor that listens; false: no editor listens. */
  insert(text: string): boolean
  /** Returns how to stop listening. */
  listen(editor: (text: string) => void): () => void
}

export function createInsertions(): Insertions {
  const editors = new Set<(text: string) => void>()
  return {
    insert(text) {
      for (const put of editors) put(text)
      return editors.size > 0
    },
    listen(editor) {
      editors.add(editor)
      return () => editors.delete(editor)
    },
  }
}
