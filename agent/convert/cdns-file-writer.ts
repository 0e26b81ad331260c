import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { collectionKeys, hintKeys, parameterKeys, preambleKeys, storageKeys } from '../capture/cdns/keys.ts';
import { CborWriter } from './cbor-writer.ts';
import {
  CdnsBlockWriter,
  maxBlockItems,
  type TransactionEnds,
  ticksPerSecond,
  type WrittenTransaction,
} from './cdns-block-writer.ts';

const arrayOfThree = 3;
const endedArray = Buffer.of(0x9f);
const breakMark = Buffer.of(0xff);
/** All fields but the hop limit and what a name server tells of its work, which packets do not tell. */
const itemHints = 0x3_ffff & ~(1 << 5) & ~(1 << 10);
/** All fields but the kind of transaction, which the place of the capture decides. */
const signatureHints = 0x1_ffff & ~(1 << 3);
const recordHints = 0b11;
/** Malformed messages, and no counts of events. */
const otherHints = 0b01;
const operationCodes = 16;

/** A C-DNS file writer writes a file of C-DNS (RFC 8618) of transactions, block by block. */
export class CdnsFileWriter {
  readonly #take: (octets: Uint8Array) => void;
  readonly #out = new CborWriter();
  #block = new CdnsBlockWriter();

  /** Begins the file; `take` is given its octets. `queryTimeout` is in microseconds, `generator` names the program. */
  constructor(options: { queryTimeout: number; generator: string }, take: (octets: Uint8Array) => void) {
    this.#take = take;
    const out = this.#out;
    out.array(arrayOfThree);
    out.text('C-DNS');
    writePreamble(out, options);
    take(out.take());
    take(endedArray);
  }

  add(transaction: WrittenTransaction): void {
    this.#block.add(transaction);
    if (this.#block.isFull) this.#endBlock();
  }

  addMalformed(ends: TransactionEnds, time: number, payload: Uint8Array): void {
    this.#block.addMalformed(ends, time, payload);
    if (this.#block.isFull) this.#endBlock();
  }

  end(): void {
    this.#endBlock();
    this.#take(breakMark);
  }

  #endBlock(): void {
    if (this.#block.isEmpty) return;
    this.#block.write(this.#out);
    this.#block = new CdnsBlockWriter();
    this.#take(this.#out.take());
  }
}

function writePreamble(out: CborWriter, options: { queryTimeout: number; generator: string }): void {
  out.map(3);
  out.integer(preambleKeys.majorVersion);
  out.integer(1);
  out.integer(preambleKeys.minorVersion);
  out.integer(0);
  out.integer(preambleKeys.blockParameters);
  out.array(1);
  out.map(2);
  out.integer(parameterKeys.storage);
  out.map(5);
  out.integer(storageKeys.ticksPerSecond);
  out.integer(ticksPerSecond);
  out.integer(storageKeys.maxBlockItems);
  out.integer(maxBlockItems);
  out.integer(storageKeys.hints);
  out.numbers([
    [hintKeys.queryResponse, itemHints],
    [hintKeys.signature, signatureHints],
    [hintKeys.record, recordHints],
    [hintKeys.otherData, otherHints],
  ]);
  out.integer(storageKeys.opcodes);
  out.integers(Array.from({ length: operationCodes }, (_, code) => code));
  out.integer(storageKeys.recordTypes);
  out.integers([...new Set(Object.values(recordTypes))].sort((a, b) => a - b));
  out.integer(parameterKeys.collection);
  out.map(2);
  out.integer(collectionKeys.queryTimeout);
  out.integer(Math.round(options.queryTimeout / 1_000));
  out.integer(collectionKeys.generator);
  out.text(options.generator);
}
