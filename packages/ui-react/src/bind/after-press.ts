/**
 * Waits until no button of the pointer is held: a layout change between press and release would swallow the
 * click.
 */
let isWatching = false
let isPressed = false

/** Starts to track whether a button is held. */
export function watchPresses(): void {
  if (isWatching) return
  isWatching = true
  const note = ({ type }: Event) => {
    isPressed = type === 'pointerdown'
  }
  for (const type of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(type, note, true)
}

/** Runs at once, or after the click that is under way. */
export function afterPress(run: () => void): void {
  if (!isPressed) return run()
  // The click event follows the release.
  const release = () => void setTimeout(run)
  addEventListener('pointerup', release, { once: true, capture: true })
}
