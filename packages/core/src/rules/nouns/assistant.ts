/** The assistant: its answers and its conversation. */
export * from '../ai-answer.js'
export type { Turn } from '../ai-conversation.js'
