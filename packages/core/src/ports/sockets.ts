/** A connection over which both sides send texts whenever they want. */
export interface OpenSocket {
  /** Ignored once the connection has ended. */
  send(text: string): void
  /** `ended` is not called afterwards. */
  close(): void
}

/** What is heard of a connection. */
export interface SocketEars {
  opened(): void
  heard(text: string): void
  /** It could not be opened, or has ended. Called once. */
  ended(): void
}

/** Opens WebSockets to a project's own API, which has another origin than the platform. */
export interface Sockets {
  /** @param url `ws:` or `wss:` */
  open(url: string, ears: SocketEars): OpenSocket
}

/** The part of the standard's WebSocket that is used. */
interface StandardSocket {
  readonly readyState: number
  send(text: string): void
  close(): void
  addEventListener(type: 'message', run: (event: { data: unknown }) => void): void
  addEventListener(type: 'open' | 'close', run: () => void): void
}

const OPEN = 1

/** Sockets by the standard's WebSocket, as browsers have it and Node from version 22. */
export function standardSockets(make: (url: string) => StandardSocket): Sockets {
  return {
    open(url, { opened, heard, ended }) {
      let isClosed = false
      const socket = make(url)
      socket.addEventListener('open', () => !isClosed && opened())
      socket.addEventListener('message', ({ data }) => !isClosed && typeof data === 'string' && heard(data))
      socket.addEventListener('close', () => !isClosed && ended())
      return {
        send: (text) => socket.readyState === OPEN && socket.send(text),
        close() {
          isClosed = true
          socket.close()
        },
      }
    },
  }
}
