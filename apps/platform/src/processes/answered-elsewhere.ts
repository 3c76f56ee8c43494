/** Marks a call that another process, or another thread, answered: that one writes its line of the log. */
import type { Context } from 'hono'
import { reportOf } from '../http/request-report.js'
import type { AppEnv } from '../routes/app-env.js'

export async function answeredElsewhere(c: Context<AppEnv>, answering: Promise<Response>): Promise<Response> {
  const answer = await answering
  reportOf(c).isElsewhere = true
  return answer
}
