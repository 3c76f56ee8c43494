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
  named: (name: string) => `The query is called “${name}” now`,

  edit: 'Edit with AI',
  prompt: 'What should the AI write here?',
  promptSelection: 'How should the AI change this?',
  promptPlaceholder: 'Describe the SQL you need…',
  promptSelectionPlaceholder: 'Describe the change…',
  generate: 'Generate',
  generating: 'Generating…',
  close: 'Close',
  stop: 'Stop',
  review: 'What the AI proposes',
  accept: 'Accept',
  discard: 'Discard',
  dropped: 'The AI’s answer was dropped',
  droppedDetail: 'The text had changed where it would stand. Nothing was replaced.',
  nothingNew: 'The AI proposes the text as it is.',
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
    'The assistant knows the tables and columns of this project, and proposes SQL. You decide what runs.',
  suggestions: [
    'Which tables are there, and how do they belong together?',
    'Write a query that counts the new rows of each day.',
    'How can I find out why a query is slow?',
  ],
  includeData: 'Include data',
  includeDataHint:
    'Three rows of each table you speak of go to the AI service with your question. Without it only names and types do.',
  told: {
    nothing: 'The schema could not be read; the AI service knew nothing of it.',
    schema: 'The AI service was told names and types of your tables, and no rows.',
    data: 'The AI service was told names and types of your tables, and three rows of those you spoke of.',
    protected: 'This project has the HIPAA add-on: neither schema nor data goes to the AI service.',
  },
  copy: 'Copy',
  openInEditor: 'Open in editor',
  run: 'Run',
  proposed: 'Proposed SQL',
}
