/** The part of the package `ws` that the tests use: it has no types of its own. */
declare module 'ws' {
  import type { EventEmitter } from 'node:events';
  import type { IncomingMessage, Server } from 'node:http';

  export class WebSocket extends EventEmitter {
    constructor(url: string | URL, options?: { headers?: Record<string, string> });
    readonly readyState: number;
    readonly url: string;
    send(data: string | Uint8Array): void;
    close(code?: number, reason?: string): void;
    terminate(): void;
  }

  export class WebSocketServer extends EventEmitter<{ connection: [WebSocket, IncomingMessage] }> {
    constructor(options: { server: Server });
    readonly clients: Set<WebSocket>;
    close(done?: () => void): void;
  }
}
