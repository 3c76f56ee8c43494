/** A text of an object's form with names of the database to choose from. */
import type { ObjectPanel } from '@basedeck/core'
import { useStore } from '@nanostores/react'
import { PathSuggest } from '../structure/path-field.js'

interface SuggestedProps {
  panel: ObjectPanel
  what: Parameters<ObjectPanel['suggestionsFor']>[0]
  value: string
  shared: Omit<Parameters<typeof PathSuggest>[0], 'value' | 'suggestions'>
}

export function Suggested({ panel, what, value, shared }: SuggestedProps) {
  // Names are offered again when they arrive.
  useStore(panel.$suggestions)
  const suggestions = panel.suggestionsFor(what, value).map((name) => ({ value: name, note: '' }))
  return <PathSuggest {...shared} value={value} suggestions={suggestions} />
}
