/** The body of an import while it arrives: its first line is the plan, the rest is the data. */
import { importPlan, type ImportPlan } from '@basedeck/platform-client/contract'
import * as v from 'valibot'
import { DomainError } from '../kernel/domain-error.js'
import { boundedJson } from '../json/bounded-json.js'
import { GrowingBytes } from '../json/growing-bytes.js'
import { projectText } from '../text/projects.js'

/** Bytes of the first line: the names of 1,598 columns fit. */
const MAX_PLAN_BYTES = 1024 * 1024
const NEWLINE = 10

export interface ImportBody {
  plan: ImportPlan
  /** Can be read once. */
  data: AsyncIterable<Uint8Array>
  /** Reads what is left: a browser takes no answer before its body was read. */
  drain(): Promise<void>
}

/**
 * Reads the plan.
 * @param onBytes called with the size of each piece of data
 * @throws DomainError invalid_body
 */
export async function openImportBody(
  body: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<ImportBody> {
  const pieces = body[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  let rest: Uint8Array | undefined
  while (rest === undefined) {
    const { value, done } = await pieces.next()
    if (done) break
    const end = value.indexOf(NEWLINE)
    first.push(end === -1 ? value : value.subarray(0, end))
    if (end !== -1) rest = value.subarray(end + 1)
    size += value.length
    if (size > MAX_PLAN_BYTES && rest === undefined)
      throw new DomainError('invalid_body', projectText.importPlanTooLong)
  }
  const plan = planIn(await jsonIn(first, size))
  async function* data(): AsyncGenerator<Uint8Array> {
    for (let piece = rest; piece !== undefined;) {
      if (piece.length > 0) {
        onBytes(piece.length)
        yield piece
      }
      const next: IteratorResult<Uint8Array> = await pieces.next()
      piece = next.done ? undefined : next.value
    }
  }
  return {
    plan,
    data: { [Symbol.asyncIterator]: () => keepOpen(data()) },
    async drain() {
      while (!(await pieces.next()).done);
    },
  }
}

/** A reader that stops early leaves the rest to `drain`. */
function keepOpen(data: AsyncGenerator<Uint8Array>): AsyncIterator<Uint8Array> {
  return { next: () => data.next() }
}

function planIn(line: unknown): ImportPlan {
  const parsed = v.safeParse(importPlan, line)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const path = v.getDotPath(issue)
  throw new DomainError('invalid_body', path ? `${path}: ${issue.message}` : issue.message)
}

async function jsonIn(pieces: readonly Uint8Array[], most: number): Promise<unknown> {
  const line = new GrowingBytes(most, most)
  for (const piece of pieces) line.add(piece)
  return boundedJson(line.bytes()).catch((error: unknown) => {
    throw error instanceof DomainError
      ? error
      : new DomainError('invalid_body', projectText.importPlanNotJson)
  })
}
