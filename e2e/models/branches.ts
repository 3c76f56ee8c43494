/** A branch of a hosted platform’s project, with its rows, made through its API. */
import { answer } from './people.js'
import { untilStatus, type TestOrganization } from './organizations.js'

/** Gives its ref; its database is open. */
export async function newBranch({ calls }: TestOrganization, parent: string, name: string): Promise<string> {
  const { project_ref: ref } = await answer<{ project_ref: string }>(
    calls.post(`/v1/projects/${parent}/branches`, { data: { branch_name: name, with_data: true } }),
  )
  await untilStatus(calls, ref, 'ACTIVE_HEALTHY')
  return ref
}
