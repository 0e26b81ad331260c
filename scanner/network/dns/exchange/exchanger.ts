import { readWireName } from '@sonde/shared/dns/wire-name.ts';
import { DataTexts } from '@sonde/shared/record-data/data-text.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import limitConcurrency, { type LimitFunction } from 'p-limit';
import type { DnsAnswer, DnsFailure, DnsQuestion } from '../../../ports/dns-answer.ts';
import type { AskOptions } from '../../../ports/dns-resolution.ts';
import type { AddressPolicy } from '../../address-policy.ts';
import { answerOf, failedAnswer } from '../message/answer-of.ts';
import { decodeMessage } from '../message/decode-message.ts';
import { encodeQuery } from '../message/encode-query.ts';
import { overTcp } from './over-tcp.ts';
import { overUdp } from './over-udp.ts';
import type { Recognise } from './reply.ts';
import { UdpSockets } from './udp-sockets.ts';

const largestMessage = 65_535;

export interface ExchangerParts {
  readonly policy: AddressPolicy;
  readonly random: Random;
  /** Sockets of all scans together. */
  readonly maxSockets: number;
  /** Of servers that listen elsewhere than at 53. */
  readonly ports?: ReadonlyMap<string, number> | undefined;
}

export interface Asking extends Omit<AskOptions, 'signal'> {
  readonly timeoutMilliseconds: number;
  readonly signal: AbortSignal;
}

/** An exchanger puts one question to one address and takes the answer to it, as it is. */
export class Exchanger {
  readonly #parts: ExchangerParts;
  readonly #turn: LimitFunction;
  readonly #sockets: UdpSockets;
  readonly #texts = new DataTexts(largestMessage);

  constructor(parts: ExchangerParts) {
    this.#parts = parts;
    this.#turn = limitConcurrency(parts.maxSockets);
    this.#sockets = new UdpSockets(parts.maxSockets);
  }

  permits(server: string): boolean {
    return this.#parts.policy.permits(server);
  }

  async exchange(server: string, question: DnsQuestion, asking: Asking): Promise<DnsAnswer> {
    const transport = asking.transport ?? 'udp';
    const fail = (failure: DnsFailure, message: string, milliseconds = 0) =>
      failedAnswer(question, { failure, failureMessage: message, server, transport, milliseconds });
    if (!this.permits(server)) return fail('refused_by_policy', `${server} must not be asked.`);
    if (asking.signal.aborted) return fail('budget', 'The scan is over.');
    return this.#turn(async () => {
      const { message, recognise } = this.#prepare(question, asking);
      // Time runs from here, so that waiting for a socket is not held against the server.
      const started = performance.now();
      const { signal, timeoutMilliseconds, port = this.#parts.ports?.get(server) ?? 53 } = asking;
      const sending = { server, port, message, recognise, signal, timeoutMilliseconds };
      const reply = await (transport === 'tcp' ? overTcp(sending) : overUdp(sending, this.#sockets));
      const milliseconds = performance.now() - started;
      if ('failure' in reply) return fail(reply.failure, reply.failureMessage, milliseconds);
      return answerOf(question, reply.message, { server, transport, milliseconds, size: reply.size });
    });
  }

  #prepare(question: DnsQuestion, asking: Asking): { message: Buffer; recognise: Recognise } {
    const random = this.#parts.random.bytes(2 + 32);
    const id = random.readUInt16BE(0);
    const recordClass = asking.class ?? 1;
    const { message, name } = encodeQuery(
      {
        id,
        name: question.name,
        type: question.type,
        class: recordClass,
        recursionDesired: asking.recursionDesired ?? false,
        checkingDisabled: asking.checkingDisabled ?? false,
        edns: asking.edns ?? true,
        ednsVersion: asking.ednsVersion ?? 0,
        ednsOptions: asking.ednsOptions ?? [],
        dnssecOk: asking.dnssecOk ?? true,
      },
      asking.mixedCase === true ? random.subarray(2) : undefined,
    );
    const recognise: Recognise = (bytes) => {
      // Somebody else's packet, rather than our server's garbage.
      if (bytes.length < 12 || ((bytes[0]! << 8) | bytes[1]!) !== id) return 'foreign';
      const isAnswer = (bytes[2]! & 0xf8) === 0x80;
      if (!isAnswer) return 'foreign';
      const decoded = decodeMessage(bytes, this.#texts);
      if (decoded === undefined) return 'malformed';
      const asked = decoded.question;
      // Some leave the question out where they did not understand it.
      if (asked === undefined) return decoded.responseCode === 0 ? 'malformed' : decoded;
      if (asked.type !== question.type || asked.class !== recordClass) return 'foreign';
      if (asked.name.equals(name)) return decoded;
      // Ours but for the case of its letters: a server that does not keep it, or somebody who could not see it.
      return readWireName(asked.name, 0)?.name === question.name ? 'malformed' : 'foreign';
    };
    return { message, recognise };
  }
}
