/** Row-level security of the table: its policies, and the way to switch it, open below the button. */
import type { TableGridScreen } from '@basedeck/core'
import { tableFactsText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChevronDown } from 'lucide-react'
import { useMenuState } from '../../bind/use-menu-state.js'
import { Button } from '../../elements/button.js'
import { ControlButton } from '../../elements/control-button.js'
import { FactList } from '../../elements/fact-list.js'
import { Icon } from '../../elements/icon.js'
import { Popover } from '../../elements/popover.js'
import { RemoteContent } from '../../elements/remote-content.js'
import { TextLink } from '../../elements/text-link.js'
import styles from './table-facts.module.css'

export function RlsButton({ screen, label, hint }: { screen: TableGridScreen; label: string; hint: string }) {
  const policies = useStore(screen.$policies)
  const href = useStore(screen.$policiesHref)
  const rls = useStore(screen.structure.$switches)?.rls
  const { open, onOpenChange } = useMenuState()
  const change = (isOpen: boolean) => {
    screen.lookAtPolicies(isOpen)
    onOpenChange(isOpen)
  }
  return (
    <Popover
      label={label}
      align="start"
      control={{ open, onOpenChange: change }}
      trigger={
        <Button kind="ghost">
          {label} <Icon of={ChevronDown} size={12} />
        </Button>
      }
    >
      <div className={styles['facts']}>
        <p>{hint}</p>
        <h2>{text.policies}</h2>
        {policies && (
          <RemoteContent state={policies}>
            {(shown) =>
              shown.length === 0 ? (
                <p>{text.noPolicies}</p>
              ) : (
                shown.map(({ name, facts }) => (
                  <section key={name} className={styles['policy']}>
                    <h3>
                      <bdi>{name}</bdi>
                    </h3>
                    <FactList facts={facts} />
                  </section>
                ))
              )
            }
          </RemoteContent>
        )}
        <div className={styles['steps']}>
          <TextLink href={href}>{text.allPolicies}</TextLink>
          {rls && (
            <ControlButton
              controlState={rls.state}
              onClick={() => {
                change(false)
                screen.structure.switchRls()
              }}
            >
              {text.turnRls(rls.isOn)}
            </ControlButton>
          )}
        </div>
      </div>
    </Popover>
  )
}
