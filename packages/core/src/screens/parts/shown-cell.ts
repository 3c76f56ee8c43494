/** A value of the catalogue as a list shows it. */
import { bytesText } from '../../rules/results/bytes.js'
import { indexMethod } from '../../rules/structure/index-method.js'
import { typeLabel } from '../../rules/structure/type-label.js'
import type { ColumnKind } from '../../sql/index.js'
import { catalogueText } from '../../text/catalogue.js'

/** One value, ready to be shown; `kind` says how. */
export interface ShownCell {
  /** `none` has nothing to show; `on` and `off` are a yes and a no. */
  kind: 'text' | 'code' | 'number' | 'time' | 'on' | 'off' | 'none'
  text: string
  /** The whole of it, where the text is shorter. */
  whole?: string
  /** What the text says of, as a number: bytes. */
  amount?: number
}

/** Whether values are numbers, which stand at the right. */
export function isAmount(kind: ColumnKind): boolean {
  return kind === 'number' || kind === 'count' || kind === 'bytes'
}

export function shownCell(value: string | null | undefined, kind: ColumnKind, key: string): ShownCell {
  if (value === null || value === undefined || value === '')
    return kind === 'name'
      ? // It is a link or a button, and a dash names none.
        { kind: 'text', text: catalogueText.unnamed }
      : { kind: 'none', text: catalogueText.none }
  switch (kind) {
    case 'bytes':
      return { kind: 'number', text: bytesText(Number(value)), amount: Number(value) }
    case 'flag':
      return value === 'true'
        ? { kind: 'on', text: catalogueText.yes }
        : { kind: 'off', text: catalogueText.no }
    case 'word':
      return { kind: 'text', text: catalogueText.words[key]?.[value] ?? value }
    case 'type':
      return { kind: 'code', text: typeLabel(value), whole: value }
    case 'index':
      return { kind: 'code', text: indexMethod(value), whole: value }
    case 'count':
      return { kind: 'number', text: BigInt(value).toLocaleString('en') }
    case 'number':
    case 'code':
    case 'time':
      return { kind, text: value }
    default:
      return { kind: 'text', text: value }
  }
}
