/** `basedeck logs`: the newest lines of a project's log in the terminal, and those that come. */
import type { ControlDatabase } from '../control/control-database.js'
import { onlyProject } from '../control/only-project.js'
import { projectByRef } from '../control/projects.js'
import type { LogsQuestion, OperatorAnswer } from '../config/operator-socket.js'
import { logsText } from '../text/logs.js'
import { sampleDataText } from '../text/seed.js'
import type { FoundLine } from './log-line.js'
import type { LineSearch } from './line-question.js'
import type { LogLines } from './log-lines.js'

export interface LogsCommandDeps {
  control: ControlDatabase
  lines: Pick<LogLines, 'search' | 'status'>
}

/** Lines at a time. */
const MOST = 100

/** Of the process that runs in the data directory; the oldest first, as a terminal shows them. */
export async function answerLogs(
  { project, from, function: slug }: LogsQuestion,
  { control, lines }: LogsCommandDeps,
): Promise<OperatorAnswer> {
  const ref = project ?? (await onlyProject(control))
  if (typeof ref !== 'string') return { error: sampleDataText.which(ref.choices) }
  if (!(await projectByRef(control, ref))) return { error: sampleDataText.noProject(ref) }
  const found = await lines.search(searchOf(ref, from, slug), MOST)
  if (found.type === 'found') return { lines: found.value.map(lineText).reverse() }
  const { state, command = '' } = await lines.status()
  if (state === 'not-installed') return { error: logsText.notInstalled(command) }
  return { error: state === 'off' ? logsText.off : logsText.unavailable }
}

function searchOf(project: string, from: number | null, slug: string | undefined): LineSearch {
  const search = { project, from: from ?? undefined }
  return slug === undefined ? search : { ...search, sources: ['functions'], field: ['function', slug] }
}

/** Time, level, source, message, milliseconds and id of the request. */
export function lineText({ time, level, source, message, request_id, fields }: FoundLine): string {
  // Some messages say it.
  const ms = typeof fields['ms'] === 'number' && !message.endsWith(' ms') ? ` ${fields['ms']} ms` : ''
  const id = request_id === '' ? '' : ` ${request_id}`
  return `${time} ${level.padEnd(5)} ${source.padEnd(9)} ${message}${ms}${id}`
}

/** Milliseconds between two looks. */
const LOOK_MS = 1000
/** Lines are stored a little later than they happen, and not in their order. */
const LATE_MS = 5000

export interface FollowDeps {
  /** Undefined: nothing runs in the data directory any more. */
  ask(question: LogsQuestion): Promise<OperatorAnswer | undefined>
  show(line: string): void
  /** Resolves after the time. */
  pause(ms: number): Promise<unknown>
}

/** Shows lines as they come, each once, until the platform ends or refuses; gives its last answer. */
export async function followLogs(
  question: LogsQuestion,
  { ask, show, pause }: FollowDeps,
): Promise<OperatorAnswer | undefined> {
  let shown = new Set<string>()
  let from = question.from
  for (;;) {
    const answer = await ask({ ...question, from })
    if (!answer || 'error' in answer) return answer
    for (const line of answer.lines) if (!shown.has(line)) show(line)
    const last = answer.lines.at(-1)
    // Without a new line, the ones that were shown may come again.
    if (last !== undefined) {
      shown = new Set(answer.lines)
      from = Date.parse(last.split(' ', 1)[0] ?? '') - LATE_MS
    }
    await pause(LOOK_MS)
  }
}
