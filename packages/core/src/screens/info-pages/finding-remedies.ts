/** Opens the remedy of a finding where it is done: in the form of an object, before its deletion, or on a page. */
import { routineIds } from '../../data/objects.js'
import { relationId } from '../../data/structure.js'
import type { FindingRemedy } from '../../rules/advisors/finding-remedy.js'
import { advisorText as text } from '../../text/advisor.js'
import type { Needs } from '../context.js'
import type { ObjectPanels } from '../objects/object-panels.js'

/** The button of a remedy. */
export interface RemedyButton {
  label: string
  /** With the detail of the finding. */
  name: string
  run(): void
}

export function createRemedies(
  { host, client, router }: Needs<'host' | 'client' | 'router'>,
  { ref, objects }: { ref: string; objects: ObjectPanels },
): (remedy: FindingRemedy, detail: string) => RemedyButton {
  const idOf = async ({ kind, schema, name }: Extract<FindingRemedy, { type: 'object' }>) => {
    if (kind !== 'function') return relationId(client, ref, { schema, name })
    const [first, ...others] = await routineIds(client, ref, { schema, name })
    // Which of several functions of one name is meant is not said.
    return others.length === 0 ? (first ?? null) : null
  }
  async function openObject(remedy: Extract<FindingRemedy, { type: 'object' }>): Promise<void> {
    const tell = (message: string) => host.notifier.notify({ kind: 'error', message })
    let id: string | null
    try {
      id = await idOf(remedy)
    } catch (error) {
      return tell((error as Error).message)
    }
    if (id === null) return tell(text.remedies.notFound(remedy.name))
    if (remedy.does === 'edit') objects.edit(remedy.kind, id)
    else if (remedy.does === 'remove') objects.remove(remedy.kind, id)
    else objects.act(remedy.kind, id, 'rebuild')
  }
  return (remedy, detail) => {
    const label = labelOf(remedy)
    return {
      label,
      name: `${label}: ${detail}`,
      run() {
        if (remedy.type === 'page') router.open(router.href(remedy.page, { ref }))
        else if (remedy.type === 'object') void openObject(remedy)
        else {
          const { schema, table, columns } = remedy
          const key = { of: 'column', order: '', nulls: '', opclass: '', collation: '' }
          objects.create('index', schema, {
            table,
            name: `${[table, ...columns].join('_').slice(0, 59)}_idx`,
            keys: columns.map((value) => ({ ...key, value, was: '' })),
          })
        }
      },
    }
  }
}

function labelOf(remedy: FindingRemedy): string {
  if (remedy.type === 'page') return text.remedies.page[remedy.page]
  return remedy.type === 'object' ? text.remedies[remedy.does] : text.remedies.newIndex
}
