import type { PacketSink } from '../capture-source.ts';
import type { PacketReader } from '../packet-reader.ts';
import { messageOfEvent } from './eve-event.ts';
import type { LoggedMessage } from './logged-message.ts';
import { loggedLinkType, loggedPacket, unreadablePacket } from './logged-packet.ts';
import { messagesOf, type ZeekExchange } from './zeek-exchange.ts';
import { exchangeOf, ZeekTable } from './zeek-lines.ts';

/** A line beyond it is no line of such a log; it is left out and counted. */
const longestLine = 256 * 1024;
const newline = 0x0a;
const nothing = Buffer.alloc(0);

/** Tells whether a file is the log of another sensor: a table of Zeek's, or lines of JSON. */
export function isLog(first: Uint8Array): boolean {
  return first[0] === 0x23 || first[0] === 0x7b;
}

/**
 * A log reader reads Zeek's dns.log, as a table or as JSON, and Suricata's EVE log, line by line. Lines of other kinds are packets without
 * a message for the ledger, lines that tell of a message and can't be read are malformed ones.
 */
export class LogReader implements PacketReader {
  /** Messages given so far, and lines without one. */
  packets = 0;
  readonly #table = new ZeekTable();
  /** Whether the rest of a line that is too long is left out. */
  #isSkipping = false;
  /** The time of the last message, which lines without one of their own are given, so that no clock runs off. */
  #last = 0;

  read(bytes: Uint8Array, start: number, end: number, sink: PacketSink): number {
    let at = start;
    while (at < end) {
      const lineEnd = bytes.indexOf(newline, at);
      if (lineEnd < 0 || lineEnd >= end) break;
      if (this.#isSkipping) this.#isSkipping = false;
      else this.#line(Buffer.from(bytes.buffer, bytes.byteOffset + at, lineEnd - at).toString('utf8'), sink);
      at = lineEnd + 1;
    }
    if (end - at <= longestLine && !this.#isSkipping) return at - start;
    if (!this.#isSkipping) this.#packet(unreadablePacket(), this.#last, sink);
    this.#isSkipping = true;
    return end - start;
  }

  readRest(bytes: Uint8Array, sink: PacketSink): boolean {
    const line = Buffer.from(bytes).toString('utf8');
    if (!line.startsWith('{') || parsed(line) === undefined) return false;
    this.#line(line, sink);
    return true;
  }

  #line(text: string, sink: PacketSink): void {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (line === '') return;
    if (line.startsWith('#')) {
      this.#table.header(line);
      return;
    }
    const told = line.startsWith('{') ? toldByJson(line) : toldByZeek(this.#table.exchange(line));
    if (told === undefined) this.#packet(unreadablePacket(), this.#last, sink);
    else this.#give(told, sink);
  }

  #give({ place, messages }: Told, sink: PacketSink): void {
    // A line that tells of no message is a packet of its own for the ledger.
    if (messages.length === 0) this.#packet(nothing, this.#last, sink);
    sink.input?.(place);
    for (const message of messages) {
      const packet = loggedPacket(message) ?? unreadablePacket();
      this.#packet(packet, message.time, sink);
    }
  }

  #packet(packet: Buffer, time: number, sink: PacketSink): void {
    this.packets++;
    this.#last = time;
    sink.packet(packet, 0, packet.length, packet.length, time, loggedLinkType);
  }
}

/** What a line tells, and the sensor that wrote it. */
interface Told {
  readonly place: string;
  readonly messages: readonly LoggedMessage[];
}

const toldNothing: Told = { place: '', messages: [] };

/** Reads a line of JSON; undefined if it should tell of a message and can't be read. */
function toldByJson(line: string): Told | undefined {
  const event = parsed(line);
  if (event === undefined) return undefined;
  if (event['id.orig_h'] !== undefined) return isOfDns(event) ? toldByZeek(exchangeOf(event)) : toldNothing;
  if (event.event_type !== 'dns') return toldNothing;
  const message = messageOfEvent(event);
  const place = typeof event.in_iface === 'string' ? `suricata ${event.in_iface}` : 'suricata';
  return message === undefined ? undefined : { place, messages: [message] };
}

function toldByZeek(exchange: ZeekExchange | undefined): Told | undefined {
  return exchange === undefined ? undefined : { place: 'zeek', messages: messagesOf(exchange) };
}

/** Streams of Corelight hold all of Zeek's logs, and say which; in others the fields do. */
function isOfDns(event: Readonly<Record<string, unknown>>): boolean {
  if (event._path !== undefined) return event._path === 'dns';
  return 'trans_id' in event || 'qtype' in event || 'query' in event;
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
