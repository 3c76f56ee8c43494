/**
 * A form over something that others may change too. Nobody's change is overwritten unseen: what changed meanwhile stands
 * beside what was typed, and the user chooses.
 */
import { PlatformError } from '@basedeck/platform-client'
import { atom, type ReadableAtom } from 'nanostores'
import { safeParse, type GenericSchema, type InferInput } from 'valibot'
import { createForm, type FieldOf, type Form } from './form.js'
import type { Remote } from './query-store.js'
import { createScope, type Disposable } from './screen.js'

/** A field that both changed. */
export interface Conflict<Values> {
  field: FieldOf<Values>
  mine: unknown
  theirs: unknown
}

/** A form over stored values that others may change too. A conflict is a choice; nothing is overwritten unseen. */
export interface Edit<Values extends object> extends Disposable {
  readonly form: Form<Values>
  /** Null: nobody else was faster. */
  readonly $conflicts: ReadableAtom<Conflict<Values>[] | null>
  /** Saves what was typed over theirs. */
  keepMine(): Promise<void>
  /** Forgets what was typed. */
  takeTheirs(): void
}

export interface EditOptions<Schema extends GenericSchema, Stored extends { updated_at: string }> {
  schema: Schema
  $stored: ReadableAtom<Remote<Stored>>
  /** Shown until it is known. */
  initial: InferInput<Schema> & object
  valuesOf(stored: Stored): InferInput<Schema> & object
  /** Sends what differs. The platform refuses with 409 `stale` when its version is another one than `expected`. */
  save(changes: Partial<InferInput<Schema> & object>, expected: string): Promise<unknown>
  /** The stored one as it is now, past the cache. */
  load(): Promise<Stored>
}

export function createEdit<Schema extends GenericSchema, Stored extends { updated_at: string }>(
  options: EditOptions<Schema, Stored>,
): Edit<InferInput<Schema> & object> {
  type Values = InferInput<Schema> & object
  const { schema, $stored, valuesOf, save, load } = options
  const scope = createScope()
  const $conflicts = atom<Conflict<Values>[] | null>(null)
  /** What the typing began from. */
  let base: { values: Values; version: string } | undefined
  let theirs: Stored | undefined

  const form = createForm({
    schema,
    initial: options.initial,
    async submit() {
      if (!base) return
      const from = normal(base.values)
      await saveOver(differing(normal(form.$values.get()), from), from, base.version)
    },
  })

  const follow = (stored: Stored) => {
    base = { values: valuesOf(stored), version: stored.updated_at }
    form.start(base.values)
  }

  /** As it is sent: blanks around a name are no change. */
  const normal = (values: Values): Values => {
    const parsed = safeParse(schema, values)
    return parsed.success ? (parsed.output as Values) : values
  }

  async function saveOver(changes: Partial<Values>, from: Values, version: string): Promise<void> {
    try {
      if (Object.keys(changes).length > 0) await save(changes, version)
      $conflicts.set(null)
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'stale') throw error
      theirs = await load()
      const now = normal(valuesOf(theirs))
      const names = Object.keys(changes) as FieldOf<Values>[]
      const both = names.filter((field) => now[field] !== from[field] && now[field] !== changes[field])
      // Somebody changed something else: that stays, and this is saved beside it.
      if (both.length === 0) return saveOver(differing(changes, now), now, theirs.updated_at)
      $conflicts.set(both.map((field) => ({ field, mine: changes[field], theirs: now[field] })))
      throw error
    }
  }

  scope.add(
    $stored.subscribe((remote) => {
      // While something is typed, the version it began from stays: only so is a change of others noticed.
      if (remote.status === 'ready' && (!base || !form.$isChanged.get())) follow(remote.data)
    }),
  )
  scope.add(
    form.$isChanged.listen((isChanged) => {
      const remote = $stored.get()
      if (isChanged) return
      $conflicts.set(null)
      if (remote.status === 'ready') follow(remote.data)
    }),
  )

  return {
    form,
    $conflicts,
    async keepMine() {
      if (!theirs) return
      // From here on theirs is what the typing began from, so that it differs from nothing else.
      base = { values: valuesOf(theirs), version: theirs.updated_at }
      $conflicts.set(null)
      await form.submit()
    },
    takeTheirs() {
      if (theirs) follow(theirs)
      $conflicts.set(null)
      form.reset()
    },
    dispose: scope.dispose,
  }
}

function differing<Values extends object>(values: Partial<Values>, from: Values): Partial<Values> {
  const names = (Object.keys(values) as (keyof Values)[]).filter((name) => values[name] !== from[name])
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<Values>
}
