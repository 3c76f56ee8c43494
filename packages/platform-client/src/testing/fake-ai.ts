/** The AI of the fake platform: its answers are set by the test, in the form of the real ones. */
import {
  askAssistant,
  assistantBody,
  completeCode,
  completionBody,
  suggestTitle,
  titleBody,
  type AssistantContext,
  type AssistantEvent,
  type SuggestedTitle,
} from '../contract/index.js'
import { FakeRefusal, fakeRoute, type FakeRoute } from './fake-route.js'
import { checked, projectOf, type FakeWorld } from './fake-world.js'

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
  const assistant = fakeRoute(askAssistant, ({ params, body }) => {
    begin()
    projectOf(world, params['ref'])
    const { includeData = false } = checked(assistantBody, body)
    const { isProtected } = ai.context
    const context = isProtected ? ai.context : { ...ai.context, data: includeData }
    return [{ type: 'context', context }, ...eventsOf(ai.pieces)] as never
  })
  return [
    fakeRoute(completeCode, ({ body }) => {
      begin()
      projectOf(world, checked(completionBody, body).projectRef)
      return said(ai.completion)
    }),
    fakeRoute(suggestTitle, ({ body }) => {
      begin()
      checked(titleBody, body)
      return said(ai.title)
    }),
    {
      ...assistant,
      async answer(call) {
        const reply = await assistant.answer(call)
        if (reply.status !== 200) return reply
        const events = reply.body as AssistantEvent[]
        return { ...reply, text: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') }
      },
    },
  ]
}

function eventsOf(pieces: FakeAi['pieces']): AssistantEvent[] {
  const events = pieces.map((piece): AssistantEvent => {
    if (typeof piece === 'string') return { type: 'text', text: piece }
    return { type: 'failed', code: piece.code, message: piece.message }
  })
  return events.at(-1)?.type === 'failed' ? events : [...events, { type: 'end' }]
}
