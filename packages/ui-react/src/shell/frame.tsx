/** The frame around every screen: header, sidebar, side menu, content; below 768 px a bar and a sheet. */
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { CONTENT_ID } from '../bind/is-focus-free.js'
import { lazyComponent } from '../bind/lazy-component.js'
import { PortalContainerProvider } from '../elements/portal-container.js'
import {
  AssistantContainer,
  EditorPanelContainer,
  SnippetPanelContainer,
  TabBarContainer,
} from './containers.js'
import styles from './frame.module.css'
import { Header } from './header.js'
import { RouteErrorPage } from './route-error.js'
import { NoticeBanner } from './notice-banner.js'
import { PartnerBanner } from './partner-banner.js'
import { SideMenu } from './side-menu.js'
import { Sidebar } from './sidebar.js'

const RefreshToast = lazyComponent(async () => (await import('./refresh-toast.js')).RefreshToast)

export function Frame({ children }: { children: ReactNode }) {
  const { shell, preferences } = useDeck()
  const menu = useStore(shell.$sidebar)
  const mode = useStore(preferences.$sidebarMode)
  const routeError = useStore(shell.$routeError)
  const refreshPrompt = useStore(shell.extras.$refreshPrompt)
  const [main, setMain] = useState<HTMLElement | null>(null)
  return (
    <PortalContainerProvider value={main}>
      <div className={styles['frame']} data-sidebar={menu ? mode : 'none'}>
        <a href={`#${CONTENT_ID}`} className={styles['skip']}>
          {shellText.skipToContent}
        </a>
        <Header menu={menu} />
        {menu && <Sidebar menu={menu} mode={mode} />}
        <div className={styles['page']}>
          {!routeError && <SideMenu />}
          {!routeError && <SnippetPanelContainer />}
          <main id={CONTENT_ID} data-pane="content" ref={setMain} tabIndex={-1} className={styles['content']}>
            <NoticeBanner />
            {!routeError && <PartnerBanner />}
            {!routeError && <TabBarContainer />}
            {routeError ? <RouteErrorPage routeError={routeError} /> : children}
          </main>
          <EditorPanelContainer />
          <AssistantContainer />
        </div>
        {refreshPrompt && <RefreshToast prompt={refreshPrompt} />}
      </div>
    </PortalContainerProvider>
  )
}
