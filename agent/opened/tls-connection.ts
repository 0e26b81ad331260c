import { OctetQueue } from './octet-queue.ts';
import { openerOfSecret, openersOfMaster, type RecordOpener } from './record-keys.ts';
import type { ConnectionSecrets, TlsSecrets } from './tls-secrets.ts';

const types = { changeCipher: 20, handshake: 22, data: 23 } as const;
const handshakes = { clientHello: 1, serverHello: 2, keyUpdate: 24 } as const;
const headBytes = 5;
const mostRecordBytes = 16_384 + 256 + headBytes;
/** Octets of one direction that wait until the server has said which cipher it takes. */
const mostWaiting = 128 * 1024;
/** Records that fit none of the keys, each of which was tried for each: those of early data, whose secret may be lacking, are some hundreds at most. */
const mostUnopened = 1_000;
const supportedVersions = 43;
const tls13 = 0x0304;
/** The random number of a server that asks for another hello (RFC 8446 section 4.1.3). */
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex');

/** One direction: its octets, and what opens its records; of several openers the first that fits is the one in use. */
class Direction {
  readonly queue = new OctetQueue();
  openers: RecordOpener[] = [];
  isEncrypted = false;
}

/** An octet taker takes what the client or the server sent under TLS. */
export type TakeOpened = (fromClient: boolean, octets: Uint8Array) => void;

/** A TLS connection is opened from outside, with the secrets that a capture file has of it (TLS 1.3 and 1.2, with AEAD ciphers). */
export class TlsConnection {
  readonly #secrets: TlsSecrets;
  readonly #take: TakeOpened;
  readonly #client = new Direction();
  readonly #server = new Direction();
  #own: ConnectionSecrets | undefined;
  #clientRandom = Buffer.alloc(0);
  #cipher = 0;
  /** Whether it can't be opened: it has no secrets, another cipher, or breaks the rules. */
  isClosed = false;
  /** Records that were not made with any of its keys. */
  unopened = 0;

  constructor(secrets: TlsSecrets, take: TakeOpened) {
    this.#secrets = secrets;
    this.#take = take;
  }

  /** Whether records were, or may be, opened. */
  get hasKeys(): boolean {
    return this.#cipher !== 0 && !this.isClosed;
  }

  /** Takes octets of one direction, in their order. */
  add(fromClient: boolean, bytes: Uint8Array): void {
    if (this.isClosed) return;
    const own = fromClient ? this.#client : this.#server;
    own.queue.add(bytes);
    this.#read(own, fromClient);
    if (own.queue.length > mostWaiting) this.isClosed = true;
  }

  #read(own: Direction, fromClient: boolean): void {
    const { queue } = own;
    while (!this.isClosed && queue.length >= headBytes) {
      const type = queue.bytes[0]!;
      const length = headBytes + queue.bytes.readUInt16BE(3);
      if (type < types.changeCipher || type > types.data + 1 || length > mostRecordBytes)
        this.isClosed = true;
      // What the client sends early waits until the cipher is known.
      const waits = this.#cipher === 0 && type === types.data;
      if (this.isClosed || waits || queue.length < length) return;
      this.#record(own, fromClient, queue.take(length));
    }
  }

  #record(own: Direction, fromClient: boolean, record: Buffer): void {
    const type = record[0]!;
    if (own.isEncrypted && (type === types.data || !this.#is13)) this.#sealed(own, fromClient, record);
    // Of TLS 1.3 it is there for the eyes of middle boxes alone.
    else if (type === types.changeCipher) own.isEncrypted ||= !this.#is13 && this.#cipher !== 0;
    else if (type === types.handshake) this.#hello(fromClient, record.subarray(headBytes));
  }

  #is13 = false;

  #hello(fromClient: boolean, message: Buffer): void {
    if (message.length < 40 || message[0] !== (fromClient ? handshakes.clientHello : handshakes.serverHello))
      return;
    const random = message.subarray(6, 38);
    if (fromClient) {
      this.#clientRandom = Buffer.from(random);
      this.#own = this.#secrets.of(random);
      if (this.#own === undefined) this.isClosed = true;
      return;
    }
    if (random.equals(retryRandom) || this.#own === undefined) return;
    const at = 39 + message[38]!;
    if (at + 3 > message.length) return;
    this.#cipher = message.readUInt16BE(at);
    this.#is13 = versionOf(message, at + 3) === tls13;
    this.#makeOpeners(this.#own, random);
    // What the client sent before the server's hello came, and was kept.
    this.#read(this.#client, true);
  }

  #makeOpeners(own: ConnectionSecrets, serverRandom: Buffer): void {
    if (!this.#is13) {
      const master = own.CLIENT_RANDOM;
      const both = master && openersOfMaster(this.#cipher, master, this.#clientRandom, serverRandom);
      if (both === undefined) this.isClosed = true;
      else [this.#client.openers, this.#server.openers] = [[both[0]], [both[1]]];
      return;
    }
    const openers = (...labels: string[]): RecordOpener[] =>
      labels.flatMap((label) => {
        const secret = own[label];
        const opener = secret && openerOfSecret(this.#cipher, secret);
        return opener === undefined ? [] : [opener];
      });
    this.#client.openers = openers(
      'CLIENT_EARLY_TRAFFIC_SECRET',
      'CLIENT_HANDSHAKE_TRAFFIC_SECRET',
      'CLIENT_TRAFFIC_SECRET_0',
    );
    this.#server.openers = openers('SERVER_HANDSHAKE_TRAFFIC_SECRET', 'SERVER_TRAFFIC_SECRET_0');
    for (const direction of [this.#client, this.#server]) {
      direction.isEncrypted = true;
      if (direction.openers.length === 0) this.isClosed = true;
    }
  }

  #sealed(own: Direction, fromClient: boolean, record: Buffer): void {
    for (const [index, opener] of own.openers.entries()) {
      const opened = opener.open(record);
      if (opened === undefined) continue;
      // The keys of a stage are not used any more behind the first record of the next.
      if (index > 0) own.openers = own.openers.slice(index);
      this.#opened(own, fromClient, record[0]!, opened);
      return;
    }
    this.isClosed = ++this.unopened > mostUnopened;
  }

  #opened(own: Direction, fromClient: boolean, outerType: number, opened: Buffer): void {
    let { length } = opened;
    let type = outerType;
    if (this.#is13) {
      // The type stands behind the content, and zeros behind it.
      while (length > 0 && opened[length - 1] === 0) length--;
      type = opened[--length] ?? 0;
    }
    if (type === types.data && length > 0) this.#take(fromClient, opened.subarray(0, length));
    const [opener] = own.openers;
    if (
      type === types.handshake &&
      opened[0] === handshakes.keyUpdate &&
      own.openers.length === 1 &&
      opener?.next
    )
      own.openers = [opener.next()];
  }
}

/** The version that a server's hello chooses by its extension; 0 without. */
function versionOf(message: Buffer, from: number): number {
  const all = from + 2;
  if (all > message.length) return 0;
  const end = Math.min(message.length, all + message.readUInt16BE(from));
  for (let at = all; at + 4 <= end; at += 4 + message.readUInt16BE(at + 2))
    if (message.readUInt16BE(at) === supportedVersions && at + 6 <= end) return message.readUInt16BE(at + 4);
  return 0;
}
