import { messageTypes } from '../dnstap/message-types.ts';
import type { MessageView } from '../dnstap/message-view.ts';
import type { DnstapSink } from '../dnstap/sink.ts';

export interface CanarySighting {
  readonly query: boolean;
  readonly response: boolean;
}

/** Milliseconds that a name is watched for. */
const watchFor = 60_000;

/** A canary watch looks for a name in dnstap messages, while one is asked for; it costs nothing else. */
export class CanaryWatch implements DnstapSink {
  readonly #clock: { now(): number };
  #label: Buffer | undefined;
  #until = 0;
  #query = false;
  #response = false;

  constructor(clock: { now(): number } = Date) {
    this.#clock = clock;
  }

  /** Watches for names that begin with this label. */
  arm(label: string): void {
    this.#label = Buffer.from(label, 'latin1');
    this.#until = this.#clock.now() + watchFor;
    this.#query = false;
    this.#response = false;
  }

  get seen(): CanarySighting {
    return { query: this.#query, response: this.#response };
  }

  message(view: MessageView): void {
    const label = this.#label;
    if (label === undefined) return;
    if (this.#clock.now() > this.#until) {
      this.#label = undefined;
      return;
    }
    const { CLIENT_QUERY, CLIENT_RESPONSE, RESOLVER_QUERY } = messageTypes;
    if (view.type === CLIENT_QUERY || view.type === RESOLVER_QUERY) {
      if (view.buffer.subarray(view.queryStart, view.queryEnd).includes(label)) this.#query = true;
    } else if (view.type === CLIENT_RESPONSE) {
      if (view.buffer.subarray(view.responseStart, view.responseEnd).includes(label)) this.#response = true;
    }
  }
}
