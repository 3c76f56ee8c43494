/** Makes a project: decides what runs it and where, and writes it down whole, so that the work behind it can begin. */
import type { EngineKind } from '@basedeck/platform-client/contract'
import { auditStatement } from '../control/audit.js'
import { randomWord } from '../control/organizations.js'
import { OWN_REF } from '../control/own-installation.js'
import { replaceDatabase } from '../control/databases.js'
import { changeStatus, projectByRef, type NewProject, type ProjectRow } from '../control/projects.js'
import { EngineError } from '../engines/engine.js'
import { DATABASE_NAME, OWNER_ROLE } from '../engines/roles.js'
import { besideUrl, branchDatabase } from '../engines/server/branch-database.js'
import type { DatabaseUrl } from '../engines/server/database-url.js'
import { parseProjectUrl } from '../engines/server/project-url.js'
import { DomainError } from '../kernel/domain-error.js'
import { newProjectStatements } from './new-project.js'
import type { Asker, NewProjectRequest } from './project-life.js'
import { requireOpen, requireRow, type LifeContext } from './life-context.js'

const DEFAULT_PORT = 5432
const BRANCH_NAME = 'branches_name_key'

export class Creation {
  readonly #context: LifeContext

  constructor(context: LifeContext) {
    this.#context = context
  }

  /** The row as COMING_UP. @throws DomainError engine_unavailable, invalid_body, name_taken */
  async write(request: NewProjectRequest, asker: Asker | null): Promise<ProjectRow> {
    requireOpen(this.#context)
    const { control } = this.#context.deps
    for (;;) {
      const ref = request.ref ?? randomWord()
      const written = await control.write(await this.#statements(ref, request, asker))
      if (written.ok) return requireRow(this.#context, ref)
      if (written.reason === 'taken' && written.constraint === BRANCH_NAME)
        throw new DomainError('branch_name_taken')
      // Its parent was deleted meanwhile.
      if (written.reason === 'mismatch' && request.asBranch) throw new DomainError('project_not_found')
      if (request.ref !== undefined) throw new DomainError('name_taken')
    }
  }

  /**
   * The project of a self-hosted platform runs on what the program was started with this time, and what failed at an
   * earlier start is tried again: its operator may have put it right.
   */
  async settleOwn(): Promise<void> {
    const { control, operatorDatabase } = this.#context.deps
    const row = await projectByRef(control, OWN_REF)
    if (!row) return
    const isOperators = row.engine === 'postgres'
    if (operatorDatabase?.ref === OWN_REF || isOperators) {
      const engine = operatorDatabase ? 'postgres' : await this.#context.targets.engineFor(OWN_REF)
      await control.write([replaceDatabase(OWN_REF, this.#whereItIs(engine, operatorDatabase?.url))])
    }
    if (this.#context.targets.isHere(row))
      await control.write([changeStatus(OWN_REF, ['INIT_FAILED'], 'COMING_UP')])
  }

  async #statements(ref: string, request: NewProjectRequest, asker: Asker | null) {
    const { box, now, operatorDatabase } = this.#context.deps
    const { existing } = request
    const given = operatorDatabase?.ref === ref ? operatorDatabase.url : existing && parsed(existing)
    const url = request.beside ? besideUrl(request.beside, branchDatabase(ref)) : given
    const engine = await this.#engineFor(ref, url ? 'postgres' : request.engine)
    const project: NewProject = {
      ref,
      name: request.name,
      organizationId: request.organizationId,
      region: request.region ?? 'local',
      workerId: this.#context.deps.installationId,
      ...this.#whereItIs(engine, url),
    }
    const secrets = {
      owner_password: url ? undefined : request.ownerPassword,
      database_url: existing?.url,
      tls: existing?.tls && JSON.stringify(existing.tls),
    }
    return [
      ...(await newProjectStatements(project, secrets, { box, now: now() })),
      auditStatement(asker?.actor ?? null, asker?.origin ?? null, {
        action: request.asBranch ? 'branch.create' : 'project.create',
        target: request.name,
        organizationId: request.organizationId,
        projectRef: ref,
        detail: { engine },
      }),
      ...(request.asBranch?.(ref) ?? []),
    ]
  }

  async #engineFor(ref: string, asked: EngineKind | undefined): Promise<EngineKind> {
    const { registry } = this.#context.deps
    const engine = asked ?? (await this.#context.targets.engineFor(ref))
    const offer = registry.offers.find(({ kind }) => kind === engine)
    if (offer?.available === false) throw new DomainError('engine_unavailable', offer.reason)
    return engine
  }

  #whereItIs(
    engine: EngineKind,
    url: DatabaseUrl | undefined,
  ): Pick<NewProject, 'engine' | 'installationId' | 'database'> {
    const { installationId, databaseHost } = this.#context.deps
    return {
      engine,
      installationId: engine === 'postgres' ? null : installationId,
      database: {
        host: url?.host ?? databaseHost,
        port: url?.port ?? DEFAULT_PORT,
        name: url?.database ?? DATABASE_NAME,
        user: url?.user ?? OWNER_ROLE,
      },
    }
  }
}

function parsed({ url, tls }: NonNullable<NewProjectRequest['existing']>): DatabaseUrl {
  try {
    return parseProjectUrl(url, tls)
  } catch (error) {
    if (error instanceof EngineError) throw new DomainError('invalid_body', error.message, { cause: error })
    throw error
  }
}
