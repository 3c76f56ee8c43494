/** A button whose menu is loaded at the first press, and then opens at once with the same button as its trigger. */
import {
  useState,
  type ComponentProps,
  type ComponentType,
  type FunctionComponent,
  type ReactElement,
} from 'react'
import { lazyComponent } from '../bind/lazy-component.js'

export type MenuFaceProps = Omit<ComponentProps<'button'>, 'aria-label'>

/** @param Face the button, which passes its props on to its element */
export function lazyMenuButton(
  Face: ComponentType<MenuFaceProps>,
  load: () => Promise<FunctionComponent<{ trigger: ReactElement }>>,
) {
  const Menu = lazyComponent<{ trigger: ReactElement; button: ReactElement }>(load, ({ button }) => button)
  return function LazyMenuButton() {
    const [isWanted, setWanted] = useState(false)
    const button = <Face aria-haspopup="menu" aria-expanded={false} onClick={() => setWanted(true)} />
    return isWanted ? <Menu trigger={<Face />} button={button} /> : button
  }
}
