/** Imports of the fake: it keeps the files, and refuses the lines that their sender could not read. */
import * as v from 'valibot'
import {
  importPlan,
  importProgress,
  importRows,
  type ImportLine,
  type ImportPlan,
} from '../contract/import.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute } from './fake-route.js'

/** What was imported into the fake platform. */
export interface FakeImports {
  /** Every import so far, the refused ones too. */
  readonly files: { plan: ImportPlan; lines: string[] }[]
  /** The rejected rows of the next imports; they are never told of a file that is imported as it is. */
  rejected: (ImportLine & { type: 'rejected' })[]
  /** The columns whose sequence is not moved by the next imports. */
  behind: string[]
}

export function createFakeImports(): FakeImports {
  return { files: [], rejected: [], behind: [] }
}

export function importRoutes(imports: FakeImports): FakeRoute[] {
  return [
    replyRoute(importRows, ({ body }) => {
      const [first = '', ...lines] = String(body).trimEnd().split('\n')
      const plan = planIn(first)
      imports.files.push({ plan, lines })
      return { status: 200, body: undefined, text: answerTo(plan, lines, imports) }
    }),
    fakeRoute(importProgress, () => ({ phase: 'ended' as const })),
  ]
}

function answerTo(plan: ImportPlan, lines: string[], { rejected: scripted, behind }: FakeImports): string {
  const { form } = plan
  const left = behind.length === 0 ? {} : { behind }
  if (form.type === 'direct') {
    if (scripted.length > 0) throw new FakeRefusal(400, '22P02', 'invalid input syntax')
    return linesOf([{ type: 'imported', rows: lines.length - (form.header ? 1 : 0), rejected: 0, ...left }])
  }
  const unread = lines.flatMap((text): ImportLine[] => {
    const [, line, fault] = /^(\d+),([^,]+),/.exec(text) ?? []
    return line === undefined || fault === undefined
      ? []
      : [{ type: 'rejected', line: Number(line), column: null, fault, cells: [text] }]
  })
  const told = [...unread, ...scripted]
  const rejected = told.length
  const end: ImportLine =
    rejected > 0 && form.onBadRows === 'refuse'
      ? { type: 'refused', rejected }
      : { type: 'imported', rows: lines.length - rejected, rejected, ...left }
  return linesOf([...told, end])
}

function linesOf(lines: ImportLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function planIn(line: string): ImportPlan {
  const parsed = v.safeParse(importPlan, jsonIn(line))
  if (!parsed.success) throw new FakeRefusal(400, 'invalid_body', parsed.issues[0].message)
  return parsed.output
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
