import type { Client } from '../rows/client-book.ts';
import { LocatedMap } from './located-map.ts';

/** Clients that are remembered, of all locations, at most twice as many. */
const followed = 20_000;

/** A client of a location, as rows have it. */
interface Asked {
  readonly locationId: number;
  readonly client: Client;
}

/** A client slot is what one detector remembers of each client. */
export interface ClientSlot<Value> {
  get(row: Asked): Value | undefined;
  set(row: Asked, value: Value): Value;
}

/**
 * Client states keep what several detectors remember of a client in one place, since memory is what most look-ups wait for: the
 * first detector finds the client of a row, and the others have it at hand.
 */
export class ClientStates {
  readonly #clients = new LocatedMap<unknown[]>(followed);
  #slots = 0;

  /** Opens a slot; all are to be opened before the first row. */
  slot<Value>(): ClientSlot<Value> {
    const index = this.#slots++;
    const clients = this.#clients;
    return {
      get: ({ locationId, client }) => clients.get(locationId, client.hash)?.[index] as Value | undefined,
      set: ({ locationId, client }, value) => {
        const own =
          clients.get(locationId, client.hash) ??
          clients.add(locationId, client.hash, new Array(this.#slots).fill(undefined));
        own[index] = value;
        return value;
      },
    };
  }

  /** Clients that were forgotten for want of room. */
  get forgotten(): number {
    return this.#clients.forgotten;
  }
}
