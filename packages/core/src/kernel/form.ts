/**
 * A form without a view: values, problems and the state of the submit. The rules are the body
 * schema of the contract, so that the form and the platform validate alike. A failed submit loses nothing.
 */
import { PlatformError } from '@basedeck/platform-client'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { safeParse, type GenericSchema, type InferInput, type InferOutput } from 'valibot'
import { differing } from '../rules/differing.js'
import { formText } from '../text/form.js'
import { waitingTime } from '../text/time.js'

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
  | { type: 'invalid'; field?: Field }
  | { type: 'failed'; field?: Field }
  | { type: 'busy' }

/** A form without a view: values, problems by field, and the submit. What was typed stays until a submit succeeds. */
export interface Form<Values extends object> {
  readonly $values: ReadableAtom<Values>
  /** Problems by field, as far as they may be shown already: after the field was left, or after a submit. */
  readonly $problems: ReadableAtom<Readonly<Partial<Record<FieldOf<Values>, string>>>>
  readonly $state: ReadableAtom<FormState>
  /** Values that are typed and not sent yet, by field. */
  readonly $typed: ReadableAtom<Partial<Values>>
  /** Whether unsent values would be lost. */
  readonly $isChanged: ReadableAtom<boolean>
  /** Whether typed values were restored after the form was left or the page reloaded, and not changed since. */
  readonly $isRestored: ReadableAtom<boolean>
  /** The user changes a field. */
  set<Field extends FieldOf<Values>>(field: Field, value: Values[Field]): void
  /** The user leaves a field. A field that was only tabbed through shows no problem yet. */
  touch(field: FieldOf<Values>): void
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
}

type ValuesOf<Schema extends GenericSchema> = InferInput<Schema> & object

export function createForm<Schema extends GenericSchema>(
  options: FormOptions<Schema>,
): Form<ValuesOf<Schema>> {
  type Values = ValuesOf<Schema>
  type Field = FieldOf<Values>
  type Problems = Partial<Record<Field, string>>

  const values = options.values ?? createFormValues<Values>(options.initial)
  const { $stored, $typed } = values
  const $isRestored = atom(values.isRestored)
  const $spoken = atom<ReadonlySet<Field> | 'all'>(new Set())
  const $blamed = atom<Problems>({})
  const $state = atom<FormState>({ status: 'idle' })

  const $values = computed([$stored, $typed], (stored, typed): Values => ({ ...stored, ...typed }))
  const $all = computed($values, (values) => problemsOf(options.schema, values) as Problems)
  const $problems = computed([$all, $spoken, $blamed], (all, spoken, blamed): Problems => {
    const fields = Object.keys(all) as Field[]
    const shown = fields.filter((field) => spoken === 'all' || spoken.has(field))
    return { ...blamed, ...pick(all, shown) }
  })

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

  const leave = () => {
    $spoken.set(new Set())
    $blamed.set({})
    if ($state.get().status === 'failed') $state.set({ status: 'idle' })
  }

  return {
    $values,
    $typed,
    $problems,
    $state,
    $isRestored,
    $isChanged: computed($typed, (typed) => Object.keys(typed).length > 0),
    set(field, value) {
      const isAsBefore = value === $stored.get()[field]
      values.type(isAsBefore ? without($typed.get(), field) : { ...$typed.get(), [field]: value })
      $isRestored.set(false)
      $blamed.set(without($blamed.get(), field))
    },
    touch(field) {
      const spoken = $spoken.get()
      if (spoken === 'all' || !(field in $typed.get())) return
      $spoken.set(new Set([...spoken, field]))
    },
    async submit() {
      if ($state.get().status === 'sending') return { type: 'busy' }
      $spoken.set('all')
      $blamed.set({})
      const parsed = safeParse(options.schema, $values.get())
      if (!parsed.success) {
        $state.set({ status: 'idle' })
        const wrong = $all.get()
        const field = (Object.keys($stored.get()) as Field[]).find((name) => name in wrong)
        return field === undefined ? { type: 'invalid' } : { type: 'invalid', field }
      }
      const sent = $typed.get()
      $state.set({ status: 'sending' })
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
function sentenceOf(error: PlatformError): string {
  if (error.kind === 'network') return formText.unreachable
  if (error.retryAfterSeconds === undefined) return error.message
  const time = waitingTime(error.retryAfterSeconds)
  return error.status === 429 ? formText.tooManyAttempts(time) : formText.tryAgainIn(error.message, time)
}

/** The first problem of each field. */
function problemsOf(schema: GenericSchema, values: object): Record<string, string> {
  const { issues = [] } = safeParse(schema, values)
  const problems: Record<string, string> = {}
  for (const issue of issues) {
    const field = issue.path?.[0]?.key
    if (typeof field === 'string') problems[field] ??= issue.message
  }
  return problems
}

function pick<Some extends object>(record: Some, names: readonly string[]): Some {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name))) as Some
}

function without<Some extends object>(record: Some, name: string): Some {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name)) as Some
}
