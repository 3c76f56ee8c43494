/** The container of menus and tooltips: inside the page's main landmark, so that all content is in a landmark. */
import { createContext, useContext } from 'react'

const PortalContainer = createContext<HTMLElement | null>(null)

/** Provides the element; null until it is mounted. */
export const PortalContainerProvider = PortalContainer.Provider

/** The container of popups; undefined: the page's body. */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainer) ?? undefined
}
