import { ClientPrivacy } from '@sonde/sensor/rows/client-privacy.ts';
import type { RowSink } from '@sonde/sensor/rows/row-writer.ts';
import type { PrivacyOptions } from '@sonde/sensor/rows/transaction-options.ts';
import { type EncryptedFlow, encodeFlows } from '@sonde/shared/batch/encrypted-flow.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import type { Flow } from './flow.ts';

/** Rows that are handed out together, at most. */
const mostTogether = 256;

/** The flow rows write flows as rows, with the client's address and the server's name as the privacy options ask. */
export class FlowRows {
  readonly #sink: RowSink;
  #waiting: EncryptedFlow[] = [];
  #privacy: ClientPrivacy;
  #nameLabels: number;

  constructor(sink: RowSink, privacy: PrivacyOptions) {
    this.#sink = sink;
    this.#privacy = new ClientPrivacy(privacy);
    this.#nameLabels = privacy.nameLabels;
  }

  protect(privacy: PrivacyOptions): void {
    this.flush();
    this.#privacy = new ClientPrivacy(privacy);
    this.#nameLabels = privacy.nameLabels;
  }

  write(flow: Flow, isOpen: boolean): void {
    const bytes = Buffer.from(Int32Array.from(flow.words).buffer);
    this.#privacy.apply(bytes, 0);
    const { hello, helloState } = flow;
    this.#waiting.push({
      id: flow.id,
      telling: flow.tellings,
      started_at: flow.startedAt,
      last_seen_at: Math.max(flow.lastSeenAt, flow.startedAt),
      is_open: isOpen,
      client: addressText(bytes.subarray(0, 16)),
      client_port: flow.clientPort,
      server: addressText(bytes.subarray(16)),
      server_port: flow.serverPort,
      transport: flow.transport,
      hello: helloState === 'pending' ? 'incomplete' : helloState,
      server_name: hello === undefined ? null : this.#shortened(hello.serverName),
      alpn: hello === undefined ? null : [...hello.alpn],
      ja4: hello?.ja4 ?? null,
      ech: hello?.hasEch ?? null,
      provider: flow.provider ?? null,
      octets_to_server: flow.octetsToServer,
      octets_to_client: flow.octetsToClient,
      looked_up: flow.lookedUp,
      client_hidden: this.#privacy.isActive,
      vlan: flow.vlan,
    });
    if (this.#waiting.length >= mostTogether) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    const rows = this.#waiting;
    this.#waiting = [];
    this.#sink.flows?.(encodeFlows(rows), rows.length);
  }

  #shortened(name: string): string {
    if (this.#nameLabels === 0) return name;
    return name.split('.').slice(-this.#nameLabels).join('.');
  }
}
