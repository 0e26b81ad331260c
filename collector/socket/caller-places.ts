import type { Socket } from 'socket.io';

/**
 * `CallerPlaces` counts the connections of each caller, so that nobody takes all places alone. It remembers those alone who
 * have one.
 */
export class CallerPlaces {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  isFullFor(subject: string): boolean {
    return (this.#taken.get(subject) ?? 0) >= this.#most;
  }

  /** Takes a place until the connection's end. */
  take(socket: Socket, subject: string): void {
    this.#taken.set(subject, (this.#taken.get(subject) ?? 0) + 1);
    socket.once('disconnect', () => {
      const count = this.#taken.get(subject)! - 1;
      if (count === 0) this.#taken.delete(subject);
      else this.#taken.set(subject, count);
    });
  }
}
