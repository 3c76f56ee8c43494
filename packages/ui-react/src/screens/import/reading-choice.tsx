/** How a file is read: its delimiter, quotes and encoding, whether it has a head, and what few files need. */
import type { CsvImport, CsvReading } from '@basedeck/core'
import { importText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../elements/button.js'
import fieldStyles from '../../elements/field.module.css'
import { Select } from '../../elements/select.js'
import { Switch } from '../../elements/switch.js'
import styles from './csv-import.module.css'

/** The choice that opens a field for any delimiter. */
const OTHER = 'other'
const MOST_SKIPPED = 1000

export function ReadingChoice({ csvImport }: { csvImport: CsvImport }) {
  const { source, choices } = csvImport
  const file = useStore(source.$file)
  const reading = useStore(source.$reading)
  const notes = useStore(source.$headNotes)
  if (!file || !reading) return null
  return (
    <section aria-label={text.reading} className={styles['section']}>
      <div className={styles['file']}>
        <span className={styles['name']}>{file.name}</span>
        <span className={styles['quiet']}>{file.sizeText}</span>
        <Button kind="ghost" onClick={source.clear}>
          {text.remove}
        </Button>
      </div>
      <div className={styles['choices']}>
        <Delimiter csvImport={csvImport} delimiter={reading.delimiter} />
        <Choice
          label={text.quote}
          value={reading.quote}
          choices={choices.quotes}
          onChoose={(quote) => source.read({ quote: quote as typeof reading.quote })}
        />
        <Choice
          label={text.encoding}
          value={reading.encoding}
          choices={choices.encodings}
          onChoose={(encoding) => source.read({ encoding: encoding as typeof reading.encoding })}
        />
      </div>
      <Switch
        label={text.header}
        isOn={reading.hasHeader}
        hint={notes.length === 0 ? undefined : notes.join(' ')}
        onChange={(hasHeader) => source.read({ hasHeader })}
      />
      <More key={file.name} csvImport={csvImport} />
    </section>
  )
}

/** What few files need. It is open where something of it was found. */
function More({ csvImport }: { csvImport: CsvImport }) {
  const { source, choices } = csvImport
  const reading = useStore(source.$reading)
  const [wasFound] = useState(() => reading !== null && hasMore(reading))
  if (!reading) return null
  return (
    <details className={styles['more']} open={wasFound}>
      <summary>{text.moreReading}</summary>
      <div className={styles['choices']}>
        <Labelled label={text.skipLines}>
          {(id) => (
            <input
              id={id}
              type="number"
              min={0}
              max={MOST_SKIPPED}
              className={`${fieldStyles['input']} ${styles['short']}`}
              value={reading.skipLines ?? 0}
              onChange={({ target }) => source.read({ skipLines: skippedIn(target.value) })}
            />
          )}
        </Labelled>
        <Choice
          label={text.comment}
          value={reading.comment ?? ''}
          choices={choices.comments}
          onChoose={(comment) => source.read({ comment: comment || undefined })}
        />
        <Choice
          label={text.escapes}
          value={reading.escapes ?? ''}
          choices={choices.escapes}
          onChoose={(escapes) =>
            source.read({
              escapes: choices.escapes.find(({ value }) => value === escapes)?.value || undefined,
            })
          }
        />
        <Labelled label={text.nullText}>
          {(id) => (
            <input
              id={id}
              className={`${fieldStyles['input']} ${fieldStyles['code']} ${styles['short']}`}
              autoComplete="off"
              spellCheck={false}
              placeholder={text.nullTextHint}
              value={reading.nullText ?? ''}
              onChange={({ target }) => source.read({ nullText: target.value || undefined })}
            />
          )}
        </Labelled>
      </div>
      <Switch
        label={text.skipsBlanks}
        isOn={reading.skipsBlanks === true}
        onChange={(isOn) => source.read({ skipsBlanks: isOn || undefined })}
      />
      <Switch
        label={text.endsInDelimiter}
        isOn={reading.endsInDelimiter === true}
        onChange={(isOn) => source.read({ endsInDelimiter: isOn || undefined })}
      />
    </details>
  )
}

function hasMore(reading: CsvReading): boolean {
  const { skipLines, comment, escapes, nullText, skipsBlanks, endsInDelimiter } = reading
  return [skipLines, comment, escapes, nullText, skipsBlanks, endsInDelimiter].some(Boolean)
}

function skippedIn(value: string): number | undefined {
  const lines = Math.min(MOST_SKIPPED, Math.max(0, Math.floor(Number(value) || 0)))
  return lines === 0 ? undefined : lines
}

function Delimiter({ csvImport, delimiter }: { csvImport: CsvImport; delimiter: string }) {
  const { source, choices } = csvImport
  const isListed = choices.delimiters.some(({ value }) => value === delimiter)
  const [isOther, setOther] = useState(!isListed)
  return (
    <>
      <Choice
        label={text.delimiter}
        value={isOther ? OTHER : delimiter}
        choices={[...choices.delimiters, { value: OTHER, label: text.otherDelimiter }]}
        onChoose={(chosen) => {
          setOther(chosen === OTHER)
          if (chosen !== OTHER) source.read({ delimiter: chosen })
        }}
      />
      {isOther && (
        <input
          aria-label={text.otherDelimiterLabel}
          className={`${fieldStyles['input']} ${fieldStyles['code']} ${styles['short']}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={choices.longestDelimiter}
          defaultValue={isListed ? '' : delimiter}
          onChange={({ target }) => target.value !== '' && source.read({ delimiter: target.value })}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  choices: readonly { value: string; label: string }[]
  onChoose(value: string): void
}

function Choice({ label, ...select }: ChoiceProps) {
  return (
    <label>
      <span aria-hidden>{label}</span>
      <Select label={label} {...select} />
    </label>
  )
}

function Labelled({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId()
  return (
    <label htmlFor={id}>
      <span>{label}</span>
      {children(id)}
    </label>
  )
}
