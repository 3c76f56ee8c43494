/**
 * Runs the advisors of every healthy project once a day, and tells of errors and warnings that were not there the day before. One of
 * the processes on a control plane does it for a project.
 */
import type { Logger } from 'pino'
import type { ControlDatabase } from '../control/control-database.js'
import { dismissalsOf } from '../control/advisor-dismissals.js'
import { claimJob } from '../control/jobs.js'
import { knownLints, replaceKnownLints } from '../control/known-lints.js'
import { projectByRef } from '../control/projects.js'
import { JobQueue } from '../project-life/job-queue.js'
import type { ProjectLife } from '../project-life/project-life.js'
import { findLints } from '../advisors/find-lints.js'
import { advisedProject } from '../advisors/advised-project.js'
import { advisorFindings, lintKey } from '../notifications/notices.js'
import type { Notify } from '../notifications/notice.js'

const DAY_SECONDS = 24 * 60 * 60
/** Asks more often than a project is due, because the process that did it last may have stopped. */
const ASK_EVERY_MS = 60 * 60 * 1000
/** A program that has just started has other work. */
const FIRST_AFTER_MS = 10 * 60 * 1000

export interface DailyLintsDeps {
  control: ControlDatabase
  life: Pick<ProjectLife, 'database' | 'isHere'>
  notify: Notify
  /** Learns of a project that can't be asked. */
  log?: Pick<Logger, 'warn'> | undefined
}

/** @returns what ends it */
export function keepLinted(deps: DailyLintsDeps): () => Promise<void> {
  // A separate queue, so that a project can be paused while its advisors run.
  const jobs = new JobQueue()
  let hasEnded = false
  const round = async () => {
    try {
      for (const ref of await dueProjects(deps.control))
        if (!jobs.isUnderWay(ref)) jobs.begin(ref, async () => void (hasEnded || (await lintOnce(deps, ref))))
    } catch (error) {
      deps.log?.warn({ err: error }, 'the advisors could not be run; it is tried again later')
    }
  }
  const first = setTimeout(() => void round(), FIRST_AFTER_MS).unref()
  const timer = setInterval(() => void round(), ASK_EVERY_MS).unref()
  return async () => {
    hasEnded = true
    clearTimeout(first)
    clearInterval(timer)
    await jobs.settled()
  }
}

const jobOf = (ref: string) => `lints ${ref}`

async function dueProjects(control: ControlDatabase): Promise<string[]> {
  const rows = await control.select<{ ref: string }>(
    `select p.ref from control.projects p
     where p.status = 'ACTIVE_HEALTHY' and not exists (
       select from control.jobs j where j.name = 'lints ' || p.ref
         and j.done_at > now() - make_interval(secs => ${DAY_SECONDS}))
     order by p.id`,
  )
  return rows.map(({ ref }) => ref)
}

/** False when another process did it, or the project can't be asked. It never rejects. */
export async function lintOnce(deps: DailyLintsDeps, ref: string): Promise<boolean> {
  const { control, life, notify, log } = deps
  try {
    const project = await projectByRef(control, ref)
    if (project?.status !== 'ACTIVE_HEALTHY' || !life.isHere(project)) return false
    if (!(await control.append([claimJob(jobOf(ref), DAY_SECONDS)])).ok) return false
    const found = await findLints(await life.database(ref), await advisedProject(control, project))
    const dismissed = await dismissalsOf(control, ref)
    const counting = found.filter(({ level, cache_key }) => level !== 'INFO' && !dismissed.has(cache_key))
    const known = await knownLints(control, project.id)
    await control.append(replaceKnownLints(project.id, counting.map(lintKey)))
    const notice = advisorFindings(
      project,
      counting.filter((lint) => !known.has(lintKey(lint))),
    )
    if (notice) await notify(notice)
    return true
  } catch (error) {
    log?.warn(
      { err: error, project: ref },
      'the advisors of a project could not be run; it is tried again tomorrow',
    )
    return false
  }
}
