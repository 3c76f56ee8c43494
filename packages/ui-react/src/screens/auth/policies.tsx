/** The policies of a schema, their tester and the matrix. */
import type { PoliciesScreen, PolicyPageView } from '@basedeck/core'
import { catalogueText, policiesText as text } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { Page } from '../../elements/page.js'
import { Select } from '../../elements/select.js'
import { Tabs } from '../../elements/tabs.js'
import { Gated } from '../parts/gated.js'
import { StructurePanels } from '../structure/structure-panels-view.js'
import styles from './policies.module.css'
import { PolicyMatrix } from './policy-matrix.js'
import { OpenedPolicy } from './policy-panel.js'
import { PolicyTables } from './policy-tables.js'
import { PolicyTester } from './policy-tester.js'

const TABS = (['list', 'test', 'matrix'] as const).map((key) => ({ key, label: text.views[key] }))

export function Policies({ screen }: { screen: PoliciesScreen }) {
  const shown = useStore(screen.$shown)
  return (
    <Page title={screen.title} description={text.lead} width="list" actions={<Schema screen={screen} />}>
      <Gated gate={screen.gate}>
        <Tabs
          isOfPage
          label={text.views.label}
          tabs={TABS}
          active={shown}
          onOpen={(key) => screen.show(key as PolicyPageView)}
        >
          <div className={styles['view']}>
            {shown === 'list' && <PolicyTables screen={screen} />}
            {shown === 'test' && <PolicyTester screen={screen} />}
            {shown === 'matrix' && <PolicyMatrix screen={screen} />}
          </div>
        </Tabs>
        <OpenedPolicy screen={screen} />
        <StructurePanels panels={screen.structure} />
      </Gated>
    </Page>
  )
}

function Schema({ screen }: { screen: PoliciesScreen }) {
  return (
    <span className={styles['schema']}>
      <span aria-hidden>{catalogueText.schema}</span>
      <Select
        label={catalogueText.schema}
        value={useStore(screen.$schema)}
        choices={useStore(screen.$schemas)}
        onChoose={screen.chooseSchema}
      />
    </span>
  )
}
