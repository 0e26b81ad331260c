import type { Authenticate } from '../domain/people/access/authenticate.ts';

/** Milliseconds between two looks; so long at most does a connection outlive its key or token. */
const defaultInterval = 30_000;
/** Credentials that are looked at together: keys that changed hands cost the store a question each. */
const together = 50;

/**
 * A watched credential is the credential of a connection, with the function that finds out whether it is still good.
 */
export interface WatchedCredential {
  readonly text: string;
  readonly authenticate: Authenticate;
}

/** A watched connection is one that ends, and is ended, as Socket.IO's are. */
export interface WatchedConnection {
  once(event: 'disconnect', listener: () => void): unknown;
  emit(event: 'error', told: { readonly message: string }): unknown;
  disconnect(close: true): unknown;
}

/**
 * A credential watch ends connections whose key was revoked, or whose token or session is over or void: who subscribed
 * to the threats of an account must not go on hearing of them. Connections of one credential cost one look.
 */
export class CredentialWatch {
  readonly #sockets = new Map<
    string,
    { readonly authenticate: Authenticate; readonly all: Set<WatchedConnection> }
  >();
  readonly #timer: NodeJS.Timeout;
  #looking = false;

  constructor(interval = defaultInterval) {
    this.#timer = setInterval(() => void this.#look(), interval).unref();
  }

  /** Watches a connection until its end. */
  follow(socket: WatchedConnection, { text, authenticate }: WatchedCredential): void {
    const sockets = this.#sockets.get(text) ?? { authenticate, all: new Set() };
    sockets.all.add(socket);
    this.#sockets.set(text, sockets);
    socket.once('disconnect', () => {
      sockets.all.delete(socket);
      if (sockets.all.size === 0 && this.#sockets.get(text) === sockets) this.#sockets.delete(text);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const credentials = [...this.#sockets];
    for (let index = 0; index < credentials.length; index += together) {
      await Promise.all(
        credentials
          .slice(index, index + together)
          .map(([text, { authenticate }]) => this.#lookAt({ text, authenticate })),
      );
    }
    this.#looking = false;
  }

  async #lookAt({ text, authenticate }: WatchedCredential): Promise<void> {
    try {
      if ((await authenticate(text)) !== undefined) return;
    } catch {
      // A store that is away says nothing about the key.
      return;
    }
    for (const socket of this.#sockets.get(text)?.all ?? []) {
      socket.emit('error', { message: 'This key, token or session is not valid any more.' });
      socket.disconnect(true);
    }
  }
}
