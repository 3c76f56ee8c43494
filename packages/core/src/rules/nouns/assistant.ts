/** The assistant: its answers and its conversation. */
export * from '../assistant/ai-answer.js'
export type { Turn } from '../assistant/ai-conversation.js'
