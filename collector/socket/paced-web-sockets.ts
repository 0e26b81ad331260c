import { type ServerOptions, WebSocketServer } from 'ws';

/** Paced WebSockets handle each message in a turn of its own: who sends a hundred at once holds up nobody else. */
export class PacedWebSockets extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, allowSynchronousEvents: false });
  }
}
