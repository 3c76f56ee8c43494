/** The choice of the project's database for runs. */
import type { QueryTools } from '@basedeck/core'
import { replicasText, sqlRunningText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { ChoiceButton } from '../../elements/choice-button.js'
import { ChoiceMenu } from '../../elements/choice-menu.js'

export function DatabaseMenu({ databases }: { databases: QueryTools['databases'] }) {
  const chosen = useStore(databases.$database)
  const list = useStore(databases.$databases)
  const createHref = useStore(databases.$createHref)
  const label = list.find(({ value }) => value === chosen)?.label ?? text.primary
  return (
    <ChoiceMenu
      trigger={<ChoiceButton name={text.database} value={label} />}
      value={chosen}
      choices={list}
      note={useStore(databases.$databasesNote)}
      link={createHref === null ? null : { href: createHref, label: replicasText.create }}
      onChoose={databases.choose}
      onOpen={databases.openDatabases}
    />
  )
}
