/** The name of the table; what it is, its sizes and keys open below it. */
import type { TableFacts, TableGridScreen } from '@basedeck/core'
import { tableFactsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { useMenuState } from '../../bind/use-menu-state.js'
import { Button } from '../../elements/button.js'
import { FactList } from '../../elements/fact-list.js'
import { Icon } from '../../elements/icon.js'
import { Popover } from '../../elements/popover.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { TextLink } from '../../elements/text-link.js'
import styles from './table-facts.module.css'

interface TableFactsButtonProps {
  screen: TableGridScreen
  about: { label: string; name: string; kind: string }
}

export function TableFactsButton({ screen, about: { label, name, kind } }: TableFactsButtonProps) {
  const facts = useStore(screen.$facts)
  const { open, onOpenChange } = useMenuState()
  const change = (isOpen: boolean) => {
    screen.lookAtFacts(isOpen)
    onOpenChange(isOpen)
  }
  return (
    <Popover
      label={text.title}
      align="start"
      control={{ open, onOpenChange: change }}
      trigger={
        <Button kind="ghost" aria-label={text.open(name, kind)} title={label} className={styles['name']}>
          <bdi>{name}</bdi> <Icon of={ChevronDown} size={12} />
        </Button>
      }
    >
      <div className={styles['facts']}>
        <TextLink href={screen.columnsHref}>{text.allColumns}</TextLink>
        {facts && <RemoteContent state={facts}>{(shown) => <Facts shown={shown} />}</RemoteContent>}
      </div>
    </Popover>
  )
}

function Facts({ shown: { facts, references } }: { shown: TableFacts }) {
  return (
    <>
      <FactList facts={facts} />
      <h2>{text.references}</h2>
      {references.length === 0 ? (
        <p>{text.noReferences}</p>
      ) : (
        <ul data-tone="plain">
          {references.map(({ key, columns, target, href }) => (
            <li key={key}>
              <bdi>{columns}</bdi> → <TextLink href={href}>{target}</TextLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
