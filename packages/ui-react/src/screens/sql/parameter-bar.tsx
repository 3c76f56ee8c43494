/** The values of a text's parameters, above its results. */
import type { QueryPane, ShownParameter } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import { classNames } from '../../elements/class-names.js'
import fieldStyles from '../../elements/field.module.css'
import styles from './parameter-bar.module.css'

export function ParameterBar({ screen }: { screen: QueryPane }) {
  const parameters = useStore(screen.$parameters)
  if (parameters.length === 0) return null
  return (
    <div role="group" aria-label={sqlText.parameters} className={styles['bar']}>
      {parameters.map((parameter) => (
        <Parameter key={parameter.name} screen={screen} parameter={parameter} />
      ))}
    </div>
  )
}

interface ParameterProps {
  screen: QueryPane
  parameter: ShownParameter
}

function Parameter({ screen, parameter: { name, value, isMissing } }: ParameterProps) {
  const id = useId()
  const placeholder =
    value === null
      ? sqlText.null
      : value === ''
        ? sqlText.parameterEmpty
        : isMissing
          ? sqlText.parameterMissing
          : undefined
  return (
    <div className={styles['parameter']}>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        className={classNames(fieldStyles['input'], fieldStyles['code'])}
        aria-label={sqlText.parameterValue(name)}
        aria-invalid={isMissing}
        value={value ?? ''}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => screen.setParameter(name, event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          void screen.run()
        }}
      />
      <button
        type="button"
        className={styles['null']}
        aria-label={sqlText.parameterNull(name)}
        aria-pressed={value === null}
        onClick={() => screen.setParameter(name, value === null ? '' : null)}
      >
        {sqlText.null}
      </button>
    </div>
  )
}
