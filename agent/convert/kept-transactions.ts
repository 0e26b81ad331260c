import type { MessageOrigin } from '@sonde/sensor/pairing/message-origin.ts';
import { readTime, slotBytes, slotWords, word } from '@sonde/sensor/pairing/slot.ts';
import type { TransactionTable } from '@sonde/sensor/pairing/transaction-table.ts';
import type { TransactionWitness } from '@sonde/sensor/rows/transaction-witness.ts';
import { offsets, transports } from '@sonde/shared/batch/row-layout.ts';
import { MessageReader } from '@sonde/shared/message/message-reader.ts';
import type { CdnsFileWriter } from './cdns-file-writer.ts';

/** Octets of queries that wait, in all; of those beyond it the header and the question are kept. */
const maxKeptBytes = 32 * 1024 * 1024;
const headerBytes = 12;

/** The kept transactions keep queries until they end, and write each then with its response. */
export class KeptTransactions implements TransactionWitness {
  transactions = 0;
  malformedMessages = 0;
  readonly #writer: CdnsFileWriter;
  readonly #queries = new Map<number, Buffer>();
  #keptBytes = 0;
  readonly #reader = new MessageReader();

  constructor(writer: CdnsFileWriter) {
    this.#writer = writer;
  }

  query(slot: number, { bytes, start, end, nameEnd, questions }: MessageReader): void {
    this.#forget(slot);
    const isWhole = this.#keptBytes + end - start <= maxKeptBytes;
    const length = isWhole ? end - start : questions === 0 ? headerBytes : nameEnd + 4 - start;
    const kept = Buffer.from(bytes.subarray(start, start + length));
    if (!isWhole) kept.fill(0, 6, headerBytes);
    this.#queries.set(slot, kept);
    this.#keptBytes += kept.length;
  }

  ended(slot: number, table: TransactionTable, response: MessageReader | undefined): void {
    const kept = this.#queries.get(slot);
    this.#forget(slot);
    if (kept === undefined && response === undefined) return;
    const query = kept && this.#reader;
    if (kept !== undefined) this.#reader.read(kept, 0, kept.length, true);
    const { words, bytes } = table;
    const w = slot * slotWords;
    const at = slot * slotBytes;
    const sizes = words[w + word.sizes]!;
    const ports = words[w + word.ports]!;
    this.transactions++;
    this.#writer.add({
      time: readTime(words, w + word.observedAt),
      delay: words[w + word.latency]! >>> 0,
      client: bytes.subarray(at + offsets.clientAddress, at + offsets.clientAddress + 16),
      server: bytes.subarray(at + offsets.serverAddress, at + offsets.serverAddress + 16),
      clientPort: ports & 0xffff,
      serverPort: ports >>> 16,
      transport: (words[w + word.kinds]! >> 8) & 0xff,
      query,
      response,
      querySize: sizes & 0xffff,
      responseSize: sizes >>> 16,
    });
  }

  malformed(origin: MessageOrigin, bytes: Uint8Array, start: number, end: number, overTcp: boolean): void {
    const isResponse = end - start > 2 && (bytes[start + 2]! & 0x80) !== 0;
    const [client, server] = isResponse ? [16, 0] : [0, 16];
    this.malformedMessages++;
    this.#writer.addMalformed(
      {
        client: origin.addressBytes.subarray(client, client + 16),
        server: origin.addressBytes.subarray(server, server + 16),
        clientPort: isResponse ? origin.destinationPort : origin.sourcePort,
        serverPort: isResponse ? origin.sourcePort : origin.destinationPort,
        transport: origin.transport >= 0 ? origin.transport : overTcp ? transports.tcp : transports.udp,
      },
      origin.time,
      bytes.subarray(start, end),
    );
  }

  #forget(slot: number): void {
    this.#keptBytes -= this.#queries.get(slot)?.length ?? 0;
    this.#queries.delete(slot);
  }
}
