/** An existing database as a project: its address is tried first, and what came of it is said in one sentence. */
import {
  databaseProbeBody,
  PlatformError,
  probeDatabase,
  projectBody,
  tlsOptions,
  toPlatformError,
  type Client,
  type Project,
} from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { object, pipe, safeParse, string, transform, trim, type InferOutput } from 'valibot'
import { databaseProbe, projectCreation, type ProbeResult } from '../../data/projects.js'
import { defined } from '../../kernel/defined.js'
import { createForm, type Form } from '../../kernel/form.js'
import { mutate } from '../../kernel/mutation.js'
import type { Queries } from '../../kernel/query-store.js'
import type { Disposable } from '../../kernel/screen.js'
import { newProjectText } from '../../text/new-project.js'

const text = newProjectText.existing

export type TlsMode = (typeof text.modes)[number]['value']

export interface ExistingDatabaseValues {
  name: string
  database_url: string
  mode: TlsMode
  /** PEM; empty for none. */
  ca: string
}

/** Where the database is, and how it is reached. */
const address = object({
  database_url: databaseProbeBody.entries.database_url,
  mode: tlsOptions.entries.mode,
  ca: pipe(
    string(),
    trim(),
    transform((pem) => (pem === '' ? undefined : pem)),
    tlsOptions.entries.ca,
  ),
})
const schema = object({ name: projectBody.entries.name, ...address.entries })

/** The result of trying the address in the form. */
export type Trial =
  | { status: 'untried' }
  | { status: 'trying' }
  | { status: 'reached'; sentence: string; warning?: string }
  | { status: 'refused'; sentence: string }

export interface AddDatabase extends Disposable {
  /** Its submit tries the database before it is added. */
  readonly form: Form<ExistingDatabaseValues>
  readonly modes: readonly { value: TlsMode; label: string }[]
  readonly $trial: ReadableAtom<Trial>
  /** Signs in to the database and reads its version; changes nothing there. */
  tryIt(): Promise<void>
}

export interface AddDatabaseOptions {
  client: Client
  queries: Queries
  slug: string
  added(project: Project): void
}

export function createAddDatabase({ client, queries, slug, added }: AddDatabaseOptions): AddDatabase {
  const $trial = atom<Trial>({ status: 'untried' })
  const target = ({ database_url, mode, ca }: InferOutput<typeof address>) => ({
    organization_slug: slug,
    database_url,
    tls: defined({ mode, ca }),
  })
  const form: Form<ExistingDatabaseValues> = createForm({
    schema,
    initial: { name: '', database_url: '', mode: 'prefer', ca: '' },
    blames: { name_taken: 'name' },
    async submit({ name, ...typed }) {
      $trial.set({ status: 'untried' })
      const probe = await mutate(queries, databaseProbe(client), target(typed))
      if (!probe.reachable) throw new PlatformError('invalid', refusalOf(probe))
      added(await mutate(queries, projectCreation(client), { name, ...target(typed) }))
    },
  })
  const $address = computed(form.$values, ({ database_url, mode, ca }) => `${mode} ${database_url} ${ca}`)
  const stopWatching = $address.listen(() => $trial.set({ status: 'untried' }))

  return {
    form,
    modes: text.modes,
    $trial,
    async tryIt() {
      const parsed = safeParse(address, form.$values.get())
      if (!parsed.success) {
        for (const field of ['database_url', 'ca'] as const) form.touch(field)
        // A field that was typed in says it itself.
        const isSaid = Object.keys(form.$problems.get()).length > 0
        $trial.set(isSaid ? { status: 'untried' } : { status: 'refused', sentence: parsed.issues[0].message })
        return
      }
      const asked = $address.get()
      $trial.set({ status: 'trying' })
      const trial = await trialOf(client.call(probeDatabase, { body: target(parsed.output) }))
      // The address was changed meanwhile: the answer is about another one.
      if ($address.get() === asked) $trial.set(trial)
    },
    dispose: stopWatching,
  }
}

async function trialOf(asked: Promise<ProbeResult>): Promise<Trial> {
  try {
    const probe = await asked
    if (!probe.reachable) return { status: 'refused', sentence: refusalOf(probe) }
    return {
      status: 'reached',
      sentence: text.reached(probe.version),
      ...(probe.tls ? {} : { warning: text.notEncrypted }),
    }
  } catch (error) {
    return { status: 'refused', sentence: toPlatformError(error).message }
  }
}

function refusalOf({ reason, untrusted }: Extract<ProbeResult, { reachable: false }>): string {
  return untrusted ? `${sentence(reason)} ${text.untrusted}` : sentence(reason)
}

/** The reason comes from a database, which ends its sentences or not. */
function sentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
}
