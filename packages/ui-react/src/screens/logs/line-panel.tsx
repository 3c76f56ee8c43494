/** The line that is open: its fields, each of which narrows the search, where it leads, and the rest of its request. */
import type { LogsScreen, OpenLine } from '@basedeck/core'
import { duration, logsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { CircleMinus, CirclePlus } from 'lucide-react'
import { useLast } from '../../bind/use-last.js'
import { Badge } from '../../elements/badge.js'
import { CopyButton } from '../../elements/copy-button.js'
import { Icon } from '../../elements/icon.js'
import { IconButton } from '../../elements/icon-button.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { SidePanel } from '../../elements/side-panel.js'
import { Skeleton } from '../../elements/skeleton.js'
import { TextButton, TextLink } from '../../elements/text-link.js'
import { LEVEL_TONES } from './level-tones.js'
import styles from './logs.module.css'

const text = logsText.line

export function LinePanel({ screen }: { screen: LogsScreen }) {
  const open = useStore(screen.$open)
  const last = useLast(open)
  return (
    <SidePanel
      open={open !== null}
      title={last?.title ?? ''}
      closeLabel={text.close}
      isWide
      onClose={screen.close}
    >
      {last && (
        <div className={styles['line']}>
          <div className={styles['lineHead']}>
            <Badge tone={LEVEL_TONES[last.level]}>{last.levelLabel}</Badge>
            <time dateTime={last.time}>{last.timeText}</time>
            <CopyButton label={text.copy} onCopy={screen.copyOpen} />
          </div>
          <pre className={styles['whole']}>{last.message}</pre>
          {last.links.length > 0 && (
            <ul className={styles['links']} aria-label={text.links}>
              {last.links.map(({ key, label, href }) => (
                <li key={key}>
                  <TextLink href={href}>{label}</TextLink>
                </li>
              ))}
            </ul>
          )}
          <Fields screen={screen} line={last} />
          <Request screen={screen} line={last} />
        </div>
      )}
    </SidePanel>
  )
}

interface LineProps {
  screen: LogsScreen
  line: OpenLine
}

function Fields({ screen, line }: LineProps) {
  const narrow = (name: string, value: string, not: boolean) => {
    screen.close()
    screen.narrow(name, value, not)
  }
  return (
    <table className={styles['fields']} aria-label={text.fields}>
      <thead>
        <tr>
          <th scope="col">{text.field}</th>
          <th scope="col">{text.value}</th>
          <th scope="col">
            <span className={styles['hidden']}>{text.narrow}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {line.fields.map(({ name, value }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <code>{value}</code>
            </td>
            <td className={styles['narrow']}>
              <IconButton
                label={text.include(name, value)}
                icon={<Icon of={CirclePlus} size={14} />}
                onClick={() => narrow(name, value, false)}
              />
              <IconButton
                label={text.exclude(name, value)}
                icon={<Icon of={CircleMinus} size={14} />}
                onClick={() => narrow(name, value, true)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Request({ screen, line: { request } }: LineProps) {
  return (
    <section aria-label={text.request} className={styles['request']}>
      <h3>{text.request}</h3>
      {request.status === 'none' && <p>{text.requestNone}</p>}
      {request.status === 'loading' && <Skeleton label={logsText.list.loading} />}
      {request.status === 'failed' && <LoadFailure message={request.message} onRetry={request.retry} />}
      {request.status === 'ready' && request.rows.length <= 1 && <p>{text.requestAlone}</p>}
      {request.status === 'ready' && request.rows.length > 1 && (
        <ol>
          {request.rows.map(({ id, afterMs, level, source, message, isOpen }) => (
            <li key={id} aria-current={isOpen || undefined}>
              <span className={styles['after']}>+{duration(afterMs)}</span>
              <Badge tone={LEVEL_TONES[level]}>{source}</Badge>
              <TextButton onClick={() => screen.open(id)}>
                <code>{message}</code>
              </TextButton>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
