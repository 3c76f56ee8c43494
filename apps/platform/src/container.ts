/** Whether this program runs in a container, and what its operator has to know there. */
import { existsSync } from 'node:fs'

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

/** Undefined where nothing has to be said. */
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
  if (isLoopback)
    return `In this container it listens on ${host} alone, so that a published port does not reach it: give --host 0.0.0.0`
  if (publicUrl === undefined)
    return 'In this container it answers at localhost under the port it listens on; where it is published at another port or reached from other machines, give --public-url'
  return undefined
}
