/** States of an engine's databases, for monitoring. */
import type { Database, DatabaseState } from './engine.js'

/** @param openings databases that are open or being opened; one that can't be opened is left out */
export async function statesOf<One extends Database>(
  openings: Iterable<Promise<One>>,
  isClosed: (database: One) => boolean = () => false,
): Promise<DatabaseState[]> {
  const states = await Promise.all(
    Array.from(openings, (opening) =>
      Promise.race([
        opening.then(
          (database) => (isClosed(database) ? 'closed' : database.busyMs() > 0 ? 'working' : 'idle'),
          () => undefined,
        ),
        // Open databases answer before this.
        new Promise<DatabaseState>((resolve) => void setImmediate(resolve, 'opening')),
      ]),
    ),
  )
  return states.filter((state) => state !== undefined)
}
