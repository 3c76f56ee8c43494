/** The question before something is deleted or switched: what it means, what goes with it, and its statement. */
import type { ChangeDialog, DependentsView } from '@basedeck/core'
import { formText, structureText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { Button } from '../../elements/button.js'
import { classNames } from '../../elements/class-names.js'
import { ConfirmDialog } from '../../elements/confirm-dialog.js'
import fieldStyles from '../../elements/field.module.css'
import { LoadFailure } from '../../elements/load-failure.js'
import { Switch } from '../../elements/switch.js'
import { ChangeSql } from './change-sql.js'
import styles from './structure.module.css'

export function ChangeQuestion({ dialog, isOpen }: { dialog: ChangeDialog; isOpen: boolean }) {
  const blocked = useStore(dialog.$blocked)
  const isBusy = useStore(dialog.$isBusy)
  const dependents = useStore(dialog.$dependents)
  return (
    <ConfirmDialog
      open={isOpen}
      title={dialog.title}
      kind={dialog.isDangerous ? 'danger' : 'primary'}
      cancelLabel={text.cancel}
      confirmLabel={isBusy ? text.running : dialog.confirmLabel}
      isBusy={isBusy}
      isBlocked={blocked !== null}
      problem={useStore(dialog.$problem) ?? undefined}
      onCancel={dialog.cancel}
      onConfirm={() => void dialog.confirm()}
    >
      {dialog.sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {dialog.steps.map(({ label, run }) => (
        <Button key={label} onClick={run}>
          {label}
        </Button>
      ))}
      {dependents && <Dependents dependents={dependents} dialog={dialog} />}
      <NameToType dialog={dialog} />
      <ChangeSql statements={useStore(dialog.$statements)} />
    </ConfirmDialog>
  )
}

function Dependents({ dependents, dialog }: { dependents: DependentsView; dialog: ChangeDialog }) {
  const cascades = useStore(dialog.$cascades)
  if (dependents.status === 'loading') return <p role="status">{text.checking}</p>
  if (dependents.status === 'failed')
    return <LoadFailure title={dependents.title} message={dependents.message} onRetry={dependents.retry} />
  if (dependents.groups.length === 0) return <p>{text.nothingDepends}</p>
  return (
    <>
      {dependents.groups.map(({ heading, names, more, isCascade }) => (
        <div key={heading} className={styles['dependents']}>
          {isCascade && dependents.cascade ? (
            <Switch
              label={heading}
              isOn={cascades}
              hint={dependents.cascade.hint}
              onChange={dialog.setCascades}
            />
          ) : (
            <p>{heading}</p>
          )}
          <ul data-tone={isCascade ? 'danger' : 'plain'} aria-label={heading}>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
            {more !== null && <li>{more}</li>}
          </ul>
        </div>
      ))}
    </>
  )
}

function NameToType({ dialog }: { dialog: ChangeDialog }) {
  const id = useId()
  const name = useStore(dialog.$nameToType)
  const typed = useStore(dialog.$typed)
  if (name === null) return null
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={fieldStyles['label']}>
        <span>
          {formText.typeToConfirm.before} <bdi className={styles['name']}>{name}</bdi>{' '}
          {formText.typeToConfirm.after}
        </span>
      </label>
      <input
        id={id}
        className={classNames(fieldStyles['input'], fieldStyles['code'])}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => dialog.type(event.target.value)}
      />
    </div>
  )
}
