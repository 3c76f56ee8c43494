/** SQL over the lines of a project: the editor, templates, saved queries, the result as a table or a chart. */
import type { LogsExplorerScreen, LogsResult, SavedLogQuery } from '@basedeck/core'
import { chartsText, functionsText, logsText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useDeck } from '../../bind/deck-context.js'
import { ActionMenu } from '../../elements/action-menu.js'
import { Button } from '../../elements/button.js'
import { Confirm } from '../../elements/confirm.js'
import { DataList, type DataListColumn } from '../../elements/data-list.js'
import { EmptyState } from '../../elements/empty-state.js'
import { ErrorAlert } from '../../elements/error-alert.js'
import { FormDialog } from '../../elements/form-dialog.js'
import { Page } from '../../elements/page.js'
import { RowMenuButton } from '../../elements/row-menu-button.js'
import { Section } from '../../elements/section.js'
import { SwitchField } from '../../elements/switch-field.js'
import { TextButton, TextLink } from '../../elements/text-link.js'
import { TextField } from '../../elements/text-field.js'
import { CodeEditor } from '../../widgets/code-editor/code-editor.js'
import { ResultChart } from '../parts/result-chart.js'
import styles from './logs.module.css'
import { RangeMenu } from './range-menu.js'

const text = logsText.explorer
const NO_MARKS = [] as const

export function LogsExplorer({ screen }: { screen: LogsExplorerScreen }) {
  return (
    <Page
      title={screen.title}
      description={text.lead}
      width="list"
      actions={
        <>
          <TextLink href={useStore(screen.$alertHref)}>{logsText.toSqlAlert}</TextLink>
          <TextLink href={screen.logsHref}>{logsText.toLogs}</TextLink>
        </>
      }
    >
      <div className={styles['toolbar']}>
        <RangeMenu screen={screen} />
        <ActionMenu
          trigger={<Button>{text.templates}</Button>}
          groups={[
            {
              items: screen.templates.map(({ id, label }) => ({
                label,
                onChoose: () => screen.chooseTemplate(id),
              })),
            },
          ]}
        />
        <Button onClick={screen.save}>{text.saveAs}</Button>
        <RunButton screen={screen} />
      </div>
      <Editor screen={screen} />
      <p className={styles['schema']}>{text.schema}</p>
      <Section title={text.result} actions={<ResultActions screen={screen} />} isFlush>
        <Result screen={screen} />
      </Section>
      <Saved screen={screen} />
      <Saving screen={screen} />
      <Confirm question={screen.deletion} title={() => text.deleteTitle} confirmLabel={text.delete}>
        {text.deleteBody}
      </Confirm>
    </Page>
  )
}

function RunButton({ screen }: { screen: LogsExplorerScreen }) {
  const { status } = useStore(screen.$result)
  if (status === 'running') return <Button onClick={screen.cancel}>{text.cancel}</Button>
  return (
    <Button kind="primary" onClick={() => void screen.run()}>
      {text.run}
    </Button>
  )
}

function Editor({ screen }: { screen: LogsExplorerScreen }) {
  const { preferences } = useDeck()
  return (
    <div className={styles['editor']}>
      <CodeEditor
        label={text.editor}
        leaveHint={functionsText.code.leaveHint}
        value={useStore(screen.$sql)}
        theme={useStore(preferences.$theme)}
        marks={NO_MARKS}
        onChange={screen.type}
        onRun={(selection) => void screen.run(selection?.text)}
      />
    </div>
  )
}

function ResultActions({ screen }: { screen: LogsExplorerScreen }) {
  const result = useStore(screen.$result)
  const isChart = useStore(screen.$chart) !== null
  if (result.status !== 'ready') return null
  return (
    <>
      <Button onClick={screen.toggleChart}>{isChart ? chartsText.showAsRows : chartsText.showAsChart}</Button>
      <Button onClick={screen.download}>{text.download}</Button>
    </>
  )
}

function Result({ screen }: { screen: LogsExplorerScreen }) {
  const result = useStore(screen.$result)
  const chart = useStore(screen.$chart)
  switch (result.status) {
    case 'none':
      return <EmptyState title={text.none} />
    case 'running':
      return (
        <p role="status" className={styles['pad']}>
          {text.running}
        </p>
      )
    case 'cancelled':
      return (
        <p role="status" className={styles['pad']}>
          {text.cancelled}
        </p>
      )
    case 'failed':
      return (
        <div className={styles['pad']}>
          <ErrorAlert title={text.failed}>{result.message}</ErrorAlert>
        </div>
      )
    case 'ready':
      return (
        <>
          <p role="status" className={styles['pad']}>
            {[result.summary, ...result.notes].join(' · ')}
          </p>
          {chart === null ? (
            <Rows result={result} />
          ) : (
            <ResultChart
              label={text.result}
              chart={chart}
              onChange={screen.setChart}
              onCsv={screen.saveChartCsv}
              onPng={(picture) => void screen.saveChartPng(picture)}
            />
          )}
        </>
      )
  }
}

type Ready = Extract<LogsResult, { status: 'ready' }>
type Row = Ready['rows'][number]

function Rows({ result }: { result: Ready }) {
  return (
    <DataList
      label={text.result}
      state={{ status: 'ready', data: result.rows }}
      columns={result.columns.map(resultColumn)}
      keyOf={({ key }) => key}
      empty={{ title: text.noRows }}
    />
  )
}

function resultColumn(label: string, at: number): DataListColumn<Row> {
  return {
    key: `${at} ${label}`,
    label,
    isRowHeader: at === 0,
    cell: ({ cells }) => shownValue(cells[at] ?? null),
  }
}

function shownValue(value: string | null) {
  if (value === null) return <span className={styles['null']}>NULL</span>
  return <code className={styles['message']}>{value}</code>
}

function Saved({ screen }: { screen: LogsExplorerScreen }) {
  return (
    <Section title={text.saved} isFlush>
      <DataList
        label={text.saved}
        state={{ status: 'ready', data: useStore(screen.$saved) }}
        columns={savedColumns(screen)}
        keyOf={({ id }) => id}
        empty={{ title: text.savedNone, body: text.saveHint }}
      />
    </Section>
  )
}

function savedColumns(screen: LogsExplorerScreen): readonly DataListColumn<SavedLogQuery>[] {
  const actions = (saved: SavedLogQuery) => [
    { id: 'delete', label: text.delete, isDangerous: true, run: () => screen.deletion.ask(saved) },
  ]
  return [
    {
      key: 'name',
      label: text.name,
      isRowHeader: true,
      cell: ({ id, name }) => <TextButton onClick={() => screen.openSaved(id)}>{name}</TextButton>,
    },
    {
      key: 'shared',
      label: text.shared,
      isNarrow: true,
      cell: ({ isShared }) => (isShared ? text.sharedYes : text.sharedNo),
    },
    {
      key: 'actions',
      label: text.actions,
      isHiddenLabel: true,
      isNarrow: true,
      align: 'end',
      cell: (saved) => <RowMenuButton label={text.actionsOf(saved.name)} actions={() => actions(saved)} />,
    },
  ]
}

function Saving({ screen }: { screen: LogsExplorerScreen }) {
  const { saving: form } = screen
  return (
    <FormDialog
      open={useStore(screen.$isSaving)}
      title={text.saveTitle}
      form={form}
      label={text.saveTitle}
      submitLabel={text.save}
      sendingLabel={text.saving}
      onClose={screen.closeSave}
    >
      <TextField form={form} name="name" label={text.name} />
      <SwitchField form={form} name="isShared" label={text.share} hint={text.shareHint} />
    </FormDialog>
  )
}
