import { CaptureError } from '../capture/capture-error.ts';
import type { ContentsSink } from '../capture/capture-source.ts';
import type { Decoded, SharedOctets, ToDecoder } from './messages.ts';

export interface ContentsTakers {
  readonly take: (own: SharedContents, bytes: Uint8Array, start: number, end: number) => void;
  readonly end: (own: SharedContents, done: (decoded: readonly Decoded[]) => void) => void;
}

/** The contents of one file, on their way to threads of which each reads all of it. */
export class SharedContents implements ContentsSink {
  readonly number: number;
  packets = 0;
  readonly #name: string;
  readonly #takers: ContentsTakers;
  #isBegun = false;
  #fault: CaptureError | undefined;

  constructor(number: number, name: string, takers: ContentsTakers) {
    this.number = number;
    this.#name = name;
    this.#takers = takers;
  }

  take(bytes: Uint8Array, start: number, end: number): void {
    if (this.#fault !== undefined) throw this.#fault;
    this.#takers.take(this, bytes, start, end);
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) =>
      this.#takers.end(this, (decoded) => {
        this.hear(decoded);
        resolve();
      }),
    );
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Writes the message that gives these octets of the file to the threads. */
  message(octets: SharedOctets): ToDecoder {
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    return { kind: 'contents', file: this.number, name: this.#name, isFirst, octets };
  }

  /** Takes what the threads, which all read the same, told of the file; nothing if they failed. */
  hear([first]: readonly Decoded[]): void {
    if (first === undefined) return;
    this.packets = first.packets;
    if (first.fault !== undefined) this.#fault = new CaptureError(first.fault.code, first.fault.message);
  }
}
