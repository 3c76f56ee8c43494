/** What a dashboard must know of its platform before anything else. */
import { endpoint, gives } from './endpoint.js'

/** What the engine of the installation can do; what it can't is shown disabled with the reason. */
export interface Capabilities {
  engine: 'cluster' | 'pglite' | 'postgres'
  concurrentRuns: boolean
  replicas: boolean
  branches: boolean
  poolers: boolean
}

export interface RuntimeConfig {
  /** True for the hosted build. */
  isPlatform: boolean
  flags: Record<string, boolean>
  aiEnabled: boolean
  cliVersion?: string
  capabilities: Capabilities
  limits: { statementTimeoutMs: number; rows: number; bytes: number; cellBytes: number }
  /** Origin of the projects' own API. */
  projectApiUrl: string
}

export interface Health {
  status: 'ok'
  version: string
}

export const getRuntimeConfig = endpoint({
  method: 'GET',
  path: '/api/runtime-config',
  response: gives<RuntimeConfig>(),
})
export const getHealth = endpoint({ method: 'GET', path: '/healthz', response: gives<Health>() })
