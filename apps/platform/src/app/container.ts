/** Whether this program runs in a container, and what the operator must configure there. */
import { existsSync } from 'node:fs'
import { startText } from '../text/start.js'

/** Files and variables by which Docker, Podman and Kubernetes mark their containers. */
export function isInContainer(env: NodeJS.ProcessEnv = process.env, exists = existsSync): boolean {
  return (
    env['container'] !== undefined ||
    env['KUBERNETES_SERVICE_HOST'] !== undefined ||
    exists('/.dockerenv') ||
    exists('/run/.containerenv')
  )
}

export interface Reached {
  isInContainer: boolean
  isLoopback: boolean
  publicUrl: string | undefined
  trustProxy: boolean
  host: string
}

/** Undefined when nothing needs to be configured. */
export function containerNote({
  isInContainer: isInside,
  isLoopback,
  publicUrl,
  trustProxy,
  host,
}: Reached): string | undefined {
  if (!isInside) return undefined
  // A proxy beside it reaches it on loopback.
  const isBehindProxy = trustProxy || publicUrl !== undefined
  if (isLoopback && isBehindProxy) return undefined
  if (isLoopback) return startText.containerLoopback(host)
  if (publicUrl === undefined) return startText.containerAddress
  return undefined
}
