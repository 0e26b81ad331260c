import type { SampleBudget } from '@sonde/sensor/rows/sample-budget.ts';
import type { HelloState } from '@sonde/shared/batch/encrypted-flow.ts';
import { type ClientHello, readClientHello } from './client-hello.ts';
import type { EncryptedDnsOptions } from './encrypted-dns-options.ts';
import type { Flow } from './flow.ts';
import type { FlowCounts } from './flow-counts.ts';
import { cryptoFrames, type InitialHeader, initialKeys, openInitial } from './quic-initial.ts';
import { type HelloFound, helloInHandshake, helloInRecords } from './tls-records.ts';

/** A hello may take so long to come together, in microseconds. */
const helloTime = 10_000_000;
/** Initial packets of one flow that are opened. */
const mostInitials = 12;

/** The hello reader puts the hellos of flows together and reads them, within a bound of memory for all of them. */
export class HelloReader {
  readonly #options: Pick<EncryptedDnsOptions, 'maxHelloBytes' | 'resolvers'>;
  readonly #counts: FlowCounts;
  readonly #tokens: SampleBudget;
  readonly #onForeign: (flow: Flow) => void;
  /** Flows that wait for the rest of their hello, the oldest first. */
  readonly #waiting = new Set<Flow>();
  #waitingBytes = 0;

  /** `onForeign` is told of a flow whose octets begin as no TLS does. */
  constructor(
    options: Pick<EncryptedDnsOptions, 'maxHelloBytes' | 'resolvers'>,
    counts: FlowCounts,
    tokens: SampleBudget,
    onForeign: (flow: Flow) => void,
  ) {
    this.#options = options;
    this.#counts = counts;
    this.#tokens = tokens;
    this.#onForeign = onForeign;
  }

  /** Gives up hellos that waited too long. */
  expire(now: number): void {
    for (const flow of this.#waiting)
      if (Math.abs(now - flow.startedAt) > helloTime) this.giveUp(flow, 'incomplete');
  }

  /** Takes octets of TCP at an offset from the client's first one. */
  segment(flow: Flow, offset: number, bytes: Uint8Array, start: number, end: number): void {
    this.#gather(flow, () => flow.waitForHello().add(offset, bytes, start, end), helloInRecords);
  }

  /** Opens an Initial packet of QUIC. */
  initial(flow: Flow, header: InitialHeader, bytes: Uint8Array, time: number): void {
    // The first was paid for when the flow began.
    if (flow.initials++ > 0 && (flow.initials > mostInitials || !this.#tokens.take(time))) {
      this.#counts.unopened++;
      return;
    }
    flow.keys ??= initialKeys(header.version, header.destinationId);
    let payload = openInitial(bytes, header, flow.keys);
    if (payload === undefined) {
      // After a Retry, or a change of version, the keys are those of the id that the client uses then.
      const id = Buffer.from(header.destinationId).toString('hex');
      if (id === flow.keys.id && header.version === flow.keys.version) return;
      const keys = initialKeys(header.version, header.destinationId);
      payload = openInitial(bytes, header, keys);
      if (payload === undefined) return;
      flow.keys = keys;
    }
    const opened = payload;
    const add = () =>
      cryptoFrames(opened, (offset, start, end) => flow.waitForHello().add(offset, opened, start, end));
    this.#gather(flow, add, helloInHandshake);
  }

  giveUp(flow: Flow, state: HelloState): void {
    this.#forget(flow);
    this.settle(flow, state);
  }

  settle(flow: Flow, state: HelloState, hello?: ClientHello): void {
    this.#counts.hellos[state]++;
    flow.settle(state, hello);
  }

  /** Adds to what came of a hello, and reads it if it is whole. */
  #gather(flow: Flow, add: () => void, find: (bytes: Uint8Array) => HelloFound): void {
    const before = flow.memory;
    add();
    this.#waiting.add(flow);
    this.#waitingBytes += flow.memory - before;
    const found = find(flow.waitForHello().ready);
    if (found === 'foreign') {
      this.#forget(flow);
      flow.bytes = undefined;
      this.#onForeign(flow);
    } else if (found === 'malformed') this.giveUp(flow, 'malformed');
    else if (found !== 'incomplete') {
      const hello = readClientHello(found.body, flow.isTcp ? 't' : 'q');
      this.#forget(flow);
      this.settle(flow, hello === undefined ? 'malformed' : 'read', hello);
      if (hello !== undefined) flow.provider ??= this.#options.resolvers.providerOfName(hello.serverName);
    }
    for (const oldest of this.#waiting) {
      if (this.#waitingBytes <= this.#options.maxHelloBytes) break;
      this.giveUp(oldest, 'incomplete');
    }
  }

  #forget(flow: Flow): void {
    if (this.#waiting.delete(flow)) this.#waitingBytes -= flow.memory;
  }
}
