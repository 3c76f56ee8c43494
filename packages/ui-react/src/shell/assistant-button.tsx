/** Opens and closes the assistant beside the page; without an AI service it says why. */
import { useStore } from '@nanostores/react'
import { Sparkles } from 'lucide-react'
import { useDeck } from '../bind/deck-context.js'
import { Icon } from '../elements/icon.js'
import { IconButton } from '../elements/icon-button.js'

export function AssistantButton() {
  const { shell, actions } = useDeck()
  const assistant = useStore(actions.$keyed).find(({ id }) => id === 'assistant')
  const isOpen = useStore(shell.beside.$assistant) !== null
  const hasProject = useStore(shell.$refAtHand) !== null
  // Without a project there is nothing to ask about.
  if (!assistant || !hasProject) return null
  const { label, refusal, run } = assistant
  return (
    <IconButton
      label={label}
      hint={refusal}
      icon={<Icon of={Sparkles} size={18} />}
      aria-disabled={refusal !== undefined}
      aria-pressed={isOpen}
      onClick={refusal === undefined ? run : undefined}
    />
  )
}
