/** The secrets of one connection, by the labels of a key log, without those of nobody's use here. */
export type ConnectionSecrets = Readonly<Record<string, Buffer>>;

/** Connections whose secrets are kept, at most. */
const mostConnections = 100_000;
const mostLineCharacters = 400;
const linePattern = /^([A-Z0-9_]{1,40}) ([0-9a-f]{64}) ((?:[0-9a-f]{2}){32,64})$/i;
const kept = new Set([
  'CLIENT_RANDOM',
  'CLIENT_EARLY_TRAFFIC_SECRET',
  ...['CLIENT', 'SERVER'].flatMap((side) => [`${side}_HANDSHAKE_TRAFFIC_SECRET`, `${side}_TRAFFIC_SECRET_0`]),
]);

/** The TLS secrets are what a key log tells of connections (RFC 9850), by the random number in the client's hello. */
export class TlsSecrets {
  readonly #byRandom = new Map<string, Record<string, Buffer>>();

  get size(): number {
    return this.#byRandom.size;
  }

  /** Adds the lines of a key log; those that are none are passed over. */
  add(text: string): void {
    for (const line of text.split(/\r?\n/)) {
      if (line.length > mostLineCharacters) continue;
      const [, label = '', random = '', secret = ''] = linePattern.exec(line) ?? [];
      if (!kept.has(label)) continue;
      const key = random.toLowerCase();
      let known = this.#byRandom.get(key);
      if (known === undefined) {
        if (this.#byRandom.size >= mostConnections) continue;
        known = {};
        this.#byRandom.set(key, known);
      }
      known[label] = Buffer.from(secret, 'hex');
    }
  }

  of(clientRandom: Uint8Array): ConnectionSecrets | undefined {
    return this.#byRandom.get(Buffer.from(clientRandom).toString('hex'));
  }
}
