/**
 * Answers the usual calls of plain services without a framework, whose objects take longer to make than the rest of a small call.
 * What it answers is what the framework would answer, by the same functions; whatever is not usual, or is refused before the
 * service is asked, it leaves to the framework.
 */
import { SERVED_PATHS } from '../served-paths.js'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { TakeCall } from '../../http/listen.js'
import { createRefusals } from '../../http/on-error.js'
import { peerAddress } from '../../http/origin.js'
import { REQUEST_ID_HEADER, requestIdOf } from '../../http/request-id.js'
import { requestReports, type RequestReportDeps } from '../../http/request-report.js'
import { hostsOf, type AllowedOrigins } from '../../http/same-site.js'
import { isStopping, type UntilStopping } from '../../http/stopping.js'
import { PROOF_HEADER } from '../../processes/proof.js'
import { admittedActor, givenKeys } from '../admission.js'
import { mayLeave } from '../door.js'
import type { ServingDeps } from '../serve-service.js'
import type { ServiceCall } from '../service.js'
import type { PlainAnswer, PlainCall } from './plain-request.js'
import type { PlainService } from './plain-service.js'
import { requestOfNode } from './request-of-node.js'
import { carried } from './sent-answer.js'

export interface PlainLaneDeps extends Omit<RequestReportDeps, 'originOf'> {
  services: readonly PlainService[]
  serving: ServingDeps
  until: UntilStopping
  ownOrigins: AllowedOrigins
  trustProxy: boolean
  isDiskFull?: (() => Promise<boolean>) | undefined
  log: Logger
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** Of an address that every parser reads as it was sent. */
const PLAIN_TARGET =
  /^\/(?<ref>[\w-]+)(?<rest>(?:\/[\w-][\w~%.-]*)+\/?)(?<search>\?[!$%&'()*+,\-./\w:;=?@[\]~{}|^`"<>]*)?$/
const FOLDED = /%2e|%2f|%5c/i
/** Larger bodies are counted while they come. */
const MOST_BODY_BYTES = 1024 * 1024

interface FoundService {
  service: PlainService
  ref: string
  call: ServiceCall
  path: string
  search: string
}

export function createPlainLane({
  services,
  serving: { tools, shares, turns, verifier, openings },
  until,
  ownOrigins,
  trustProxy,
  isDiskFull,
  ...reporting
}: PlainLaneDeps): TakeCall {
  const begin = requestReports(reporting)
  const refusalOf = createRefusals(reporting.log, isDiskFull, { tellsReports: false })

  function find({ url = '', method = '', headers }: IncomingMessage): FoundService | undefined {
    if (!METHODS.has(method) || !isUsual(headers)) return undefined
    if (!hostsOf(ownOrigins()).has(headers.host?.toLowerCase() ?? '')) return undefined
    const { ref = '', rest = '', search = '' } = PLAIN_TARGET.exec(url)?.groups ?? {}
    if (FOLDED.test(rest)) return undefined
    const service = services.find(({ name }) => rest.startsWith(`${SERVED_PATHS[name]}/`))
    if (!service) return undefined
    const path = rest.slice(SERVED_PATHS[service.name].length)
    const call = service.callOf({ method, path })
    return call && !call.upgrades ? { service, ref, call, path, search } : undefined
  }

  /** Undefined: it is refused, or is not answered here. */
  async function admit(
    { ref, call }: FoundService,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<Omit<PlainCall, 'request'> | undefined> {
    const { headers } = incoming
    try {
      const { host, neighbours, requireRoom } = await tools
      if (neighbours) return undefined
      await turns.take(ref)
      const project = await host.project(ref)
      if (!project) return undefined
      const keys = givenKeys(textOf(headers['apikey']), headers.authorization)
      const ip = peerAddress(incoming, trustProxy)
      const actor = await admittedActor(call, keys, { host, project, verifier, openings, ip })
      if (call.stores) await requireRoom?.()
      // Nothing would tell its end any more.
      if (outgoing.destroyed) return undefined
      outgoing.once('close', shares.enter(project.ref))
      return { project, actor }
    } catch {
      return undefined
    }
  }

  async function answer(
    found: FoundService,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    leave: () => void,
  ) {
    const { service, call, path, search } = found
    const { report, end } = begin(outgoing)
    const admitted = await admit(found, incoming, outgoing)
    if (!admitted || outgoing.destroyed) return leave()
    report.route = `/{ref}${SERVED_PATHS[service.name]}/${call.name}`
    report.project = admitted.project.ref
    const requestId = requestIdOf(textOf(incoming.headers[REQUEST_ID_HEADER]))
    const ip = peerAddress(incoming, trustProxy)
    const request = requestOfNode({ incoming, outgoing, path, search, ip })
    const method = incoming.method ?? ''
    const house = [
      ['access-control-allow-origin', '*'],
      ['access-control-expose-headers', service.exposedHeaders.join(',')],
      [REQUEST_ID_HEADER, requestId],
    ] as const
    let answered: PlainAnswer
    try {
      answered = await until(() => service.answerPlainly({ request, ...admitted }))
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      const isGone = () => outgoing.destroyed
      const { status, body, retryAfterSeconds } = await refusalOf(failure, { requestId, report, isGone })
      if (isStopping(error)) outgoing.setHeader('connection', 'close')
      answered = {
        status,
        body: JSON.stringify(service.refusal?.(body, status) ?? body),
        headers: [
          ['content-type', 'application/json'],
          ...(retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)] as const]),
        ],
      }
    }
    send(outgoing, method, answered, house)
    end({ method, route: report.route, status: answered.status, ip, requestId })
  }

  return (incoming, outgoing, leave) => {
    const found = find(incoming)
    if (!found) return false
    answer(found, incoming, outgoing, leave).catch(() => outgoing.destroy())
    return true
  }
}

function isUsual(headers: IncomingMessage['headers']): boolean {
  if (headers.upgrade !== undefined || headers[PROOF_HEADER] !== undefined) return false
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= MOST_BODY_BYTES
  )
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}

function send(
  outgoing: ServerResponse,
  method: string,
  answer: PlainAnswer,
  house: readonly (readonly [name: string, value: string])[],
): void {
  const { status, headers, body } = carried(answer, method)
  for (const [name, value] of house) outgoing.setHeader(name, value)
  for (const name in headers) {
    const values = headers[name]?.filter((value) => mayLeave(name, value)) ?? []
    if (values.length > 0) outgoing.setHeader(name, values.length === 1 ? (values[0] as string) : values)
  }
  outgoing.statusCode = status
  if (body !== null) outgoing.setHeader('content-length', Buffer.byteLength(body))
  if (body === null) outgoing.end()
  else outgoing.end(body)
}
