/** What the connections of a project need of it, as it is now. */
import type { RealtimeConfig } from '@basedeck/platform-client/contract'
import type { StorageActor } from '../../objects/storage-actor.js'
import type { GivenKeys } from '../../objects/storage-key.js'
import type { ChannelRights } from './channel-rights.js'
import type { RowTexts } from './changes/table-change.js'
import type { ChangesAsked } from './join-config.js'
import type { ProjectHub } from './project-hub.js'

/** A subscription of a channel to changes of tables. */
export interface ChangesSubscription {
  /** Numbers of the answer, in the order of what was asked. */
  ids: number[]
  end(): void
}

export interface ChangesWanted {
  asked: readonly ChangesAsked[]
  /** The actor may change when a token is renewed. */
  actor(): StorageActor
  /** @param payload text of JSON */
  push(payload: string): void
  /** It is live; or why it can't be. */
  tell(status: 'ok' | 'error', message: string): void
}

/** `since` in milliseconds since 1970. */
export interface ReplayWanted {
  since: number
  limit: number
}

export interface RealtimeProject {
  ref: string
  hub: ProjectHub
  /** A message came from a client or went to one. Default: they are not counted. */
  onMessage?(): void
  settings(): Promise<RealtimeConfig>
  /** @throws ChannelRefused */
  actorOf(token: string): Promise<StorageActor>
  /** The role of the keys with which a connection was made. @throws DomainError invalid_key */
  keyActor(keys: GivenKeys): Promise<StorageActor>
  /** @throws ChannelRefused */
  rights(topic: string, actor: StorageActor): Promise<ChannelRights>
  /** @throws ChannelRefused */
  replay(topic: string, actor: StorageActor, wanted: ReplayWanted): Promise<RowTexts[]>
  subscribe(wanted: ChangesWanted): ChangesSubscription
}
