/** A new project: a new database, or one that exists and is added as it is. */
import { projectBody } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { object, pipe, string, transform } from 'valibot'
import { organizationQuery } from '../../data/organizations.js'
import { projectCreation } from '../../data/projects.js'
import { runtimeQuery } from '../../data/runtime.js'
import { copyText } from '../../kernel/copy-text.js'
import { defined } from '../../kernel/defined.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Disposable } from '../../kernel/screen.js'
import { engineChoices } from '../../rules/project/engine-choices.js'
import { PASSWORD_BYTES, passwordOf } from '../../rules/project/generated-password.js'
import { REGIONS } from '../../rules/project/regions.js'
import { controlState, type ControlState } from '../../sessions/account/rights.js'
import { newProjectText } from '../../text/new-project.js'
import type { Needs } from '../context.js'
import { createAddDatabase, type AddDatabase } from './add-database.js'

/** An empty field is one that was left out. */
const orNothing = pipe(
  string(),
  transform((text) => (text === '' ? undefined : text)),
)
const newDatabase = object({
  name: projectBody.entries.name,
  db_pass: pipe(orNothing, projectBody.entries.db_pass),
  engine: pipe(orNothing, projectBody.entries.engine),
  region: projectBody.entries.region,
})

export interface NewProjectValues {
  name: string
  db_pass: string
  /** Empty: the platform's own choice. */
  engine: string
  region?: string | undefined
}

export type NewProjectWay = 'new' | 'existing'

/** `/new/{slug}`: makes a project with a new database, or adds a database that exists. */
export interface NewProjectScreen extends Disposable {
  readonly title: string
  /** The name of the organization that the project will belong to. */
  readonly $organization: ReadableAtom<string>
  readonly $create: ReadableAtom<ControlState>
  readonly $way: ReadableAtom<NewProjectWay>
  choose(way: NewProjectWay): void
  readonly form: Form<NewProjectValues>
  readonly $engines: ReadableAtom<{ value: string; label: string; body: string; disabled: boolean }[]>
  readonly regions: { value: string; label: string }[]
  /** Makes up a password. */
  generatePassword(): void
  copyPassword(): Promise<boolean>
  readonly existing: AddDatabase
  readonly cancelHref: string
}

/** The machine of the platform itself. */
const HERE = 'local'

export function createNewProject(
  context: Needs<'host' | 'client' | 'queries' | 'router' | 'formDrafts'>,
  { slug, title }: { slug: string; title: string },
): NewProjectScreen {
  const { client, queries, router, host, formDrafts } = context
  const text = newProjectText
  const $way = atom<NewProjectWay>('new')
  const open = (ref: string) => router.open(router.href('projectHome', { ref }))
  const form: Form<NewProjectValues> = createForm({
    schema: newDatabase,
    initial: { name: '', db_pass: '', engine: '', region: HERE },
    blames: { name_taken: 'name', engine_unavailable: 'engine' },
    async submit(typed) {
      const body = defined({ ...typed, organization_slug: slug })
      const project = await mutate(queries, projectCreation(client), body)
      open(project.ref)
    },
  })
  const existing = createAddDatabase({ client, queries, slug, added: (project) => open(project.ref) })
  formDrafts.keep(`new-project ${slug}`, form, ['db_pass'])
  // Its address may hold a password.
  formDrafts.keep(`add-database ${slug}`, existing.form, ['database_url'])
  return {
    title,
    $organization: computed(queries.store(organizationQuery(client, slug)), (organization) =>
      organization.status === 'ready' ? organization.data.name : slug,
    ),
    $create: controlState(
      context,
      { action: 'create', resource: 'projects', organizationSlug: slug },
      text.mayNotCreate,
    ),
    $way,
    choose(way) {
      if (way === $way.get()) return
      // The name is the same whichever way it is made.
      if (way === 'new') form.set('name', existing.form.$values.get().name)
      else existing.form.set('name', form.$values.get().name)
      $way.set(way)
    },
    form,
    $engines: computed(queries.store(runtimeQuery(client)), (runtime) =>
      runtime.status === 'ready' ? choicesOf(engineChoices(runtime.data.capabilities)) : [],
    ),
    regions: [
      { value: HERE, label: text.here },
      ...REGIONS.map(({ code, name }) => ({ value: code, label: name })),
    ],
    generatePassword: () =>
      form.set('db_pass', passwordOf(crypto.getRandomValues(new Uint8Array(PASSWORD_BYTES)))),
    copyPassword: () => copyText(host, form.$values.get().db_pass),
    existing,
    cancelHref: router.href('organizationProjects', { slug }),
    dispose: existing.dispose,
  }
}

function choicesOf(choices: ReturnType<typeof engineChoices>) {
  return choices.map(({ engine, isDefault, refusal }) => ({
    value: isDefault ? '' : engine,
    label: newProjectText.engines[engine].label,
    body: refusal ?? newProjectText.engines[engine].body,
    disabled: refusal !== undefined,
  }))
}
