/** What the AI's controls say. */
export const aiText = {
  notConfigured:
    'This platform has no AI service. Its operator connects one with BASEDECK_AI_URL, BASEDECK_AI_MODEL and BASEDECK_AI_KEY.',
  failed: (message: string) => `Failed to generate: ${message}`,
  unknown: 'Unknown error',
  again: (message: string, seconds: number | undefined) =>
    seconds === undefined ? message : `${message} (${seconds} s)`,
  titleFailed: (message: string) => `Failed to generate title: ${message}`,

  edit: 'Edit with AI',
  editHint: 'Write or change SQL with AI',
  prompt: 'What should the AI write here?',
  promptSelection: 'How should the AI change the selection?',
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
