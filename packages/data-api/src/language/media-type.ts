/** Which of the media types of an answer a request accepts. */
import { refused } from '../errors.js'
import { ARRAY_TYPE, DOCUMENT_TYPE, OBJECT_TYPE } from '../family-names.js'

/** How an answer is written. */
export interface AnswerFormat {
  type: 'json' | 'object' | 'csv' | 'document'
  /** Whether keys with null are left out. */
  isStripped: boolean
  contentType: string
}

const CHARSET = '; charset=utf-8'
const STRIPPED = ';nulls=stripped'

/**
 * @param isRoot whether the root is asked for, whose answer is a document
 * @throws DataApiError PGRST107 when none is accepted
 */
export function formatFor(accept: string | undefined, isRoot = false): AnswerFormat {
  const header = accept?.trim() || '*/*'
  for (const range of rangesOf(header)) {
    const format = formatOf(range.name, range.isStripped, isRoot)
    if (format) return format
  }
  throw refused('PGRST107', `None of these media types are available: ${header}`)
}

/** The accepted types, the most wanted first. */
function rangesOf(header: string) {
  return header
    .split(',')
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
      const quality = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
      return { name, isStripped: parameters.includes('nulls=stripped'), quality }
    })
    .filter(({ quality }) => !(quality <= 0))
    .sort((a, b) => b.quality - a.quality)
}

function formatOf(name: string, isStripped: boolean, isRoot: boolean): AnswerFormat | undefined {
  const isAny = name === '*/*' || name === 'application/*' || name === 'application/json'
  if (isRoot) {
    return isAny || name === DOCUMENT_TYPE
      ? { type: 'document', isStripped: false, contentType: DOCUMENT_TYPE + CHARSET }
      : undefined
  }
  if (name === OBJECT_TYPE || name === 'application/vnd.pgrst.object') {
    const contentType = OBJECT_TYPE + (isStripped ? STRIPPED : '') + CHARSET
    return { type: 'object', isStripped, contentType }
  }
  if (name === ARRAY_TYPE || name === 'application/vnd.pgrst.array') {
    const contentType = isStripped ? ARRAY_TYPE + STRIPPED : 'application/json'
    return { type: 'json', isStripped, contentType: contentType + CHARSET }
  }
  if (isAny) return { type: 'json', isStripped: false, contentType: `application/json${CHARSET}` }
  if (name === 'text/csv' || name === 'text/*')
    return { type: 'csv', isStripped: false, contentType: `text/csv${CHARSET}` }
  return undefined
}
