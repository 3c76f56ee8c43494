/** Rules of a form that ask somebody else, such as whether a name is taken. Each value is asked about once. */
import { atom, type ReadableAtom } from 'nanostores'

/**
 * Asks whether a value may be sent.
 * @returns the problem as a sentence, or null. When it throws, the value may be sent: the platform decides then.
 */
export type FormCheck<Value> = (value: Value, signal: AbortSignal) => Promise<string | null>

/** A check for each field that has one. */
export type FormChecksOf<Values extends object> = {
  readonly [Field in keyof Values & string]?: FormCheck<Values[Field]>
}

/** The answers to what was asked about the values of a form. */
export interface FormChecks<Values extends object> {
  /** Problems of the values as they are now, by field. */
  readonly $problems: ReadableAtom<Readonly<Partial<Record<keyof Values & string, string>>>>
  /** Fields whose answer is awaited. */
  readonly $checking: ReadableAtom<ReadonlySet<keyof Values & string>>
  /** The field has another value: an answer to the former one is not waited for. */
  changed(field: keyof Values & string): void
  /** Asks about the value, unless it was asked about last. Resolves when the answer is there. */
  ask<Field extends keyof Values & string>(field: Field, value: Values[Field]): Promise<void>
  /** The fields that have a check. */
  readonly fields: readonly (keyof Values & string)[]
}

interface Asked {
  value: unknown
  aborter: AbortController
  answer: Promise<void>
}

export function createFormChecks<Values extends object>(checks: FormChecksOf<Values>): FormChecks<Values> {
  type Field = keyof Values & string
  const $problems = atom<Partial<Record<Field, string>>>({})
  const $checking = atom<ReadonlySet<Field>>(new Set())
  const asked = new Map<Field, Asked>()

  const say = (field: Field, problem: string | null) => {
    const { [field]: _former, ...others } = $problems.get()
    $problems.set(
      (problem === null ? others : { ...others, [field]: problem }) as Partial<Record<Field, string>>,
    )
  }
  const mark = (field: Field, isChecking: boolean) => {
    const others = [...$checking.get()].filter((other) => other !== field)
    $checking.set(new Set(isChecking ? [...others, field] : others))
  }

  return {
    $problems,
    $checking,
    fields: Object.keys(checks) as Field[],
    changed(field) {
      asked.get(field)?.aborter.abort()
      asked.delete(field)
      mark(field, false)
      say(field, null)
    },
    ask(field, value) {
      const check = checks[field]
      if (check === undefined) return Promise.resolve()
      const former = asked.get(field)
      if (former !== undefined && former.value === value) return former.answer
      former?.aborter.abort()
      const aborter = new AbortController()
      const isCurrent = () => asked.get(field)?.aborter === aborter
      const answered = async () => {
        try {
          const problem = await check(value, aborter.signal)
          if (isCurrent()) say(field, problem)
        } catch {
          // It is asked again at the next occasion.
          if (isCurrent()) asked.delete(field)
        }
        if (!aborter.signal.aborted) mark(field, false)
      }
      const answer = answered()
      asked.set(field, { value, aborter, answer })
      mark(field, true)
      return answer
    },
  }
}
