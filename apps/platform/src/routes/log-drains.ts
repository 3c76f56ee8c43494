/** Log drains of a project. No line of the audit log has an address, a header’s value or a key. */
import {
  createLogDrain,
  deleteLogDrain,
  listLogDrains,
  testLogDrain,
  updateLogDrain,
  type LogDrainTarget,
} from '@basedeck/platform-client/contract'
import type { LogDrains } from '../log-drains/log-drains.js'
import type { Mount } from './mount.js'
import { projectLine } from './project-line.js'
import { refuseClosed, type AddressCheck } from './refuse-closed.js'

export function logDrainRoutes(
  mount: Mount,
  { logDrains, outgoing }: { logDrains: LogDrains; outgoing?: AddressCheck },
): void {
  mount.on(listLogDrains, ({ project }) => logDrains.list(project.ref))

  mount.on(
    createLogDrain,
    (call) => {
      const { project, body } = call
      refuseClosed(outgoing, addressOf(body.target))
      const detail = { type: body.target.type, sources: body.sources ?? null }
      return logDrains.create(project.ref, body, projectLine(call, 'log_drain.create', body.name, detail))
    },
    201,
  )

  mount.on(updateLogDrain, (call) => {
    const { project, params, body } = call
    refuseClosed(outgoing, addressOf(body.target))
    return logDrains.update(project.ref, params['id'] ?? '', body, (name) =>
      projectLine(call, 'log_drain.update', name, { changed: Object.keys(body) }),
    )
  })

  mount.on(deleteLogDrain, async (call) => {
    const { id = '' } = call.params
    await logDrains.remove(call.project.ref, id, (name) => projectLine(call, 'log_drain.delete', name))
    return { id }
  })

  mount.on(testLogDrain, (call) =>
    logDrains.test(call.project.ref, call.params['id'] ?? '', (name) =>
      projectLine(call, 'log_drain.test', name),
    ),
  )
}

function addressOf(target: LogDrainTarget | undefined): string | undefined {
  return target?.type === 's3' ? target.endpoint : target?.url
}
