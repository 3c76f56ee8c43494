/** What the program can be started to do. */
import type { Config } from './config.js'
import type {
  BackupQuestion,
  BranchQuestion,
  KeptQuestion,
  ReplicaQuestion,
  TypesQuestion,
} from './operator-socket.js'

/** What `basedeck user …` does to an account. */
export const USER_COMMANDS = [
  'reset',
  'prove',
  'disable',
  'enable',
  'reset-factors',
  'administrator',
  'delete',
] as const
export type UserCommand = (typeof USER_COMMANDS)[number]

export const ADVISOR_FORMATS = ['text', 'json', 'sarif'] as const
export type AdvisorFormat = (typeof ADVISOR_FORMATS)[number]

export const ADVISOR_LEVELS = ['error', 'warn', 'info'] as const
export type AdvisorLevel = (typeof ADVISOR_LEVELS)[number]

/** What `basedeck migration` does: makes a file, applies what is pending, compares the folder, or looks for drift. */
export type MigrationAction = { verb: 'new'; name: string } | { verb: 'up' | 'status' | 'diff' }

export type Command =
  | { type: 'start'; config: Config }
  | { type: 'check'; args: string[] }
  /** Fills a new hosted installation with a demo. */
  | { type: 'seed'; config: Config }
  /** Fills a project's database with sample data; null: the only project. */
  | { type: 'seed-sample'; config: Config; project: string | null }
  /** Prints the settings of a project's auth service, or applies a file of them. */
  | { type: 'auth-config'; config: Config; project: string | null; file: string | null }
  /** Writes the types of a project's database; `databaseUrl`: of any other one. */
  | { type: 'types'; config: Config; types: TypesQuestion; databaseUrl: string | undefined }
  /**
   * Shows the newest lines of a project's log; null: of the only project. `follows`: and those that come; `function`: those of one
   * function.
   */
  | { type: 'logs'; config: Config; project: string | null; follows: boolean; function?: string }
  /** Fetches what functions run in. */
  | { type: 'functions-install'; config: Config }
  | { type: 'functions-list'; config: Config; project: string | null; format: 'text' | 'json' }
  | FolderCommand
  /** Lists, makes, promotes or removes read replicas. */
  | { type: 'replica'; config: Config; replica: ReplicaQuestion; format: 'text' | 'json' }
  /** Lists, makes, proves or restores backups, or changes how they are made. */
  | { type: 'backup'; config: Config; kept: KeptQuestion; format: 'text' | 'json' }
  /** Runs the advisors; `databaseUrl`: over a database that is no project here. */
  | {
      type: 'advisors'
      config: Config
      project: string | null
      databaseUrl: string | undefined
      format: AdvisorFormat
      /** From which level on a finding is a failure. */
      failsOn: AdvisorLevel
    }
  /** Runs a file of cases of policies; `databaseUrl`: in a database that is no project here. */
  | {
      type: 'policies'
      config: Config
      check: string
      project: string | null
      databaseUrl: string | undefined
      format: 'text' | 'json'
    }
  /** Migrations of a folder against a database; `databaseUrl`: one that is no project here. */
  | {
      type: 'migration'
      config: Config
      action: MigrationAction
      folder: string
      project: string | null
      databaseUrl: string | undefined
      isDry: boolean
      format: 'text' | 'json'
    }
  /** A branch against its parent. */
  | { type: 'diff'; config: Config; branch: string; tables: string[]; format: 'text' | 'json' }
  /** A change to an account. */
  | { type: 'user'; config: Config; command: UserCommand; email: string }
  | { type: 'user-list'; config: Config }
  /** Lists, makes, resets or deletes branches. */
  | { type: 'branch'; config: Config; branch: BranchQuestion; format: 'text' | 'json' }
  /** Writes or restores a backup. */
  | { type: 'dump' | 'restore'; config: Config; backup: BackupQuestion }
  | { type: 'help' }
  | { type: 'version' }
  /** The sentence says what is wrong and what to do. */
  | { type: 'invalid'; sentence: string }

/** Deploys a folder, or watches it and deploys each change. */
export interface FolderCommand {
  type: 'functions-deploy' | 'functions-serve'
  config: Config
  project: string | null
  format: 'text' | 'json'
  folder: string
  /** Null: the function is named after the folder. */
  name: string | null
  /** Undefined: as it was. */
  verifyJwt: boolean | undefined
}
