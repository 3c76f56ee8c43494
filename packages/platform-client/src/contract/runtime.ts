/** The configuration that a dashboard needs first. */
import { endpoint, gives } from './endpoint.js'
import type { EngineKind } from './projects.js'

/** An engine that can hold a new project's database here, or why it can't. */
export type EngineOffer =
  | { kind: EngineKind; available: true; description: string }
  | { kind: EngineKind; available: false; reason: string }

/** The engines of the installation. The capabilities of one database are in `ProjectDatabase`. */
export interface InstallationCapabilities {
  /** What runs a database that asks for no engine. */
  engine: EngineKind
  /** All engines, the best first; unavailable ones have a reason. */
  engines: EngineOffer[]
}

/** An announced change. */
export interface RuntimeNotice {
  title: string
  text: string
  /** ISO 8601; it is not shown from then on. */
  until?: string
}

/** Addresses that the operator configured, by a known kind or by name. */
export type RuntimeLinks = Readonly<Record<string, string>>

/** What a dashboard must know of its platform before anything else: which build, accounts, flags, engines. */
export interface RuntimeConfig {
  /** True for the hosted build. */
  isPlatform: boolean
  /** Whether sign-in is required; false on a self-hosted platform that listens on loopback only. */
  accounts: boolean
  /** The first account is still to be made. */
  setupNeeded: boolean
  /** Whether the platform can send mail. */
  mail: boolean
  flags: Record<string, boolean>
  /** Flags that each person can switch, with their titles. */
  previews?: { flag: string; title: string }[]
  notice?: RuntimeNotice
  links?: RuntimeLinks
  aiEnabled: boolean
  capabilities: InstallationCapabilities
  limits: { statementTimeoutMs: number; rows: number; bytes: number; cellBytes: number }
  /** Origin of the projects' own API. */
  projectApiUrl: string
}

/** The platform is alive. Whether it is ready, `getReadiness` says. It names no version, because strangers may ask. */
export interface Health {
  status: 'ok'
}

/** A part of the platform that something depends on. */
export interface PlatformPart {
  part:
    | 'control'
    | 'engine'
    | 'disk'
    | 'mail'
    | 'ai'
    | 'releases'
    | 'backups'
    | 'branches'
    | 'replicas'
    | 'functions'
    | 'schedules'
  /** `configured`: set up, but not tested until it is used. */
  state: 'works' | 'fails' | 'configured' | 'off'
  /** A description, or the reason of the failure. */
  detail?: string
  /** Milliseconds that it took to answer. */
  tookMs?: number
}

/** What a proxy or an orchestrator asks before it sends calls here. It names no host, no path and no version. */
export interface Readiness {
  status: 'ready' | 'not-ready'
  /** What is missing. */
  missing: PlatformPart['part'][]
}

/** How the parts of the platform are. */
export interface PlatformStatus {
  version: string
  /** ISO 8601. */
  started_at: string
  parts: PlatformPart[]
}

/** Which commit is served. */
export interface DeploymentCommit {
  commitSha: string
  /** ISO 8601, or `unknown`. */
  commitTime: string
}

/** Only `current` when the release service can't be reached. SPEC §3. */
export interface CliRelease {
  current: string
  latest?: string
  beta?: string
  published_at?: string
}

/** The configuration that a dashboard needs first. Needs no session. */
export const getRuntimeConfig = endpoint({
  method: 'GET',
  path: '/api/runtime-config',
  access: 'anyone',
  response: gives<RuntimeConfig>(),
})
/** Whether the platform is alive. Anyone may ask. */
export const getHealth = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'anyone',
  response: gives<Health>(),
})
/** 503 with the same body while calls can't be answered: the control plane can't be reached, or the disk is full. */
export const getReadiness = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'anyone',
  response: gives<Readiness>(),
})
/** How the platform is, part by part. */
export const getPlatformStatus = endpoint({
  method: 'GET',
  path: '/platform/status',
  access: 'profile',
  response: gives<PlatformStatus>(),
})
/** Which commit is served, and when it was made. */
export const getDeploymentCommit = endpoint({
  method: 'GET',
  path: '/api/get-deployment-commit',
  access: 'profile',
  response: gives<DeploymentCommit>(),
})
/** Which version this is, and which ones are released. Only `current` where the release service can't be reached. */
export const getCliRelease = endpoint({
  method: 'GET',
  path: '/api/cli-release-version',
  access: 'profile',
  response: gives<CliRelease>(),
})
