/** Where the database of a project is: with one of our engines, or at the URL that was stored or given at the start. */
import { networkRulesOf } from '../control/network-access.js'
import { secretPurpose, readProjectSecret, type ProjectSecretName } from '../control/project-secrets.js'
import { requireProjectRow, type ProjectRow } from '../control/projects.js'
import type { DatabaseTarget, OwnEngineKind } from '../engines/engine-registry.js'
import { EngineError } from '../engines/engine.js'
import { besideUrl, branchDatabase } from '../engines/server/branch-database.js'
import { parseProjectUrl } from '../engines/server/project-url.js'
import type { TlsOptions } from '../engines/server/tls-settings.js'
import type { Login } from '../engines/server/login.js'
import { plainOwnerRoleOf } from '../project-database/plain-owner.js'
import { readerRoleOf } from '../project-database/reader.js'
import { serviceRoleOf } from '../project-database/service-login.js'
import type { ProjectLifeDeps } from './project-life.js'
import { projectText } from '../text/projects.js'

export type TargetDeps = Pick<
  ProjectLifeDeps,
  'control' | 'box' | 'registry' | 'installationId' | 'operatorDatabase' | 'allowSuperuser' | 'memoryOf'
>

export class DatabaseTargets {
  readonly #deps: TargetDeps

  constructor(deps: TargetDeps) {
    this.#deps = deps
  }

  /** @throws EngineError, SecretError */
  async of(row: ProjectRow): Promise<DatabaseTarget> {
    const { operatorDatabase, memoryOf, control } = this.#deps
    if (operatorDatabase?.ref === row.ref) {
      const { url, prepare } = operatorDatabase
      return { id: row.ref, engine: 'postgres', url, prepare, ...this.loginsOf(row.ref) }
    }
    if (row.engine === 'postgres') return row.parent_ref === null ? this.#added(row.ref) : this.#beside(row)
    this.requireHere(row)
    return {
      id: row.ref,
      engine: row.engine,
      ...(memoryOf && { memory: () => memoryOf(row.ref) }),
      ...(row.engine === 'cluster' && { network: () => networkRulesOf(control, row.ref) }),
    }
  }

  /** Whether this process may open the database: it holds its files, or needs only its URL. */
  isHere({ installation_id }: Pick<ProjectRow, 'installation_id'>): boolean {
    return installation_id === null || installation_id === this.#deps.installationId
  }

  /** @throws EngineError when another installation keeps the database */
  requireHere(row: ProjectRow): void {
    if (this.isHere(row)) return
    throw new EngineError('elsewhere', projectText.elsewhere)
  }

  /** The engine for a new project that doesn't choose one: the engine of an existing database, or the preferred one. */
  async engineFor(ref: string): Promise<OwnEngineKind> {
    const { registry } = this.#deps
    return (await registry.madeBy(ref)) ?? registry.preferred
  }

  /** The logins that Prepare makes in a database that was added by URL. */
  loginsOf(ref: string): { reader: Login; service: Login; plainOwner: Login; allowSuperuser: boolean } {
    const { box, allowSuperuser = false } = this.#deps
    const passwordFor = (whose: string) => box.passwordFor(`project ${ref}, ${whose} login`)
    return {
      reader: { role: readerRoleOf(ref), password: passwordFor('reader') },
      service: { role: serviceRoleOf(ref), password: passwordFor('service') },
      plainOwner: { role: plainOwnerRoleOf(ref), password: passwordFor('owner') },
      allowSuperuser,
    }
  }

  async secret(ref: string, name: ProjectSecretName): Promise<string | undefined> {
    const { control, box } = this.#deps
    const sealed = await readProjectSecret(control, ref, name)
    return sealed === undefined ? undefined : box.open(sealed, secretPurpose(ref, name))
  }

  /** A branch has the server of its parent, and its logins: roles belong to the whole server. */
  async #beside({ ref, parent_ref }: ProjectRow): Promise<DatabaseTarget> {
    const target = await this.of(await requireProjectRow(this.#deps.control, parent_ref ?? ref))
    if (target.engine !== 'postgres') throw new EngineError('unavailable', projectText.parentLeftServer)
    return { ...target, id: ref, url: besideUrl(target.url, branchDatabase(ref)) }
  }

  async #added(ref: string): Promise<DatabaseTarget> {
    const url = await this.secret(ref, 'database_url')
    const tls = await this.secret(ref, 'tls')
    if (url === undefined) throw new EngineError('unavailable', projectText.urlMissing)
    const options = tls === undefined ? undefined : (JSON.parse(tls) as TlsOptions)
    return { id: ref, engine: 'postgres', url: parseProjectUrl(url, options), ...this.loginsOf(ref) }
  }
}
