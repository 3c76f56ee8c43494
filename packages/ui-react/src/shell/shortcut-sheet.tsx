/** All keyboard shortcuts, in groups. */
import { Dialog } from '@base-ui/react/dialog'
import type { ShortcutGroup, ShortcutSheet } from '@basedeck/core'
import { commandText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { useLast } from '../bind/use-last.js'
import { Button } from '../elements/button.js'
import dialogStyles from '../elements/confirm-dialog.module.css'
import { Keys } from '../elements/keys.js'
import { Scroller } from '../elements/scroller.js'
import styles from './shortcut-sheet.module.css'

export function ShortcutSheetDialog({ sheet }: { sheet: ShortcutSheet | null }) {
  const shown = useLast(sheet)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={sheet !== null} onOpenChange={(open) => !open && sheet?.close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles['backdrop']} />
        <Dialog.Popup ref={popup} initialFocus={popup} className={styles['popup']}>
          <Dialog.Title className={dialogStyles['title']}>{commandText.sheetTitle}</Dialog.Title>
          {shown && <Groups sheet={shown} />}
          <div className={dialogStyles['buttons']}>
            <Dialog.Close render={<Button>{commandText.close}</Button>} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Groups({ sheet }: { sheet: ShortcutSheet }) {
  const groups = useStore(sheet.$groups)
  return (
    <Scroller className={styles['groups']} aria-label={commandText.sheetTitle}>
      {groups.map((group) => (
        <Group key={group.key} group={group} />
      ))}
    </Scroller>
  )
}

function Group({ group: { title, rows } }: { group: ShortcutGroup }) {
  return (
    <section>
      <h3 className={styles['title']}>{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.key} className={styles['row']} data-refused={row.refusal !== undefined}>
            <dt>
              {row.label}
              {row.refusal !== undefined && <small>{row.refusal}</small>}
            </dt>
            <dd>
              <Keys of={row.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
