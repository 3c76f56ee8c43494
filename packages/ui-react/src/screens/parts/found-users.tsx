/** A search for a user of the project, over the users that it finds. */
import type { UserChoices, UserFinder } from '@basedeck/core'
import { errorText, impersonationText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { Button } from '../../elements/button.js'
import { classNames } from '../../elements/class-names.js'
import { Combobox, ComboboxList, ComboboxOption } from '../../elements/combobox.js'
import { Icon } from '../../elements/icon.js'
import { Skeleton } from '../../elements/skeleton.js'
import styles from './found-users.module.css'

export interface FoundUsersProps {
  finder: Pick<UserFinder, '$search' | '$users' | 'search'>
  /** Empty: none. */
  chosen: string
  onChoose(id: string): void
}

export function FoundUsers({ finder, chosen, onChoose }: FoundUsersProps) {
  return (
    <div className={styles['users']}>
      <Combobox
        label={text.findUser}
        words={useStore(finder.$search)}
        start={chosen === '' ? null : chosen}
        highlightsFirst={false}
        onType={finder.search}
        onTake={onChoose}
      >
        <Users users={useStore(finder.$users)} chosen={chosen} />
      </Combobox>
    </div>
  )
}

function Users({ users, chosen }: { users: UserChoices; chosen: string }) {
  switch (users.status) {
    case 'loading':
      return <Skeleton label={text.users} />
    case 'failed':
      return (
        <div role="alert" className={styles['quiet']}>
          <p>
            {users.title}: {users.detail}
          </p>
          <Button onClick={users.retry}>{errorText.retry}</Button>
        </div>
      )
    case 'empty':
      return <p className={styles['quiet']}>{users.title}</p>
    case 'ready':
      return (
        <ComboboxList label={text.users} className={styles['choices']}>
          {users.users.map(({ id, label, detail }) => (
            <ComboboxOption
              key={id}
              value={id}
              className={classNames(styles['user'], id === chosen && styles['chosen'])}
            >
              <bdi>{label}</bdi>
              <small>{detail}</small>
              {id === chosen && <Icon of={Check} size={14} />}
            </ComboboxOption>
          ))}
        </ComboboxList>
      )
  }
}
