/** What the AI's controls say. */
export const aiText = {
  notConfigured:
    'This platform has no AI service. Its operator connects one with BASEDECK_AI_URL, BASEDECK_AI_MODEL and BASEDECK_AI_KEY.',
  failed: (message: string) =>
    message.startsWith('Failed to generate') ? message : `Failed to generate: ${message}`,
  unknown: 'Unknown error',
  again: (message: string, seconds: number | undefined) =>
    seconds === undefined ? message : `${message} (${seconds} s)`,
  titleFailed: (message: string) => `Failed to generate title: ${message}`,

  nameQuery: 'Name this query with AI',
  naming: 'Finding a name…',
  named: (name: string) => `Query renamed to “${name}”`,

  edit: 'Edit with AI',
  prompt: 'What should the AI write here?',
  promptSelection: 'How should the AI change this?',
  promptPlaceholder: 'Describe the SQL you need…',
  promptSelectionPlaceholder: 'Describe the change…',
  generate: 'Generate',
  generating: 'Generating…',
  close: 'Close',
  stop: 'Stop',
  review: 'AI suggestion',
  accept: 'Accept',
  discard: 'Discard',
  dropped: 'AI suggestion discarded',
  droppedDetail: 'The text at its position has changed. Nothing was replaced.',
  nothingNew: 'The AI suggests no change.',
}

/** What the assistant's panel says. */
export const assistantText = {
  title: 'Assistant',
  label: 'AI assistant',
  close: 'Close the assistant',
  startOver: 'New conversation',
  question: 'Ask the assistant',
  placeholder: 'Ask about your database, or for a query…',
  send: 'Send',
  stop: 'Stop',
  retry: 'Ask again',
  answering: 'Answering…',
  stopped: 'Stopped.',
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  emptyTitle: 'What would you like to know?',
  emptyBody:
    'The assistant knows the tables and columns of this project and suggests SQL. You decide what runs.',
  suggestions: [
    'Which tables are there, and how are they related?',
    'Write a query that counts new rows per day.',
    'How can I find out why a query is slow?',
  ],
  includeData: 'Include data',
  includeDataHint:
    'Sends three rows of each table you mention to the AI service with your question. Otherwise only names and types are sent.',
  told: {
    nothing: 'The schema could not be read, so the AI service answered without it.',
    schema: 'Sent to the AI service: names and types of your tables, no rows.',
    data: 'Sent to the AI service: names and types of your tables, and three rows of each table you mentioned.',
    protected: 'This project has the HIPAA add-on: neither schema nor data is sent to the AI service.',
  },
  copy: 'Copy',
  openInEditor: 'Open in editor',
  run: 'Run',
  proposed: 'Proposed SQL',
}
