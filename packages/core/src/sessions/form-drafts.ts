/**
 * A form that is left half filled is found again as it was, also after a reload of the window. Passwords are not kept, and
 * what was sent is forgotten.
 */
import type { FieldOf, Form } from '../kernel/form.js'
import type { Host } from '../ports/index.js'

export interface FormDrafts {
  /**
   * Puts back what was typed before, and keeps what is typed from now on.
   * @param secrets fields that are not kept
   */
  keep<Values extends object>(key: string, form: Form<Values>, secrets?: readonly FieldOf<Values>[]): void
  /** Nothing of anybody is kept. */
  forget(): void
}

type Kept = Record<string, Record<string, unknown>>

const KEY = 'basedeck:forms'

export function createFormDrafts({ windowStorage }: Pick<Host, 'windowStorage'>): FormDrafts {
  let kept = keptIn(windowStorage?.get(KEY) ?? null)
  const write = (next: Kept) => {
    kept = next
    if (Object.keys(kept).length > 0) windowStorage?.set(KEY, JSON.stringify(kept))
    else windowStorage?.remove(KEY)
  }
  return {
    keep(key, form, secrets = []) {
      const hidden = new Set<string>(secrets)
      const known = form.$values.get()
      // A field that the form has no more, or that holds something else now, is left alone.
      const typed = Object.entries(kept[key] ?? {}).filter(
        ([field, value]) => field in known && typeof value === typeof known[field as keyof typeof known],
      )
      form.restore(Object.fromEntries(typed) as Partial<typeof known>)
      // It ends with the form: one that is sent may clear itself after its page was left.
      form.$typed.listen((typed) => {
        const { [key]: _before, ...others } = kept
        const open = Object.entries(typed).filter(([field]) => !hidden.has(field))
        write(open.length === 0 ? others : { ...others, [key]: Object.fromEntries(open) })
      })
    },
    forget: () => write({}),
  }
}

/** What another version or hand wrote counts for nothing. */
function keptIn(text: string | null): Kept {
  try {
    const stored: unknown = JSON.parse(text ?? '{}')
    const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
    if (isRecord(stored) && Object.values(stored as object).every(isRecord)) return stored as Kept
  } catch {
    // The same.
  }
  return {}
}
