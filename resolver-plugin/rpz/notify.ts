import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { classes, headerBytes, opcodes, types } from './constants.ts';
import type { PrimaryCounters } from './counters.ts';
import { writeSoa } from './record-writer.ts';
import { readRequest } from './request.ts';
import { signRequest, type TsigKey, verifyTsig } from './tsig.ts';
import { wireName } from './wire-name.ts';
import type { RpzZone } from './zone.ts';

export interface NotifyOptions {
  readonly zone: RpzZone;
  readonly host: string;
  readonly port: number;
  readonly key?: TsigKey;
  readonly counters: PrimaryCounters;
  readonly clock: { now(): number };
  /** Milliseconds to the second attempt; each further one waits twice as long, up to ten seconds. */
  readonly firstWait?: number;
  readonly attempts?: number;
}

/** One call for attention, until it is answered. */
interface Attempt {
  readonly id: number;
  readonly message: Buffer;
  readonly mac: Buffer | undefined;
  left: number;
  wait: number;
}

/**
 * A notifier tells one resolver that the zone has changed (RFC 1996), again and again until it answers. A newer change
 * takes the place of an older one. Should the resolver never answer, it still asks by itself as the zone's refresh time
 * says.
 */
export class Notifier {
  readonly #options: NotifyOptions;
  #socket: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #attempt: Attempt | undefined;
  #closed = false;

  constructor(options: NotifyOptions) {
    this.#options = options;
  }

  /** Tells the resolver; it is called after each change of the zone. */
  notify(): void {
    if (this.#closed) return;
    const { key, clock, attempts = 10, firstWait = 25 } = this.#options;
    const { id, message } = notifyMessage(this.#options.zone);
    const signed = key === undefined ? undefined : signRequest(message, key, clock.now());
    this.#attempt = {
      id,
      message: signed?.bytes ?? message,
      mac: signed?.mac,
      left: attempts,
      wait: firstWait,
    };
    clearTimeout(this.#timer);
    this.#send(this.#attempt);
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
  }

  #send(attempt: Attempt): void {
    const { counters, host, port } = this.#options;
    if (this.#closed || attempt !== this.#attempt) return;
    if (attempt.left === 0) {
      counters.notifyGivenUp += 1;
      this.#attempt = undefined;
      return;
    }
    attempt.left -= 1;
    counters.notifySent += 1;
    // A resolver that is not up makes sends fail; the timer tries again.
    this.#open().send(attempt.message, port, host, () => undefined);
    this.#timer = setTimeout(() => this.#send(attempt), attempt.wait);
    attempt.wait = Math.min(2 * attempt.wait, 10_000);
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket;
    const socket = createSocket(isIPv4(this.#options.host) ? 'udp4' : 'udp6');
    socket.on('error', () => undefined);
    socket.on('message', (bytes, from) => {
      if (from.address === this.#options.host && from.port === this.#options.port) this.#receive(bytes);
    });
    this.#socket = socket;
    return socket;
  }

  #receive(bytes: Buffer): void {
    const { counters, key, clock } = this.#options;
    const attempt = this.#attempt;
    const response = readRequest(bytes);
    if (attempt === undefined || response === undefined || response.id !== attempt.id) return;
    if (!response.response || response.opcode !== opcodes.notify) return;
    if (key !== undefined && verifyTsig(response, key, clock.now(), attempt.mac) !== undefined) {
      counters.badSignatures += 1;
      return;
    }
    clearTimeout(this.#timer);
    this.#attempt = undefined;
    if (response.responseCode === 0) counters.notifyAnswered += 1;
    else counters.notifyRefused += 1;
  }
}

function notifyMessage(zone: RpzZone): { id: number; message: Buffer } {
  const id = randomInt(65_536);
  const name = wireName(zone.name);
  const buffer = Buffer.alloc(1_024);
  buffer.writeUInt16BE(id, 0);
  buffer.writeUInt16BE((opcodes.notify << 11) | 0x0400, 2);
  buffer.writeUInt16BE(1, 4);
  buffer.writeUInt16BE(1, 6);
  let position = headerBytes + name.copy(buffer, headerBytes);
  position = buffer.writeUInt16BE(types.SOA, position);
  position = buffer.writeUInt16BE(classes.IN, position);
  position = writeSoa(buffer, position, zone.serial, zone.times);
  return { id, message: Buffer.from(buffer.subarray(0, position)) };
}
