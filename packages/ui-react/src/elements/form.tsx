/** A form: its fields, the platform's error, its buttons. After a submit the first wrong field has the focus. */
import type { Form as FormModel } from '@basedeck/core'
import { formText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CircleAlert } from 'lucide-react'
import type { ReactNode, SubmitEvent } from 'react'
import { Button } from './button.js'
import { classNames } from './class-names.js'
import styles from './form.module.css'
import { Icon } from './icon.js'

export interface FormProps<Values extends object> {
  form: FormModel<Values>
  /** The button's label: "Save", "Create token". */
  submitLabel: string
  /** Its label while the form is sent: "Saving…". */
  sendingLabel: string
  kind?: 'primary' | 'danger'
  /** The form's accessible name, when no heading beside it says it. */
  label?: string
  /** An edit: the button is disabled until a value changes. */
  isEdit?: boolean
  /** More buttons, before the one that submits. */
  buttons?: ReactNode
  /** Beside the buttons, at the start of their row: a link, a remark. */
  note?: ReactNode
  /** For a form on a page without the frame: the button takes the whole width, and no line is above it. */
  isWide?: boolean
  /** Called after the form was accepted. */
  onDone?: () => void
  children: ReactNode
}

export function Form<Values extends object>(props: FormProps<Values>) {
  const { form, kind = 'primary', isEdit = false, isWide = false } = props
  const state = useStore(form.$state)
  const isChanged = useStore(form.$isChanged)
  const isSending = state.status === 'sending'

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React bubbles the event from a dialog's form to the page's form, though the markup does not nest them.
    event.stopPropagation()
    const { elements } = event.currentTarget
    const outcome = await form.submit()
    if (outcome.type === 'done') props.onDone?.()
    else if ('field' in outcome) focusField(elements, outcome.field)
  }

  return (
    <form
      noValidate
      aria-label={props.label}
      aria-busy={isSending}
      className={classNames(styles['form'], isWide && styles['wide'])}
      onSubmit={(event) => void submit(event)}
    >
      <div className={styles['fields']} data-fields>
        {useStore(form.$isRestored) && (
          <div role="status" className={styles['restored']}>
            <p>{formText.restored}</p>
            <Button kind="ghost" onClick={form.reset}>
              {formText.discard}
            </Button>
          </div>
        )}
        {props.children}
        {state.status === 'failed' && (
          <div ref={show} role="alert" className={styles['problem']}>
            <Icon of={CircleAlert} />
            <p>{state.message}</p>
          </div>
        )}
      </div>
      <div className={styles['buttons']}>
        {props.note !== undefined && <div className={styles['note']}>{props.note}</div>}
        {props.buttons}
        {/* While the form is sent, the button stays enabled to keep the focus: a second submit does nothing. */}
        <Button type="submit" kind={kind} disabled={isEdit && !isChanged} aria-disabled={isSending}>
          {isSending ? props.sendingLabel : props.submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Below a long form, the error would be out of sight. */
function show(problem: HTMLElement | null): void {
  problem?.scrollIntoView({ block: 'nearest' })
}

function focusField(elements: HTMLFormControlsCollection, name: string): void {
  const found = elements.namedItem(name)
  // A group of radio buttons: the chosen one, or else the first.
  const control =
    found instanceof RadioNodeList
      ? ([...found].find((node) => node instanceof HTMLInputElement && node.checked) ?? found[0])
      : found
  if (control instanceof HTMLElement) control.focus()
}
