/** The SQL editor: a text, Run, the question before what may write, and the rows. */
import type { SqlEditorScreen } from '@basedeck/core'
import { sqlText } from '@basedeck/core/text'
import { button, element, live, table, together, type End } from './dom.js'

type Question = NonNullable<ReturnType<SqlEditorScreen['$question']['get']>>
type Tab = ReturnType<SqlEditorScreen['$activeTab']['get']>

export function drawEditor(screen: SqlEditorScreen, page: HTMLElement): End {
  const text = element('textarea', {
    rows: 8,
    spellcheck: false,
    ariaLabel: sqlText.editorLabel,
    oninput: () => screen.type(text.value),
    onkeydown: (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void screen.run()
    },
  })
  const actions = element('div', { className: 'row' })
  const footer = element('p', { role: 'status' })
  const error = element('div', { role: 'alert' })
  const result = element('section', { ariaLabel: sqlText.results })
  const dialog = element('dialog', { onclose: () => screen.dismiss() })
  page.replaceChildren(element('h1', {}, screen.title), text, actions, footer, error, result, dialog)

  return together(
    // The draft may come from this device, from the stored snippet, or from another window.
    screen.draft.$text.subscribe((draft) => {
      if (text.value !== draft) text.value = draft
    }),
    live(actions, screen.$run, (run) =>
      run.status === 'running'
        ? button(sqlText.cancel, () => screen.cancel())
        : button(sqlText.run, () => screen.run()),
    ),
    live(footer, screen.$footer, (said) =>
      said ? [said.rows, said.limited, said.time].filter((part) => part !== undefined).join(' ') : null,
    ),
    live(error, screen.$error, (failure) =>
      failure
        ? [
            element('strong', {}, failure.title),
            element('pre', {}, failure.detail.join('\n')),
            ...failure.remarks.map((remark) => element('p', {}, remark)),
          ]
        : null,
    ),
    live(result, screen.$activeTab, drawResult),
    screen.$question.subscribe((question) => ask(dialog, screen, question)),
  )
}

function drawResult(tab: Tab): HTMLElement | null {
  if (tab.kind === 'plan') return element('pre', {}, tab.plan)
  if (tab.kind !== 'result') return null
  const { fields, rows } = tab.result
  if (fields.length === 0) return element('p', {}, sqlText.success, ' ', tab.affected ?? '')
  return table(
    fields.map(({ name }) => name),
    // Values are PostgreSQL's own text: no digit of an int8 is lost on the way.
    Array.from(rows, (row) => row.map((cell) => cell ?? element('em', {}, 'NULL'))),
  )
}

/** Shows the question, or closes the dialog when it was answered. */
function ask(dialog: HTMLDialogElement, screen: SqlEditorScreen, question: Question | null): void {
  if (!question) return dialog.close()
  const confirm = button(sqlText.run, () => screen.confirm())
  const { nameToType } = question
  confirm.disabled = nameToType !== null
  const name = element('input', { oninput: () => (confirm.disabled = name.value !== nameToType) })
  dialog.replaceChildren(
    element('h2', {}, question.warning),
    ...[...question.dangers, ...question.dropImpact, ...question.reasons].map((line) =>
      element('p', {}, line),
    ),
    nameToType === null ? '' : element('label', {}, nameToType, name),
    element('p', {}, question.question),
    element(
      'div',
      { className: 'row' },
      question.offersReadOnly ? button(sqlText.runReadOnly, () => screen.confirmReadOnly()) : '',
      confirm,
      button(sqlText.cancel, () => screen.dismiss()),
    ),
  )
  if (!dialog.open) dialog.showModal()
}
