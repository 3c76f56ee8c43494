/**
 * A form without a view: values, problems and the state of the submit. The rules are the body
 * schema of the contract, so that the form and the platform validate alike. A failed submit loses nothing.
 */
import { PlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { safeParse, type GenericSchema, type InferInput, type InferOutput } from 'valibot'
import { differing } from '../rules/documents/differing.js'
import { formText } from '../text/form.js'
import { waitingTime } from '../text/time.js'
import { createFormChecks, type FormChecksOf } from './form-checks.js'
import {
  fieldIn,
  shiftedPath,
  shiftOfInsert,
  shiftOfMove,
  shiftOfRemoval,
  valueAt,
  withValueAt,
  type Shift,
} from './form-paths.js'

/** Whether a form is being sent, or why the last submit failed. */
export type FormState =
  | { status: 'idle' }
  | { status: 'sending' }
  /** `error` is missing when the failure was not an answer of the platform. */
  | { status: 'failed'; message: string; error?: PlatformError }

/**
 * - `done`: it was sent and accepted
 * - `invalid`: nothing was sent; `field` is the first wrong one
 * - `failed`: it was refused or did not arrive; `field` is named when the platform blames one
 * - `busy`: an earlier submit is under way, and this one did nothing
 */
export type SubmitOutcome<Field extends string> =
  | { type: 'done' }
  | { type: 'invalid'; field?: PathIn<Field> }
  | { type: 'failed'; field?: Field }
  | { type: 'busy' }

/** A form without a view: values, problems by field, and the submit. What was typed stays until a submit succeeds. */
export interface Form<Values extends object> {
  readonly $values: ReadableAtom<Values>
  /**
   * Problems by field, as far as they may be shown already: after the field was left, or after a submit. Those inside a
   * field of `parts` have a path: `columns.0.name`.
   */
  readonly $problems: ReadableAtom<Readonly<Partial<Record<PathIn<FieldOf<Values>>, string>>>>
  /** Fields about whose values something is being asked. */
  readonly $checking: ReadableAtom<ReadonlySet<FieldOf<Values>>>
  readonly $state: ReadableAtom<FormState>
  /** Values that are typed and not sent yet, by field. */
  readonly $typed: ReadableAtom<Partial<Values>>
  /** Whether unsent values would be lost. */
  readonly $isChanged: ReadableAtom<boolean>
  /** Whether typed values were restored after the form was left or the page reloaded, and not changed since. */
  readonly $isRestored: ReadableAtom<boolean>
  /** The user changes a field. */
  set<Field extends FieldOf<Values>>(field: Field, value: Values[Field]): void
  /** The user changes a value inside a field: `columns.0.name`. */
  setAt(path: PathIn<FieldOf<Values>>, value: unknown): void
  /** The user leaves a field. A field that was only tabbed through shows no problem yet. */
  touch(path: PathIn<FieldOf<Values>>): void
  /** The list at a path, to which the user adds items, and removes and moves them. Problems follow their items. */
  list(path: PathIn<FieldOf<Values>>): FormList
  submit(): Promise<SubmitOutcome<FieldOf<Values>>>
  /** The platform's values change (they were loaded, or saved elsewhere); typed values stay over them. */
  start(values: Values): void
  /** Restores values that were typed in an earlier instance of the form. */
  restore(typed: Partial<Values>): void
  /** The user leaves the form: typed values stay, problems and errors go. */
  leave(): void
  /** Discards the typed values. */
  reset(): void
}

/** The name of a field. */
export type FieldOf<Values> = keyof Values & string

/** A field, or the path of one inside it: `columns.0.name`. */
export type PathIn<Field extends string> = Field | `${Field}.${string}`

/** A list among the values of a form. Positions count from 0. */
export interface FormList {
  insert(at: number, item: unknown): void
  remove(at: number): void
  move(from: number, to: number): void
}

/** The values that a form shows, and which of them are typed. A document that stores them gives its own. */
export interface FormValues<Values extends object> {
  /** The values of the platform. */
  readonly $stored: ReadableAtom<Values>
  /** The typed values over them. */
  readonly $typed: ReadableAtom<Partial<Values>>
  /** Whether values were typed in an earlier instance of the form. */
  readonly isRestored: boolean
  type(typed: Partial<Values>): void
  /** The form was sent and accepted. Values typed meanwhile stay. */
  settle(sent: Partial<Values>): void
  /** The platform's values have changed; typed values stay over them. */
  start(stored: Values): void
}

export interface FormOptions<Schema extends GenericSchema> {
  /** The body schema of the contract. */
  schema: Schema
  initial: ValuesOf<Schema>
  /** Default: the form keeps its values itself, beginning with `initial`. */
  values?: FormValues<ValuesOf<Schema>>
  /** Sends the body. When it throws, the error is shown and the typed values stay; otherwise they are discarded. */
  submit(body: InferOutput<Schema>): Promise<unknown>
  /** Codes of the platform that blame one field: the message is then shown at that field. */
  blames?: Readonly<Record<string, FieldOf<ValuesOf<Schema>>>>
  /** Fields whose parts show their own problems. Of other fields the first problem inside is the field's. */
  parts?: readonly FieldOf<ValuesOf<Schema>>[]
  /** What is asked about a value when its field is left, and before the form is sent. */
  checks?: FormChecksOf<ValuesOf<Schema>>
}

type ValuesOf<Schema extends GenericSchema> = InferInput<Schema> & object

export function createForm<Schema extends GenericSchema>(
  options: FormOptions<Schema>,
): Form<ValuesOf<Schema>> {
  type Values = ValuesOf<Schema>
  type Field = FieldOf<Values>
  type Path = PathIn<Field>
  type Problems = Partial<Record<Path, string>>

  const values = options.values ?? createFormValues<Values>(options.initial)
  const { $stored, $typed } = values
  const $isRestored = atom(values.isRestored)
  const checks = createFormChecks<Values>(options.checks ?? {})
  const $spoken = atom<ReadonlySet<Path> | 'all'>(new Set())
  const $blamed = atom<Problems>({})
  const $state = atom<FormState>({ status: 'idle' })

  const $values = computed([$stored, $typed], (stored, typed): Values => ({ ...stored, ...typed }))
  const $all = computed($values, (values) => problemsOf(options.schema, values, options.parts) as Problems)
  const $problems = computed(
    [$all, $spoken, $blamed, checks.$problems],
    (all, spoken, blamed, checked): Problems => {
      const paths = Object.keys(all) as Path[]
      const shown = paths.filter((path) => spoken === 'all' || spoken.has(path))
      return { ...checked, ...blamed, ...pick(all, shown) }
    },
  )

  const fail = (error: unknown): SubmitOutcome<Field> => {
    if (!(error instanceof PlatformError)) {
      $state.set({ status: 'idle' })
      throw error
    }
    const field = error.code === undefined ? undefined : options.blames?.[error.code]
    if (error.kind === 'aborted' || field !== undefined) $state.set({ status: 'idle' })
    else {
      const failed: FormState = { status: 'failed', message: sentenceOf(error), error }
      $state.set(failed)
      // The platform was away and is back: the form can be sent.
      void error.over?.then(() => $state.get() === failed && $state.set({ status: 'idle' }))
    }
    if (field === undefined) return { type: 'failed' }
    $blamed.set({ [field]: error.message } as Problems)
    return { type: 'failed', field }
  }

  /** The first wrong field in the order of the form's values, and the first wrong path in it. */
  const invalid = (wrong: Problems): SubmitOutcome<Field> => {
    const paths = Object.keys(wrong) as Path[]
    const field = (Object.keys($stored.get()) as Field[]).find((name) =>
      paths.some((path) => fieldIn(path) === name),
    )
    const path = paths.find((one) => fieldIn(one) === field)
    return path === undefined ? { type: 'invalid' } : { type: 'invalid', field: path }
  }

  const leave = () => {
    $spoken.set(new Set())
    $blamed.set({})
    if ($state.get().status === 'failed') $state.set({ status: 'idle' })
  }

  const set = <Name extends Field>(field: Name, value: Values[Name]) => {
    const isAsBefore = value === $stored.get()[field]
    values.type(isAsBefore ? without($typed.get(), field) : { ...$typed.get(), [field]: value })
    $isRestored.set(false)
    $blamed.set(without($blamed.get(), field))
    checks.changed(field)
  }
  const setAt = (path: Path, value: unknown) => {
    const field = fieldIn(path) as Field
    set(field, withValueAt($values.get(), path, value)[field])
  }
  const change = (path: Path, shift: Shift, changed: (items: readonly unknown[]) => readonly unknown[]) => {
    const items = valueAt($values.get(), path)
    setAt(path, changed(Array.isArray(items) ? items : []))
    const spoken = $spoken.get()
    if (spoken === 'all') return
    const shifted = [...spoken].map((one) => shiftedPath(one, path, shift))
    $spoken.set(new Set(shifted.filter((one): one is Path => one !== null)))
  }

  return {
    $values,
    $typed,
    $problems,
    $checking: checks.$checking,
    $state,
    $isRestored,
    $isChanged: computed($typed, (typed) => Object.keys(typed).length > 0),
    set,
    setAt,
    touch(path) {
      const field = fieldIn(path) as Field
      const spoken = $spoken.get()
      if (!(field in $typed.get())) return
      if (spoken !== 'all') $spoken.set(new Set([...spoken, path]))
      if (!(field in $all.get())) void checks.ask(field, $values.get()[field])
    },
    list: (path) => ({
      insert: (at, item) => change(path, shiftOfInsert(at), (items) => items.toSpliced(at, 0, item)),
      remove: (at) => change(path, shiftOfRemoval(at), (items) => items.toSpliced(at, 1)),
      move: (from, to) =>
        change(path, shiftOfMove(from, to), (items) =>
          items.toSpliced(from, 1).toSpliced(to, 0, items[from]),
        ),
    }),
    async submit() {
      if ($state.get().status === 'sending') return { type: 'busy' }
      $spoken.set('all')
      $blamed.set({})
      const parsed = safeParse(options.schema, $values.get())
      if (!parsed.success) {
        $state.set({ status: 'idle' })
        return invalid($all.get())
      }
      const sent = $typed.get()
      $state.set({ status: 'sending' })
      const now = $values.get()
      await Promise.all(checks.fields.map((field) => checks.ask(field, now[field])))
      if (Object.keys(checks.$problems.get()).length > 0) {
        $state.set({ status: 'idle' })
        return invalid(checks.$problems.get() as Problems)
      }
      try {
        await options.submit(parsed.output)
      } catch (error) {
        return fail(error)
      }
      // Sent values are no longer a draft; values typed meanwhile still are.
      values.settle(sent)
      $isRestored.set(false)
      $spoken.set(new Set())
      $state.set({ status: 'idle' })
      return { type: 'done' }
    },
    start: values.start,
    restore(typed) {
      if (Object.keys(typed).length === 0) return
      values.type({ ...$typed.get(), ...typed })
      $isRestored.set(true)
    },
    leave,
    reset() {
      values.type({})
      $isRestored.set(false)
      leave()
    },
  }
}

function createFormValues<Values extends object>(initial: Values): FormValues<Values> {
  const $stored = atom<Values>(initial)
  const $typed = atom<Partial<Values>>({})
  return {
    $stored,
    $typed,
    isRestored: false,
    type: (typed) => $typed.set(typed),
    settle: (sent) => $typed.set(differing($typed.get(), sent)),
    start(stored) {
      $stored.set(stored)
      $typed.set(differing($typed.get(), stored))
    },
  }
}

/** The message of a failed call in a form. */
export function sentenceOf(error: PlatformError): string {
  if (error.kind === 'network') return formText.unreachable
  if (error.retryAfterSeconds === undefined) return error.message
  const time = waitingTime(error.retryAfterSeconds)
  // Its sentence says that one has to wait a while.
  return error.code === 'too_many_attempts'
    ? formText.tooManyAttempts(time)
    : formText.tryAgainIn(error.message, time)
}

/** The first problem of each field, or of each path in a field whose parts show their own. */
function problemsOf(
  schema: GenericSchema,
  values: object,
  parts: readonly string[] = [],
): Record<string, string> {
  const { issues = [] } = safeParse(schema, values)
  const problems: Record<string, string> = {}
  for (const issue of issues) {
    const keys = (issue.path ?? []).map(({ key }) => String(key))
    const [field] = keys
    if (field === undefined) continue
    problems[parts.includes(field) ? keys.join('.') : field] ??= issue.message
  }
  return problems
}

function pick<Some extends object>(record: Some, names: readonly string[]): Some {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as Some
}

function without<Some extends object>(record: Some, name: string): Some {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name)) as Some
}
