import * as addressWords from '@sonde/sensor/pairing/address-words.ts';
import type { TransactionPipeline } from '@sonde/sensor/rows/transaction-pipeline.ts';
import * as rowLayout from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { MessageHandler } from '../decode/message-handler.ts';
import type { Packet } from '../decode/packet.ts';
import type { LookedUpAddresses } from './looked-up.ts';

// Constants of another module are looked up at each use: on the hot path they are made this one's own.
const { mappedWord } = addressWords;
const { sections } = rowLayout;
const { A: typeA, AAAA: typeAaaa } = recordTypes;

/** Records of a response that are looked at, at most. */
const mostRecords = 16;
/** A client's words in the addresses of a response. */
const destination = 4;

/** Passes messages on, and notes the addresses that responses give to clients, as the transactions have read them. */
export class AnswerNotes implements MessageHandler {
  readonly #transactions: TransactionPipeline;
  readonly #addresses: LookedUpAddresses;
  readonly #given = new Int32Array(4);

  constructor(transactions: TransactionPipeline, addresses: LookedUpAddresses) {
    this.#transactions = transactions;
    this.#addresses = addresses;
  }

  message(
    packet: Packet,
    bytes: Uint8Array,
    start: number,
    end: number,
    cut: boolean,
    overTcp: boolean,
    roundTrip: number,
  ): void {
    this.#transactions.message(packet, bytes, start, end, cut, overTcp, roundTrip);
    // The response bit, and one answer at least.
    if (end - start > 12 && bytes[start + 2]! > 0x7f && bytes[start + 7] !== 0)
      this.#note(packet, bytes, start);
  }

  lostMessage(reason: number): void {
    this.#transactions.lostMessage(reason);
  }

  undelivered(packet: Packet, bytes: Uint8Array, start: number, end: number): void {
    this.#transactions.undelivered(packet, bytes, start, end);
  }

  #note(packet: Packet, bytes: Uint8Array, start: number): void {
    const reader = this.#transactions.lastMessage;
    const { queryType } = reader;
    if (queryType !== typeA && queryType !== typeAaaa) return;
    // What was sampled out was not read.
    if (reader.bytes !== bytes || reader.start !== start) return;
    const records = Math.min(reader.records, mostRecords);
    const addresses = this.#addresses;
    const given = this.#given;
    const seconds = Math.floor(packet.time / 1e6);
    let client = 0;
    for (let index = 0; index < records; index++) {
      if (reader.recordSection[index] !== sections.answer) break;
      const at = reader.recordData[index]!;
      // Before the data stand the type, class, time to live and length: two, two, four and two octets.
      if (bytes[at - 9] !== queryType || bytes[at - 10] !== 0) continue;
      const length = bytes[at - 1]!;
      if (queryType === typeA && length === 4) {
        given[0] = 0;
        given[1] = 0;
        given[2] = mappedWord;
        given[3] = reader.view.getInt32(at, true);
      } else if (queryType === typeAaaa && length === 16) {
        for (let word = 0; word < 4; word++) given[word] = reader.view.getInt32(at + word * 4, true);
      } else continue;
      if (client === 0) client = addresses.noteClient(packet.addresses, destination, seconds);
      addresses.note(client, given, seconds);
    }
  }
}
