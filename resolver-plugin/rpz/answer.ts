import { classes, opcodes, responseCodes, types } from './constants.ts';
import type { PrimaryCounters } from './counters.ts';
import { MessagePacker, responseHead } from './message-packer.ts';
import { writeNs, writeSoa } from './record-writer.ts';
import { type Request, readRequest } from './request.ts';
import { fullTransfer, incrementalTransfer } from './transfer.ts';
import { refuseTsig, type TsigKey, TsigResponder, verifyTsig } from './tsig.ts';
import type { RpzZone } from './zone.ts';

export interface AnswerOptions {
  readonly zone: RpzZone;
  /** The keys of which a client must use one to sign, if there are any. */
  readonly keys: readonly TsigKey[];
  readonly counters: PrimaryCounters;
  readonly clock: { now(): number };
}

export interface Answer {
  /** A transfer is bounded in number and may take many messages. */
  readonly transfer: boolean;
  readonly messages: Iterable<Buffer>;
}

/** Messages over UDP are this long at most (RFC 1035 section 4.2.1), ours are always shorter. */
const smallMessageBytes = 1_400;

/** Answers a message; undefined if the message gets no answer: it is no request, or a response. */
export function answer(bytes: Buffer, transport: 'udp' | 'tcp', options: AnswerOptions): Answer | undefined {
  const { counters, keys, clock } = options;
  const request = readRequest(bytes);
  if (request === undefined || request.response) {
    counters.malformed += 1;
    return undefined;
  }
  const { tsig } = request;
  if (tsig === undefined) {
    if (keys.length === 0) return content(request, transport, options);
    counters.refused += 1;
    return one(responseHead(request, responseCodes.refused));
  }
  const key = keys.find(({ name }) => name === tsig.keyName);
  const error = verifyTsig(request, key, clock.now());
  if (error !== undefined || key === undefined) {
    counters.badSignatures += 1;
    const head = responseHead(request, responseCodes.notAuthoritative);
    return one(refuseTsig(head, tsig, error ?? 'badKey', key, clock.now()));
  }
  const { transfer, messages } = content(request, transport, options);
  return { transfer, messages: signed(messages, new TsigResponder(key, tsig.mac), clock) };
}

/** Writes the answer to a client that may not have more transfers now. */
export function busy(bytes: Buffer): Buffer | undefined {
  const request = readRequest(bytes);
  return request === undefined ? undefined : responseHead(request, responseCodes.serverFailure);
}

function content(request: Request, transport: 'udp' | 'tcp', { zone, counters }: AnswerOptions): Answer {
  const { name, type, class: questionClass } = request.question;
  const refuse = (code: number): Answer => {
    counters.refused += 1;
    return one(responseHead(request, code));
  };
  // NOTIFY goes from us to the resolver; whoever sends us one is mistaken or up to something.
  if (request.opcode === opcodes.notify) return refuse(responseCodes.refused);
  if (request.opcode !== opcodes.query) return refuse(responseCodes.notImplemented);
  if (questionClass !== classes.IN || name !== zone.name) return refuse(responseCodes.refused);

  if (type === types.SOA || (type === types.IXFR && transport === 'udp')) {
    // Over UDP the SOA alone answers IXFR: ask again over TCP if it is new (RFC 1995 section 2).
    counters.startOfAuthority += 1;
    return small(request, (buffer, offset) => writeSoa(buffer, offset, zone.serial, zone.times));
  }
  if (type === types.NS) return small(request, (buffer, offset) => writeNs(buffer, offset, zone.times.ttl));
  if (transport === 'tcp' && type === types.AXFR) {
    counters.fullTransfers += 1;
    return { transfer: true, messages: fullTransfer(zone, request) };
  }
  if (transport === 'tcp' && type === types.IXFR) {
    if (request.serial === undefined) return refuse(responseCodes.formatError);
    counters.incrementalTransfers += 1;
    return { transfer: true, messages: incrementalTransfer(zone, request) };
  }
  return refuse(responseCodes.refused);
}

function small(request: Request, write: (buffer: Buffer, offset: number) => number): Answer {
  const packer = new MessagePacker(request, smallMessageBytes);
  packer.add(write);
  return one(packer.take()!);
}

function one(message: Buffer): Answer {
  return { transfer: false, messages: [message] };
}

function* signed(
  messages: Iterable<Buffer>,
  responder: TsigResponder,
  clock: { now(): number },
): Generator<Buffer> {
  for (const message of messages) yield responder.sign(message, clock.now());
}
