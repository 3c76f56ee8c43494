/** Whether another process may still know the run or export, because this answer found none or failed. */
export async function knowsNothing(answer: unknown): Promise<boolean> {
  if (!(answer instanceof Response)) return true
  if (answer.status === 404 || answer.status >= 500) return true
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  if (!isJson || answer.headers.has('content-disposition')) return false
  const body = (await answer.clone().json()) as { cancelled?: unknown; state?: unknown }
  return body.cancelled === false || body.state === 'ended'
}
