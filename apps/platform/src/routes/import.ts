/** A CSV file into a table. The answer is lines of JSON; an error before the first line is an ordinary refusal. */
import { renewed } from '@basedeck/core/rules'
import { importProgress, importRows, type ImportLine } from '@basedeck/platform-client/contract'
import type { Context } from 'hono'
import { auditStatement } from '../control/audit.js'
import type { ControlDatabase } from '../control/control-database.js'
import { DomainError } from '../kernel/domain-error.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { openImportBody } from '../services/import-body.js'
import { Imports } from '../services/imports.js'
import type { AppEnv } from './app-env.js'
import type { Mount } from './mount.js'
import { ownRunId } from './query.js'

export interface ImportRouteDeps {
  life: Pick<ProjectLife, 'database'>
  control: ControlDatabase
  /** Is called after a table was made in a project. */
  schemaChanged(ref: string): void
  /** The answer to a failed call. */
  answerTo(error: Error, c: Context<AppEnv>): Promise<Response>
}

export function importRoutes(
  mount: Mount,
  { life, control, schemaChanged, answerTo }: ImportRouteDeps,
): void {
  const imports = new Imports()

  mount.on(importRows, async ({ c, caller, project, database: id, origin }) => {
    const body = c.req.raw.body
    if (!body) throw new DomainError('invalid_body')
    const database = await life.database(id)
    const limit = database.largestImportBytes ?? Number.POSITIVE_INFINITY
    // The plan is small beside the data.
    if (Number(c.req.header('content-length') ?? 0) > limit + 1024 * 1024)
      throw new DomainError('import_too_large')
    let runId = ''
    let bytes = 0
    const { plan, data, drain } = await openImportBody(body as AsyncIterable<Uint8Array>, (more) => {
      bytes += more
      if (bytes > limit) throw new DomainError('import_too_large')
      imports.received(runId, more)
    })
    runId = ownRunId(caller, plan.runId)
    await control.append([
      auditStatement(caller, origin, {
        action: 'database.import',
        target: `${plan.schema}.${plan.table}`,
        organizationId: project.organization.id,
        projectRef: project.ref,
        detail: { makesTable: plan.create !== undefined },
      }),
    ])
    const answer = linesAnswer()
    const gone = AbortSignal.any([c.req.raw.signal, answer.gone])
    const role = plan.role && renewed(plan.role, Date.now())
    const ended = imports
      .run(database, {
        runId,
        plan: { ...plan, ...(role ? { role } : {}) },
        data,
        signal: gone,
        tell: answer.tell,
      })
      .finally(() => imports.ended(runId))
      .then((end) => {
        if (plan.create && end.type === 'imported') schemaChanged(project.ref)
        return end
      })
      .then(answer.end, async (error: Error) => {
        if (!gone.aborted) await drain()
        if (!answer.isBegun()) throw error
        const refusal = await answerTo(error, c)
        await answer.end({ type: 'failed', status: refusal.status, body: await refusal.json() })
      })
    await Promise.race([answer.begun, ended])
    return c.body(answer.body, 200, {
      'content-type': 'application/x-ndjson',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  })

  mount.on(importProgress, ({ caller, params }) => imports.progress(ownRunId(caller, params['runId'] ?? '')))
}

/** A body of lines that is written at the reader's pace. */
function linesAnswer() {
  const gone = new AbortController()
  const encoder = new TextEncoder()
  let begin = () => {}
  let isBegun = false
  let goOn = () => {}
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const begun = new Promise<void>((resolve) => void (begin = resolve))
  const body = new ReadableStream<Uint8Array>(
    {
      start: (given) => void (controller = given),
      pull: () => goOn(),
      cancel() {
        gone.abort()
        goOn()
      },
    },
    { highWaterMark: 2 },
  )
  const tell = async (lines: ImportLine[]): Promise<void> => {
    isBegun = true
    begin()
    gone.signal.throwIfAborted()
    controller?.enqueue(encoder.encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
    if ((controller?.desiredSize ?? 1) > 0) return
    await new Promise<void>((resolve) => void (goOn = resolve))
    gone.signal.throwIfAborted()
  }
  return {
    body,
    begun,
    gone: gone.signal,
    isBegun: () => isBegun,
    tell,
    async end(line: ImportLine): Promise<void> {
      if (gone.signal.aborted) return
      isBegun = true
      controller?.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      controller?.close()
    },
  }
}
