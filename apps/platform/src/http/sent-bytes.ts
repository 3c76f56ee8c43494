/** How many bytes an answer took on its connection. */
import type { ServerResponse } from 'node:http'

/** What is used of Node's response. */
export type Sending = Pick<ServerResponse, 'once' | 'socket'>

/**
 * Call it before the answer begins: a connection that is kept carries one answer after the other.
 * @returns calls back once the answer has ended, also when it was broken off; never without a connection
 */
export function measureSent(outgoing: Partial<Sending> | undefined): (told: (bytes: number) => void) => void {
  const socket = outgoing?.socket
  if (!socket) return () => {}
  const before = socket.bytesWritten
  return (told) => void outgoing.once?.('close', () => told(socket.bytesWritten - before))
}
