/** A button whose menu is loaded at the first press, and then opens at once with the same button as its trigger. */
import { Suspense, useState, type ComponentProps, type ComponentType, type ReactElement } from 'react'
import { lazyWithRetry } from '../bind/lazy-component.js'

export type MenuFaceProps = Omit<ComponentProps<'button'>, 'aria-label'>

/** @param Face the button, which passes its props on to its element */
export function lazyMenuButton(
  Face: ComponentType<MenuFaceProps>,
  load: () => Promise<ComponentType<{ trigger: ReactElement }>>,
) {
  const Menu = lazyWithRetry(load)
  return function LazyMenuButton() {
    const [isWanted, setWanted] = useState(false)
    const button = <Face aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
    if (!isWanted) return button
    return (
      <Suspense fallback={button}>
        <Menu trigger={<Face />} />
      </Suspense>
    )
  }
}
