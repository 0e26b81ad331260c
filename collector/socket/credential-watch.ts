import type { Socket } from 'socket.io';
import type { Authenticate } from '../domain/access/authenticate.ts';

/** Milliseconds between two looks; so long at most does a connection outlive its key or token. */
const defaultInterval = 30_000;
/** Credentials that are looked at together: keys that changed hands cost the store a question each. */
const together = 50;

/**
 * Ends connections whose key was revoked, or whose token is over or void: who subscribed to the threats of an account must
 * not go on hearing of them. Connections of one credential cost one look.
 */
export class CredentialWatch {
  readonly #authenticate: Authenticate;
  readonly #sockets = new Map<string, Set<Socket>>();
  readonly #timer: NodeJS.Timeout;
  #looking = false;

  constructor(authenticate: Authenticate, interval = defaultInterval) {
    this.#authenticate = authenticate;
    this.#timer = setInterval(() => void this.#look(), interval).unref();
  }

  /** Watches a connection until its end. */
  follow(socket: Socket, credential: string): void {
    const sockets = this.#sockets.get(credential) ?? new Set();
    this.#sockets.set(credential, sockets.add(socket));
    socket.once('disconnect', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && this.#sockets.get(credential) === sockets) this.#sockets.delete(credential);
    });
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const credentials = [...this.#sockets.keys()];
    for (let index = 0; index < credentials.length; index += together) {
      await Promise.all(
        credentials.slice(index, index + together).map((credential) => this.#lookAt(credential)),
      );
    }
    this.#looking = false;
  }

  async #lookAt(credential: string): Promise<void> {
    try {
      if ((await this.#authenticate(credential)) !== undefined) return;
    } catch {
      // A store that is away says nothing about the key.
      return;
    }
    for (const socket of this.#sockets.get(credential) ?? []) {
      socket.emit('error', { message: 'This key or token is not valid any more.' });
      socket.disconnect(true);
    }
  }
}
