/** Notifications as rows: one for each person. Every change gives back the profiles whose inbox it changed. */
import type {
  Notification,
  NotificationPriority,
  NotificationsSummary,
  NotificationStatus,
} from '@basedeck/platform-client/contract'
import type { ControlDatabase, ControlStatement } from './control-database.js'

export interface NewNotification {
  name: string
  priority: NotificationPriority
  /** Not told again to a person who has it unread. */
  fact: string
  /** What the readers must be allowed to read. */
  audience: string
  data: Pick<Notification['data'], 'title' | 'message' | 'actions'>
}

export interface Recipients {
  organizationId: number
  projectRef?: string | undefined
  /** Roles whose members may see it. */
  roles: readonly string[]
  /** Only this member. */
  only?: string | undefined
  /** Every member but this one, who came by it. */
  except?: string | undefined
  /** Who did it: to them it arrives as seen. */
  by?: string | undefined
}

const COLUMNS = `profile_id, name, priority, fact, audience, data, status`

/** Of two producers of one fact, the second waits here, and then finds what the first one stored. */
function lockFact({ fact }: NewNotification): ControlStatement {
  return { sql: 'select to_json(pg_advisory_xact_lock(hashtextextended($1, 0))::text)', parameters: [fact] }
}

const isUnknownTo = (profileId: string) => `not exists (select from control.notifications known
  where known.profile_id = ${profileId} and known.fact = $3 and known.status = 'new')`

/** What one did oneself is no news. */
const statusFor = (profileId: string, by: string) =>
  `case when ${profileId} = ${by}::uuid then 'seen' else 'new' end`

/** Of what one repeats, one entry an hour is enough. */
const isNews = (profileId: string, by: string) => `${isUnknownTo(profileId)}
        and (${profileId} is distinct from ${by}::uuid or not exists (select from control.notifications own
          where own.profile_id = ${profileId} and own.fact = $3 and own.inserted_at > now() - interval '1 hour'))`

/** Rows of `changed`, as the profiles that they belong to. */
function tellingWhose(change: string): string {
  return `with changed as (${change} returning profile_id) select to_json(profile_id) from changed group by profile_id`
}

export function insertNotification(told: NewNotification, to: Recipients): ControlStatement[] {
  const insert = {
    sql: tellingWhose(`insert into control.notifications (${COLUMNS}, organization_id, project_id)
      select m.profile_id, $1, $2, $3, $4, $5::jsonb, ${statusFor('m.profile_id', '$10')}, m.organization_id, p.id
      from control.members m
        left join control.projects p on p.ref = $7 and p.organization_id = m.organization_id
      where m.organization_id = $6::int and m.role = any (string_to_array($8, ' '))
        and ($7::text is null or p.id is not null)
        and ($9::uuid is null or m.profile_id = $9::uuid)
        and ($11::uuid is null or m.profile_id <> $11::uuid)
        and ${isNews('m.profile_id', '$10')}`),
    parameters: [
      ...valuesOf(told),
      to.organizationId,
      to.projectRef,
      to.roles.join(' '),
      to.only,
      to.by,
      to.except,
    ],
  }
  return [lockFact(told), insert]
}

/** For one person. */
export function insertForAccount(
  told: NewNotification,
  { profileId, by }: { profileId: string; by?: string | undefined },
): ControlStatement[] {
  const insert = {
    sql: tellingWhose(`insert into control.notifications (${COLUMNS})
      select p.id, $1, $2, $3, $4, $5::jsonb, ${statusFor('p.id', '$7')} from control.profiles p
      where p.id = $6::uuid and ${isNews('p.id', '$7')}`),
    parameters: [...valuesOf(told), profileId, by],
  }
  return [lockFact(told), insert]
}

/** For the administrators of the installation; on a platform without accounts, for its one person. */
export function insertForAdministrators(told: NewNotification): ControlStatement[] {
  const insert = {
    sql: tellingWhose(`insert into control.notifications (${COLUMNS})
      select p.id, $1, $2, $3, $4, $5::jsonb, 'new' from control.profiles p
      where (p.is_administrator
          or (p.is_local and exists (select from control.members m where m.profile_id = p.id)))
        and ${isUnknownTo('p.id')}`),
    parameters: valuesOf(told),
  }
  return [lockFact(told), insert]
}

function valuesOf({ name, priority, fact, audience, data }: NewNotification) {
  return [name, priority, fact, audience, JSON.stringify(data)]
}

/** What a caller may see. */
export interface Sight {
  profileId: string
  /** `{organization id}:{resource}`; `:installation`. */
  audiences: readonly string[]
  /** A token of one project sees what is about it. */
  onlyProject: string | undefined
}

/** The first parameters of a statement on the notifications that the caller may see. */
const VISIBLE = `n.profile_id = $1::uuid
  and coalesce(n.organization_id::text, '') || ':' || n.audience = any (string_to_array($2, ' '))
  and ($3::text is null or exists (select from control.projects scope where scope.id = n.project_id and scope.ref = $3))`

function sightOf({ profileId, audiences, onlyProject }: Sight) {
  return [profileId, audiences.join(' '), onlyProject]
}

export interface NotificationFilter {
  statuses: readonly NotificationStatus[]
  priorities?: readonly NotificationPriority[] | undefined
  slugs?: readonly string[] | undefined
  refs?: readonly string[] | undefined
  offset: number
  limit: number
}

export async function listNotificationRows(
  control: ControlDatabase,
  sight: Sight,
  filter: NotificationFilter,
): Promise<Notification[]> {
  return control.select<Notification>(
    `select n.id, n.name, n.status, n.priority, n.inserted_at,
       n.data || jsonb_strip_nulls(jsonb_build_object('project_ref', p.ref, 'org_slug', o.slug)) as data
     from control.notifications n
       left join control.organizations o on o.id = n.organization_id
       left join control.projects p on p.id = n.project_id
     where ${VISIBLE} and n.status = any (string_to_array($4, ' '))
       and ($5::text is null or n.priority = any (string_to_array($5, ' ')))
       and ($6::text is null or o.slug = any (string_to_array($6, ' ')))
       and ($7::text is null or p.ref = any (string_to_array($7, ' ')))
     order by n.inserted_at desc, n.id limit $8::int offset $9::int`,
    [
      ...sightOf(sight),
      filter.statuses.join(' '),
      someOf(filter.priorities),
      someOf(filter.slugs),
      someOf(filter.refs),
      filter.limit,
      filter.offset,
    ],
  )
}

/** An empty list filters nothing. */
function someOf(words: readonly string[] | undefined): string | undefined {
  return words?.length ? words.join(' ') : undefined
}

export async function summarizeNotifications(
  control: ControlDatabase,
  sight: Sight,
): Promise<NotificationsSummary> {
  const [row] = await control.select<NotificationsSummary>(
    `select count(*)::int as unread_count, coalesce(bool_or(n.priority = 'Warning'), false) as has_warning,
       coalesce(bool_or(n.priority = 'Critical'), false) as has_critical
     from control.notifications n where n.status = 'new' and ${VISIBLE}`,
    sightOf(sight),
  )
  return row ?? { unread_count: 0, has_warning: false, has_critical: false }
}

/**
 * Of an id that is named twice, the last status counts. A notification does not become unread while another one tells
 * the same fact.
 */
export function setNotificationStatuses(
  sight: Sight,
  changes: readonly { id: string; status: NotificationStatus }[],
): ControlStatement {
  return {
    sql: `with wanted as (
        select distinct on (n.id) n.id, n.fact, n.inserted_at, w.value ->> 'status' as status
        from jsonb_array_elements($4::jsonb) with ordinality w (value, ordinal)
          join control.notifications n on n.id = (w.value ->> 'id')::uuid
        where ${VISIBLE} order by n.id, w.ordinal desc
      ), numbered as (
        select w.id, w.status, row_number() over (partition by w.fact, w.status order by w.inserted_at desc, w.id) as number
        from wanted w
      ), changed as (
        update control.notifications n set status = w.status from numbered w
        where n.id = w.id and n.status <> w.status and (w.status <> 'new' or (w.number = 1 and not exists (
          select from control.notifications other
          where other.profile_id = n.profile_id and other.fact = n.fact and other.status = 'new')))
        returning n.profile_id
      ) select to_json(profile_id) from changed group by profile_id`,
    parameters: [...sightOf(sight), JSON.stringify(changes)],
  }
}

export function archiveAllRows(sight: Sight): ControlStatement {
  return {
    sql: tellingWhose(
      `update control.notifications n set status = 'archived' where n.status <> 'archived' and ${VISIBLE}`,
    ),
    parameters: sightOf(sight),
  }
}
