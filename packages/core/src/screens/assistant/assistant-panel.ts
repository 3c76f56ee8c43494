/**
 * The assistant beside the page: a conversation, and SQL that it proposes. What runs, runs by the same guard and question as
 * everything else, and only when a person says so.
 */
import { DEFAULT_ROW_LIMIT } from '@basedeck/sql-guard'
import { atom, computed, type ReadableAtom } from 'nanostores'
import { copyText } from '../../kernel/copy-text.js'
import { createScope, type Disposable } from '../../kernel/screen.js'
import type { Turn } from '../../rules/assistant/ai-conversation.js'
import { canSubmitPrompt, submitsPrompt, type PromptKey } from '../../rules/sql/inline-widget.js'
import type { Draft } from '../../sessions/documents/drafts.js'
import { TEXT_BESIDE } from '../../sessions/sql/sql-runs.js'
import { sqlWorkOf } from '../../sessions/sql/sql-work.js'
import { assistantText } from '../../text/assistant.js'
import type { Needs } from '../context.js'
import { createProjectGate } from '../parts/project-gate.js'
import { createGatedRun } from '../query/gated-run.js'
import { createQueryPane, type QueryPane } from '../query/query-pane.js'

/** The conversation with the assistant beside a page. */
export interface AssistantPanel extends Disposable {
  readonly $turns: ReadableAtom<readonly Turn[]>
  readonly $isAnswering: ReadableAtom<boolean>
  /** Whether the last question can be asked again. */
  readonly $canRetry: ReadableAtom<boolean>
  readonly $question: ReadableAtom<string>
  readonly $canSend: ReadableAtom<boolean>
  readonly $includeData: ReadableAtom<boolean>
  /** What went along with the last question, as a sentence; null before the first. */
  readonly $told: ReadableAtom<string | null>
  /** The block whose result is shown; null: none was run. */
  readonly $ranBlock: ReadableAtom<string | null>
  /** The run of that block: its question, its results. */
  readonly pane: QueryPane
  type(question: string): void
  /** True when the key sent the question. */
  press(key: PromptKey): boolean
  send(): Promise<void>
  /** Asks one of the questions that are proposed. */
  ask(question: string): Promise<void>
  stop(): void
  retry(): Promise<void>
  startOver(): void
  setIncludeData(includeData: boolean): void
  copy(sql: string): Promise<boolean>
  openInEditor(sql: string): void
  /** Runs a proposed block; nothing while another one runs. */
  run(block: string, sql: string): Promise<void>
  close(): void
}

export function createAssistantPanel(
  context: Needs<
    | 'host'
    | 'client'
    | 'queries'
    | 'router'
    | '$runtime'
    | 'preferences'
    | 'grammar'
    | 'impersonation'
    | 'sidePanel'
    | 'lazy'
  >,
  ref: string,
): AssistantPanel {
  const { host, router } = context
  const scope = createScope()
  const work = sqlWorkOf(context)
  const talk = work.assistants.of(ref)
  const $question = atom('')
  const $ranBlock = atom<string | null>(null)
  const draft = createPassingDraft()
  const run = createGatedRun(work.sqlRuns.open(ref, TEXT_BESIDE.assistant), createProjectGate(context, ref))
  scope.add(run.dispose)
  const pane = createQueryPane(context, { draft, run, rowLimit: DEFAULT_ROW_LIMIT })
  scope.add(pane.dispose)

  const ask = async (question: string) => {
    if (!canSubmitPrompt(question, talk.$isAnswering.get())) return
    $question.set('')
    await talk.ask(question)
  }
  return {
    pane,
    $turns: computed(talk.$conversation, ({ turns }) => turns),
    $isAnswering: talk.$isAnswering,
    $canRetry: computed([talk.$conversation, talk.$isAnswering], ({ turns }, isAnswering) => {
      const state = turns.at(-1)?.state
      return !isAnswering && (state === 'failed' || state === 'stopped')
    }),
    $question,
    $canSend: computed([$question, talk.$isAnswering], canSubmitPrompt),
    $includeData: computed(talk.$conversation, ({ includeData }) => includeData),
    $told: computed(talk.$context, (told) => {
      if (!told) return null
      if (told.isProtected) return assistantText.told.protected
      return assistantText.told[told.data ? 'data' : told.schema ? 'schema' : 'nothing']
    }),
    $ranBlock,
    type: (question) => $question.set(question),
    press(key) {
      if (!submitsPrompt(key, $question.get(), talk.$isAnswering.get())) return false
      void ask($question.get())
      return true
    },
    send: () => ask($question.get()),
    ask,
    stop: talk.stop,
    retry: talk.retry,
    startOver() {
      $ranBlock.set(null)
      talk.startOver()
    },
    setIncludeData: talk.setIncludeData,
    copy: (sql) => copyText(host, sql),
    openInEditor(sql) {
      const id = work.snippets.of(ref).create({ sql })
      router.open(router.href('sqlEditor', { ref, id }))
    },
    async run(block, sql) {
      if (run.$state.get().status === 'running') return
      $ranBlock.set(block)
      draft.set(sql)
      await pane.run()
    },
    close: context.sidePanel.close,
    dispose: scope.dispose,
  }
}

/** What the assistant proposes is kept in its conversation, and nowhere else. */
function createPassingDraft(): Draft {
  const $text = atom('')
  return {
    $text,
    $kept: atom(true),
    $theirs: atom(null),
    set: (text) => $text.set(text),
    takeTheirs() {},
    keepMine() {},
  }
}
