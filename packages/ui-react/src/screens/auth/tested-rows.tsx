/** The rows of a test: what PostgreSQL did with each, which policy decided, and what each policy says. */
import type { ShownGate, ShownTest, ShownTestedRow } from '@basedeck/core'
import { policiesText } from '@basedeck/core/text'
import { Badge, type BadgeTone } from '../../elements/badge.js'
import { Section } from '../../elements/section.js'
import styles from './policies.module.css'

const text = policiesText.tester

const TONES: Readonly<Record<ShownTestedRow['fate'], BadgeTone>> = {
  allowed: 'good',
  hidden: 'quiet',
  refused: 'bad',
  unknown: 'busy',
  error: 'bad',
}

export function TestedRows({ test }: { test: ShownTest }) {
  return (
    <Section title={test.summary} description={test.visible} isFlush>
      {test.notes.map((note) => (
        <p key={note} className={styles['note']} role="note">
          {note}
        </p>
      ))}
      <ul className={styles['tested']} aria-label={test.summary}>
        {test.rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
    </Section>
  )
}

function Row({ row }: { row: ShownTestedRow }) {
  return (
    <li className={styles['row']}>
      <div className={styles['rowHead']}>
        <Badge tone={TONES[row.fate]}>{row.fateLabel}</Badge>
        <code className={styles['values']}>{row.label}</code>
      </div>
      {row.message !== null && (
        <p>
          <span className={styles['quiet']}>{text.postgres}</span> {row.message}
        </p>
      )}
      {row.decided !== null && <p>{row.decided}</p>}
      {row.differs !== null && (
        <p role="alert" className={styles['differs']}>
          {row.differs}
        </p>
      )}
      {row.gates.length > 0 && (
        <details className={styles['details']}>
          <summary>{text.details}</summary>
          {row.gates.map((gate) => (
            <Gate key={gate.title} gate={gate} />
          ))}
        </details>
      )}
    </li>
  )
}

function Gate({ gate }: { gate: ShownGate }) {
  return (
    <div className={styles['gate']}>
      <p>
        <Badge tone={gate.isOpen ? 'good' : 'quiet'}>{gate.title}</Badge> {gate.reason}
      </p>
      {gate.answers.length > 0 && (
        <ul>
          {gate.answers.map(({ name, kind, value, isFor }) => (
            <li key={name}>
              <bdi>{name}</bdi> <span className={styles['quiet']}>{kind}</span>{' '}
              <code data-for={isFor}>{value}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
