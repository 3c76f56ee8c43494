/** Resolves at a moment that no test could choose: a program is killed then, in the middle of whatever it does. */
export function randomMoment(mostMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * mostMs))
}
