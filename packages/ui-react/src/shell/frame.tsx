/** The frame around every screen: header, sidebar, side menu, content; below 768 px a bar and a sheet. */
import { shellText } from '@basedeck/core/text'
import { useStore } from '@nanostores/react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useDeck } from '../bind/deck-context.js'
import { PortalContainerProvider } from '../elements/portal-container.js'
import { AssistantPlace } from './assistant-place.js'
import styles from './frame.module.css'
import { EditorPanelPlace } from './editor-panel-place.js'
import { Header } from './header.js'
import { RouteErrorPage } from './route-error.js'
import { NoticeBanner } from './notice-banner.js'
import { PartnerBanner } from './partner-banner.js'
import { SideMenu } from './side-menu.js'
import { TabBarPlace } from './tab-bar-place.js'
import { Sidebar } from './sidebar.js'
import { SnippetPanelPlace } from './snippet-panel-place.js'

const RefreshToast = lazy(async () => ({ default: (await import('./refresh-toast.js')).RefreshToast }))

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
        <a href="#content" className={styles['skip']}>
          {shellText.skipToContent}
        </a>
        <Header menu={menu} />
        {menu && <Sidebar menu={menu} mode={mode} />}
        <div className={styles['page']}>
          {!routeError && <SideMenu />}
          {!routeError && <SnippetPanelPlace />}
          <main id="content" ref={setMain} tabIndex={-1} className={styles['content']}>
            <NoticeBanner />
            {!routeError && <PartnerBanner />}
            {!routeError && <TabBarPlace />}
            {routeError ? <RouteErrorPage routeError={routeError} /> : children}
          </main>
          <EditorPanelPlace />
          <AssistantPlace />
        </div>
        {refreshPrompt && (
          <Suspense>
            <RefreshToast prompt={refreshPrompt} />
          </Suspense>
        )}
      </div>
    </PortalContainerProvider>
  )
}
