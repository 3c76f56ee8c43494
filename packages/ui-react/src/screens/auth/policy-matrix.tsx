/** The matrix of a schema: roles and operations across, tables down. */
import type { MatrixView, PoliciesScreen } from '@basedeck/core'
import { ROW_OPERATIONS } from '@basedeck/core/rules'
import { policiesText, shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { CheckMenu } from '../../elements/check-menu.js'
import { EmptyState } from '../../elements/empty-state.js'
import { LoadFailure } from '../../elements/load-failure.js'
import { Skeleton } from '../../elements/skeleton.js'
import { WideScroller } from '../../elements/wide-scroller.js'
import styles from './policies.module.css'

const text = policiesText.matrix

export function PolicyMatrix({ screen }: { screen: PoliciesScreen }) {
  const { matrix } = screen
  const view = useStore(matrix.$view)
  return (
    <>
      <p className={styles['quiet']}>{text.lead}</p>
      <div className={styles['toolbar']}>
        <CheckMenu
          name={text.roles}
          none={text.noRoles}
          values={useStore(matrix.$roles)}
          choices={useStore(matrix.$roleChoices)}
          onChoose={matrix.chooseRoles}
        />
        <output className={styles['count']}>{view.status === 'ready' ? view.note : ''}</output>
      </div>
      <Content view={view} label={text.label(useStore(screen.$schema))} />
    </>
  )
}

function Content({ view, label }: { view: MatrixView; label: string }) {
  if (view.status === 'loading') return <Skeleton label={shellText.loading} lines={8} />
  if (view.status === 'failed')
    return <LoadFailure title={text.failed} message={view.message} onRetry={view.retry} />
  if (view.rows.length === 0) return <EmptyState title={policiesText.none} body={policiesText.noneBody} />
  if (view.roles.length === 0) return <EmptyState title={text.noRoles} />
  return (
    <>
      <WideScroller className={styles['matrix']} aria-label={label}>
        <table aria-label={label}>
          <thead>
            <tr>
              <th rowSpan={2} scope="col">
                {text.table}
              </th>
              {view.roles.map((role) => (
                <th key={role} colSpan={ROW_OPERATIONS.length} scope="colgroup">
                  <bdi>{role}</bdi>
                </th>
              ))}
            </tr>
            <tr>
              {view.roles.flatMap((role) =>
                ROW_OPERATIONS.map((operation) => (
                  <th key={`${role} ${operation}`} scope="col">
                    {text.operation(operation)}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {view.rows.map(({ id, name, isRlsOn, cells }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{name}</bdi>
                  {!isRlsOn && <Badge tone="bad">{policiesText.rlsOff}</Badge>}
                </th>
                {cells.map((cell) => (
                  <td
                    key={`${cell.role} ${cell.operation}`}
                    title={cell.hint}
                    data-type={cell.type}
                    data-marked={cell.isMarked}
                  >
                    {cell.label}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </WideScroller>
      <p className={styles['quiet']}>{text.legend}</p>
      {view.hasMore && <p className={styles['quiet']}>{policiesText.more}</p>}
    </>
  )
}
