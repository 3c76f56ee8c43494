/** What the fake platform holds: organizations, people in them, projects, and the record of what happened. */
import type {
  ApiKey,
  AuditEntry,
  AuthConfigChanges,
  AuthMailEntry,
  AuthMailText,
  Branch,
  BranchMask,
  DailyUsage,
  Backup,
  Backups,
  BackupSettings,
  DataApiSettings,
  RealtimeLimits,
  RealtimeSettings,
  FilesLeft,
  FormerPrimary,
  GitHost,
  InstallationSettings,
  Invitation,
  Machine,
  Member,
  Organization,
  OrganizationDocument,
  Permission,
  NetworkAccess,
  PgbouncerConfig,
  ReadReplica,
  ReplicaReads,
  Profile,
  Project,
  ProjectActivity,
  ProjectRepository,
  SigningKey,
  Subscription,
  Ticket,
  TokenIssuer,
  Usage,
  VaultSecret,
  Schedule,
  ScheduleRun,
  LogAlert,
  LogAlertEvent,
  LogDrain,
  LogDrainTest,
  Webhook,
  WebhookDelivery,
} from '../contract/index.js'
import { FakeRefusal } from './fake-route.js'

export type FakeAuditEntry = AuditEntry & { slug: string }

/** A mail of a fake project, as it is opened and as it is blanked. */
export interface FakeAuthMail {
  entry: AuthMailEntry
  open: AuthMailText
  blanked: AuthMailText
}

/** A user of a fake project's applications. */
export interface FakeAuthUser {
  id: string
  email: string | undefined
  phone: string | undefined
  /** Ids of its sessions, factors and identities. */
  parts: string[]
}

/** An alert of a fake project. */
export interface FakeLogAlert {
  shown: LogAlert
  secret: string
  /** The newest first. */
  events: LogAlertEvent[]
}

/** A log drain of a fake project. */
export interface FakeLogDrain {
  shown: LogDrain
  /** What its receiver answers to a test. Default: 204. */
  answer?: Pick<LogDrainTest, 'status' | 'reason' | 'answer'>
}

/** A webhook of a fake project. */
export interface FakeWebhook {
  shown: Webhook
  secret: string
  /** The newest first. */
  deliveries: WebhookDelivery[]
}

/** A schedule of a fake project. */
export interface FakeSchedule {
  shown: Schedule
  secret: string
  /** The newest first. */
  runs: ScheduleRun[]
}

/** A secret of a fake project, with its value. */
export interface FakeSecret extends VaultSecret {
  value: string
}

/** A project of the fake platform, with its keys and database answers. */
export interface FakeProject {
  project: Project
  keys: (ApiKey & { secret: string })[]
  signingKeys: SigningKey[]
  /** Sign-in services whose tokens it accepts. */
  issuers: TokenIssuer[]
  /** Secrets of its vault. */
  vault: FakeSecret[]
  /** Absent: none. */
  schedules?: FakeSchedule[]
  /** Default UTC. */
  timeZone?: string
  webhooks?: FakeWebhook[]
  /** Absent: none. */
  logAlerts?: FakeLogAlert[]
  /** Absent: none. */
  logDrains?: FakeLogDrain[]
  /** Its repository; null: none. */
  repository: ProjectRepository | null
  /** Answers of the available database. */
  database: NonNullable<ProjectActivity['database']>
  /** Measurements of the database. */
  history: ProjectActivity['history']
  /** What of its data API's settings was set; null: nothing, so that it is off. */
  dataApi: Partial<DataApiSettings> | null
  /** What of realtime's settings was set. */
  realtime?: Partial<Omit<RealtimeSettings, 'limits'>> & { limits?: Partial<RealtimeLimits> }
  /** What of its backup settings was set. */
  backupSettings: Partial<BackupSettings> | null
  /** The newest first. */
  backups: Backup[]
  /** Outside the machine. Default: there is none. */
  backupStore?: Backups['store']
  /** Columns that its branches don’t show. */
  branchMasks: BranchMask[]
  /** The oldest first. */
  replicas: ReadReplica[]
  replicaReads: ReplicaReads
  /** The newest first. */
  formerPrimaries: FormerPrimary[]
  /** What of its auth service's settings was set, with secrets; null: nothing, so that it is off. */
  auth: AuthConfigChanges | null
  /** Mails of its auth service, the newest first. */
  authMails: FakeAuthMail[]
  /** Its users, as far as the calls of members know them. */
  authUsers: FakeAuthUser[]
  /** The settings of the project's pooler; absent: the project has no pooler. */
  pooler?: PgbouncerConfig
  /** Who may connect; absent: all. */
  network?: Pick<NetworkAccess, 'allowed_cidrs' | 'enforce_ssl' | 'updated_at'>
}

/** An invitation of the fake platform, with the token that a mail would carry. */
export interface FakeInvitation extends Invitation {
  slug: string
  token: string
}

/** The caller, from the fake's accounts. */
export interface FakeCaller {
  profile: Profile
  permissions: Permission[]
}

/** Everything that the hosted fake platform holds. A test reads and changes the lists directly. */
export interface FakeWorld {
  readonly caller: FakeCaller
  organizations: Organization[]
  projects: FakeProject[]
  /** The result for projects that are deleted later. */
  filesLeft?: FilesLeft
  /** What runs its projects. */
  machine: Machine
  /** Why its databases can't be connected to; absent: they can. */
  connectionFailure?: string
  /** The databases open no port to other programs. */
  hasNoPort?: true
  /** Branches besides the default one of every project. */
  branches: Branch[]
  /** By the organization's slug. */
  members: Record<string, Member[]>
  invitations: FakeInvitation[]
  /** Hosts of source code, by the organization's slug. */
  gitHosts: Record<string, GitHost[]>
  /** By the organization's slug, the newest first. */
  documents: Record<string, OrganizationDocument[]>
  /** Newest last; `slug` is the organization's. */
  audit: FakeAuditEntry[]
  tickets: (Ticket & { message: string; error?: string; slug?: string; project_ref?: string; by?: string })[]
  usage: Record<string, Usage>
  /** By the organization's slug. */
  dailyUsage: Record<string, DailyUsage[]>
  scheduledPlans: Record<string, NonNullable<Subscription['scheduled_plan_change']>>
  /** What holds for the whole installation. */
  settings: InstallationSettings
  /** Whether invitations and tickets are mailed. */
  mail: boolean
  /** Seconds until the next invitation may be made. */
  invitationWaitSeconds: number
  /** Milliseconds since 1970; a second passes with every change. */
  now: number
}

const GB = 1024 ** 3
const MACHINE: Machine = {
  cores: 4,
  memory_bytes: 16 * GB,
  free_memory_bytes: 9 * GB,
  disk_total_bytes: 200 * GB,
  disk_free_bytes: 120 * GB,
  database_bytes: 2 * GB,
  files_bytes: null,
  granted_memory_bytes: null,
  growth: null,
}

/** One organization, of which the caller is the owner. */
export function createFakeWorld(caller: FakeCaller): FakeWorld {
  const updated_at = '2026-01-01T00:00:00.000Z'
  const { id, first_name, primary_email, is_mfa_enabled } = caller.profile
  return {
    caller,
    organizations: [
      {
        id: 1,
        slug: 'default',
        name: 'Default organization',
        plan: { id: 'enterprise', name: 'Enterprise' },
        organization_requires_mfa: false,
        managed_by: null,
        is_owner: true,
        opt_in_tags: [],
        usage_billing_enabled: true,
        updated_at,
      },
    ],
    projects: [],
    machine: MACHINE,
    branches: [],
    members: {
      default: [
        {
          profile_id: id,
          first_name,
          primary_email,
          role_id: 'owner',
          is_mfa_enabled,
          joined_at: updated_at,
          is_you: true,
        },
      ],
    },
    invitations: [],
    documents: {},
    gitHosts: {},
    settings: { anyone_creates_organizations: true, requires_mfa: false },
    audit: [],
    tickets: [],
    usage: {},
    dailyUsage: {},
    scheduledPlans: {},
    mail: false,
    invitationWaitSeconds: 0,
    now: Date.parse(updated_at),
  }
}

/** The moment of a change. */
export function tick(world: FakeWorld): string {
  world.now += 1000
  return new Date(world.now).toISOString()
}

/** Writes a line of the audit log. */
export function record(
  world: FakeWorld,
  line: {
    slug: string
    action: string
    target: string
    project_ref?: string
    detail?: Record<string, unknown>
  },
): void {
  const { id, first_name, primary_email } = world.caller.profile
  world.audit.push({
    id: world.audit.length + 1,
    occurred_at: tick(world),
    actor: { id, name: first_name, email: primary_email },
    detail: {},
    ip: '127.0.0.1',
    request_id: null,
    ...line,
  })
}

/** A line as the platform gives it. */
export function entryOf(line: FakeAuditEntry): AuditEntry {
  const entry: AuditEntry & { slug?: string } = { ...line }
  delete entry.slug
  return entry
}

export function organizationOf(world: FakeWorld, slug: string | undefined): Organization {
  const found = world.organizations.find((organization) => organization.slug === slug)
  if (!found) throw new FakeRefusal(404, 'organization_not_found', 'Organization not found')
  const { is_mfa_enabled } = world.caller.profile
  if (found.organization_requires_mfa && !is_mfa_enabled)
    throw new FakeRefusal(
      403,
      'mfa_required',
      'This organization requires two-factor authentication; set it up under Account, Security',
    )
  return found
}

export function projectOf(world: FakeWorld, ref: string | undefined): FakeProject {
  const found = world.projects.find(({ project }) => project.ref === ref)
  if (!found) throw new FakeRefusal(404, 'project_not_found', 'Project not found')
  return found
}

/** Refuses a change when the row was changed meanwhile. */
export function checkStale(stored: { updated_at: string }, expected: string | undefined): void {
  if (expected !== undefined && expected !== stored.updated_at)
    throw new FakeRefusal(409, 'stale', 'Someone else changed this in the meantime', { more: { stored } })
}

/** Refuses a deletion when the typed name does not match. */
export function checkName(stored: { name: string }, name: string): void {
  if (stored.name !== name) throw new FakeRefusal(400, 'name_mismatch', 'The name you typed does not match')
}
