/**
 * Values of a half-filled form are restored, also after a reload of the window. Passwords are not stored, and
 * sent values are removed.
 */
import type { FieldOf, Form } from '../../kernel/form.js'
import type { Host } from '../../ports/index.js'

export interface FormDrafts {
  /**
   * Restores earlier values, and stores typed values from now on.
   * @param secrets fields that are not stored
   */
  keep<Values extends object>(key: string, form: Form<Values>, secrets?: readonly FieldOf<Values>[]): void
  /** Removes the values of all forms. */
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
      // A field that the form no longer has, or that has another type now, is ignored.
      const typed = Object.entries(kept[key] ?? {}).filter(
        ([field, value]) => field in known && typeof value === typeof known[field as keyof typeof known],
      )
      form.restore(Object.fromEntries(typed) as Partial<typeof known>)
      // Released with the form: a form that was sent may clear itself after its page was left.
      form.$typed.listen((typed) => {
        const { [key]: _before, ...others } = kept
        const open = Object.entries(typed).filter(([field]) => !hidden.has(field))
        write(open.length === 0 ? others : { ...others, [key]: Object.fromEntries(open) })
      })
    },
    forget: () => write({}),
  }
}

/** Anything that another version or hand wrote is ignored. */
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
