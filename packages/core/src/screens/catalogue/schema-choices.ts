/** The schemas that a list can show. */
import { computed, type ReadableAtom } from 'nanostores'
import { catalogueStartQuery, type CataloguePage } from '../../data/catalogue.js'
import type { Remote } from '../../kernel/query-store.js'
import type { Needs } from '../context.js'
import type { Choice } from '../parts/list-view.js'
import { behindGate, type ProjectGate } from '../parts/project-gate.js'

/** @param $chosen is among them also while the schemas are not known, and where there is no such schema */
export function createSchemaChoices(
  { client, queries }: Needs<'client' | 'queries'>,
  { ref, gate, $chosen }: { ref: string; gate: ProjectGate; $chosen: ReadableAtom<string> },
): ReadableAtom<Choice[]> {
  const $known = behindGate<Remote<CataloguePage> | null>(
    gate,
    queries.store(catalogueStartQuery(client, ref, 'schemas')),
    null,
  )
  return computed([$known, $chosen], choicesOf)
}

function choicesOf(schemas: Remote<CataloguePage> | null, chosen: string): Choice[] {
  const known = schemas?.status === 'ready' ? schemas.data.entries.map(({ values }) => values[0] ?? '') : []
  const names = known.includes(chosen) ? known : [chosen, ...known]
  return names.map((name) => ({ value: name, label: name }))
}
