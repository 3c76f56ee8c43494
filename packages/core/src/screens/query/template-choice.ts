/** The texts to start from, and the way of one of them into the text. SPEC §§2, 4. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Draft } from '../../sessions/documents/drafts.js'
import { templates, type Template, type TemplateKind } from '../../sql/templates.js'
import { editorPanelText } from '../../text/editor-panel.js'

export interface TemplateEntry {
  id: string
  title: string
  description: string
}

export interface TemplateGroup {
  kind: TemplateKind
  label: string
  entries: TemplateEntry[]
}

/** Texts to start from. */
export interface TemplateChoice {
  /** The templates that fit what was typed. */
  readonly $templates: ReadableAtom<TemplateGroup[]>
  readonly $find: ReadableAtom<string>
  find(words: string): void
  /** Puts the template below what is written already. */
  use(id: string): void
}

const KINDS = ['template', 'quickstart'] as const

export interface TemplateChoiceOptions {
  draft: Pick<Draft, '$text'>
  type(text: string): void
}

export function createTemplateChoice({ draft, type }: TemplateChoiceOptions): TemplateChoice {
  const $find = atom('')
  return {
    $find,
    $templates: computed($find, groupsFor),
    find: (words) => $find.set(words),
    use(id) {
      const template = templates.find((one) => one.id === id)
      if (template) type(below(draft.$text.get(), template.sql))
    },
  }
}

function below(text: string, sql: string): string {
  const above = text.trimEnd()
  return above === '' ? sql : `${above}\n\n${sql}`
}

function groupsFor(words: string): TemplateGroup[] {
  return KINDS.map((kind) => ({
    kind,
    label: editorPanelText.kinds[kind],
    entries: templates
      .filter((template) => template.kind === kind)
      .map(entryOf)
      .filter((entry) => fits(entry, words)),
  })).filter(({ entries }) => entries.length > 0)
}

function entryOf({ id }: Template): TemplateEntry {
  const [title, description] = editorPanelText.list[id]
  return { id, title, description }
}

function fits({ title, description }: TemplateEntry, words: string): boolean {
  const text = `${title} ${description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
