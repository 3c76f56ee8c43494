/** The page that merges a branch into its parent. */
import type { MergeScreen, MergeView } from '@basedeck/core'
import { mergeText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Badge } from '../../elements/badge.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { ControlButton } from '../../elements/control-button.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { Page } from '../../elements/page.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { SearchField } from '../../elements/search-field.js'
import { Section } from '../../elements/section.js'
import { TextLink } from '../../elements/text-link.js'
import { Time } from '../../elements/time.js'
import { Gated } from '../parts/gated.js'
import { Code, MergeObjects } from './merge-objects.js'
import { MergeRows } from './merge-rows.js'
import { MergeValues } from './merge-values.js'
import styles from './merge.module.css'

export function Merge({ screen }: { screen: MergeScreen }) {
  const view = useStore(screen.$view)
  const isNoBranch = useStore(screen.$isNoBranch)
  return (
    <Page title={screen.title} description={text.lead} width="list">
      <Gated gate={screen.gate}>
        {isNoBranch ? (
          <EmptyState title={text.none} body={text.noBranch}>
            <TextLink href={screen.branchesHref}>{text.toBranches}</TextLink>
          </EmptyState>
        ) : (
          <>
            <RemoteContent state={view}>{(data) => <Compared screen={screen} data={data} />}</RemoteContent>
            {view.status === 'ready' && <MergeRows screen={screen} />}
          </>
        )}
      </Gated>
      <Confirm
        question={screen.question}
        title={({ parent }) => text.question(parent)}
        confirmLabel={text.confirm}
        kind="primary"
      >
        <QuestionBody screen={screen} />
      </Confirm>
      <Confirm question={screen.undoing} title={() => text.undoQuestion} confirmLabel={text.undoConfirm}>
        <UndoBody screen={screen} />
      </Confirm>
    </Page>
  )
}

function Compared({ screen, data }: { screen: MergeScreen; data: MergeView }) {
  const { comparison, conflicts, isEmpty } = data
  const mayMerge = useStore(screen.$mayMerge)
  const problem = useStore(screen.$problem)
  const sections = { screen, mayNotChoose: mayMerge.disabled }
  return (
    <>
      {problem !== null && <ErrorAlert title={problem} />}
      <LastMerge screen={screen} data={data} />
      {!comparison.has_base && <p className={styles['notice']}>{text.noBase}</p>}
      {conflicts > 0 && <p className={styles['notice']}>{text.conflicts(conflicts)}</p>}
      {isEmpty ? (
        <Section
          title={text.into(comparison.branch.name, comparison.parent.name)}
          actions={<Button onClick={screen.compareAgain}>{text.compareAgain}</Button>}
        >
          <EmptyState title={text.none} body={text.noneBody} />
        </Section>
      ) : (
        <>
          <Toolbar screen={screen} data={data} />
          <MergeObjects
            {...sections}
            title={text.schema}
            lead={text.schemaLead}
            empty={text.schemaNone}
            items={data.schema}
          />
          <MergeObjects
            {...sections}
            title={text.policies}
            lead={text.policiesLead}
            empty={text.policiesNone}
            items={data.policies}
          />
          <MergeValues
            {...sections}
            kind="buckets"
            title={text.buckets}
            lead={text.bucketsLead}
            values={comparison.buckets}
          />
          <MergeValues
            {...sections}
            kind="auth"
            title={text.auth}
            lead={text.authLead}
            values={comparison.auth}
          />
        </>
      )}
      {comparison.around.length > 0 && (
        <Section title={text.around} description={text.aroundLead}>
          <Code label={text.around} sql={comparison.around.map(({ sql }) => `${sql};`).join('\n')} />
        </Section>
      )}
      {comparison.not_compared.length > 0 && (
        <Section title={text.notCompared} description={text.notComparedLead}>
          <ul className={styles['quiet']}>
            {comparison.not_compared.map(({ kind, names }) => (
              <li key={kind}>{`${kind}: ${names.join(', ')}`}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Toolbar({ screen, data: { comparison } }: { screen: MergeScreen; data: MergeView }) {
  const words = useStore(screen.$words)
  const { objects, buckets, auth } = useStore(screen.$chosen)
  const mayMerge = useStore(screen.$mayMerge)
  const isPlanning = useStore(screen.$isPlanning)
  const chosen = objects.size + buckets.size + auth.size
  return (
    <Section title={text.into(comparison.branch.name, comparison.parent.name)}>
      <div className={styles['toolbar']}>
        <SearchField label={text.search} value={words} onChange={screen.search} />
        <Button kind="ghost" onClick={() => screen.chooseAll(true)}>
          {text.chooseAll}
        </Button>
        <Button kind="ghost" onClick={() => screen.chooseAll(false)}>
          {text.chooseNone}
        </Button>
        <span className={styles['count']} role="status">
          {text.chosen(chosen)}
        </span>
        <Button onClick={screen.compareAgain}>{text.compareAgain}</Button>
        <ControlButton
          kind="primary"
          controlState={mayMerge}
          aria-disabled={chosen === 0 || isPlanning}
          onClick={() => void screen.askToMerge()}
        >
          {isPlanning ? text.planning : text.merge}
        </ControlButton>
      </div>
    </Section>
  )
}

function LastMerge({ screen, data: { comparison } }: { screen: MergeScreen; data: MergeView }) {
  const mayMerge = useStore(screen.$mayMerge)
  const result = useStore(screen.$result)
  const { last } = comparison
  if (last === null) return null
  return (
    <Section
      title={text.last}
      actions={
        last.undone_at === null && last.undo !== null ? (
          <ControlButton controlState={mayMerge} onClick={() => screen.undoing.ask(last)}>
            {text.undo}
          </ControlButton>
        ) : (
          <Badge tone="quiet">{last.undone_at === null ? text.noUndo : text.undone}</Badge>
        )
      }
    >
      <p className={styles['quiet']}>
        <Time at={last.merged_at} /> {last.merged_by ?? ''}
        {last.version !== null && ` · ${text.mergedAs(last.version)}`}
      </p>
      {result !== null && result.left.length > 0 && <p role="status">{text.left(result.left.join(', '))}</p>}
    </Section>
  )
}

function QuestionBody({ screen }: { screen: MergeScreen }) {
  const state = useStore(screen.question.$state)
  if (state.status === 'closed') return null
  const { statements, settings } = state.subject
  return (
    <div className={styles['stack']}>
      <p>{text.questionBody(statements.length)}</p>
      {settings > 0 && <p>{text.settings(settings)}</p>}
      {statements.length > 0 && (
        <Code label={text.questionSql} sql={statements.map(({ sql }) => `${sql};`).join('\n')} />
      )}
    </div>
  )
}

function UndoBody({ screen }: { screen: MergeScreen }) {
  const state = useStore(screen.undoing.$state)
  if (state.status === 'closed') return null
  const { undo, comes_back_empty: empty } = state.subject
  return (
    <div className={styles['stack']}>
      <p>{text.undoBody}</p>
      <Code label={text.undoBody} sql={(undo ?? []).map(({ sql }) => `${sql};`).join('\n')} />
      {empty.length > 0 && <p>{text.undoEmpty(empty.join(', '))}</p>}
      <p className={styles['quiet']}>{text.undoAuth}</p>
    </div>
  )
}
