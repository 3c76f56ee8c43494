/** What the actions that have a key are called, and why one can't be done now. */
export const actionsText = {
  commandMenu: 'Command menu',
  shortcuts: 'Keyboard shortcuts',
  editorPanel: 'SQL editor panel',
  assistant: 'Ask the assistant',
  noProject: 'Open a project first.',
  noAssistant:
    'This platform has no AI service. Its operator connects one with BASEDECK_AI_URL, BASEDECK_AI_MODEL and BASEDECK_AI_KEY.',
}
