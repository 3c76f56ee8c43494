/** Where menus and tooltips are put: inside the page's main landmark, so that they belong to a part of the page. */
import { createContext, useContext } from 'react'

const PortalContainer = createContext<HTMLElement | null>(null)

/** Gives the element to everything below; null until it is there. */
export const PortalContainerProvider = PortalContainer.Provider

/** The element to put what floats into; undefined leaves it to the page's body. */
export function usePortalContainer(): HTMLElement | undefined {
  return useContext(PortalContainer) ?? undefined
}
