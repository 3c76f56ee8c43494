/** The AI of the fake platform: its answers are set by the test, in the form of the real ones. */
import {
  askAssistant,
  completeCode,
  suggestTitle,
  type AssistantContext,
  type AssistantEvent,
  type SuggestedTitle,
} from '../contract/index.js'
import { FakeRefusal, fakeRoute, replyRoute, type FakeRoute } from './fake-route.js'
import { projectOf, type FakeWorld } from './fake-world.js'

/** What the AI of the fake platform answers next. A test sets it before it asks. */
export interface FakeAi {
  /** The next completions; a refusal is thrown. */
  completion: string | FakeRefusal
  title: SuggestedTitle | FakeRefusal
  /** What the assistant streams, piece by piece; a refusal ends it. */
  pieces: (string | FakeRefusal)[]
  context: AssistantContext
}

export function createFakeAi(): FakeAi {
  return {
    completion: 'select 1',
    title: { title: 'A query', description: 'It selects.' },
    pieces: ['Here ', 'it is:\n```sql\nselect 1\n```'],
    context: { schema: true, data: false, isProtected: false },
  }
}

export function aiRoutes(world: FakeWorld, ai: FakeAi, isEnabled: () => boolean): FakeRoute[] {
  const begin = () => {
    if (isEnabled()) return
    throw new FakeRefusal(
      501,
      'ai_not_configured',
      'This platform has no AI service; its operator sets one up with BASEDECK_AI_URL and BASEDECK_AI_MODEL',
    )
  }
  const said = <Answer>(answer: Answer | FakeRefusal): Answer => {
    if (answer instanceof FakeRefusal) throw answer
    return answer
  }
  const assistant = replyRoute(askAssistant, ({ params, body }) => {
    begin()
    projectOf(world, params['ref'])
    const { includeData = false } = body
    const { isProtected } = ai.context
    const context = isProtected ? ai.context : { ...ai.context, data: includeData }
    const events: AssistantEvent[] = [{ type: 'context', context }, ...eventsOf(ai.pieces)]
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
    return { status: 200, body: undefined, text }
  })
  return [
    fakeRoute(completeCode, ({ body }) => {
      begin()
      projectOf(world, body.projectRef)
      return said(ai.completion)
    }),
    fakeRoute(suggestTitle, () => {
      begin()
      return said(ai.title)
    }),
    assistant,
  ]
}

function eventsOf(pieces: FakeAi['pieces']): AssistantEvent[] {
  const events = pieces.map((piece): AssistantEvent => {
    if (typeof piece === 'string') return { type: 'text', text: piece }
    return { type: 'failed', code: piece.code, message: piece.message }
  })
  return events.at(-1)?.type === 'failed' ? events : [...events, { type: 'end' }]
}
