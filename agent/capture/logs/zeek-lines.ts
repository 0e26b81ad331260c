import { CaptureError } from '../capture-error.ts';
import { loggedTime } from './logged-time.ts';
import type { ZeekExchange } from './zeek-exchange.ts';

type Values = Readonly<Record<string, unknown>>;

/** A Zeek table reads the lines of a dns.log that has tabs between its fields, by the header that tells their names. */
export class ZeekTable {
  #separator = '\t';
  #setSeparator = ',';
  #empty = '(empty)';
  #unset = '-';
  #fields: readonly string[] = [];

  /** Takes a line of the header, which begins with `#`. Throws a CaptureError if the log is another than dns.log. */
  header(line: string): void {
    const [word = ''] = /^#\w+/.exec(line) ?? [];
    const rest = line.slice(word.length + 1);
    if (word === '#separator') this.#separator = characterOf(rest.trim());
    else if (word === '#set_separator') this.#setSeparator = characterOf(rest);
    else if (word === '#empty_field') this.#empty = rest;
    else if (word === '#unset_field') this.#unset = rest;
    else if (word === '#fields') this.#fields = rest.split(this.#separator);
    else if (word === '#path' && rest !== 'dns')
      throw new CaptureError('bad_file', `This is Zeek's log of ${rest.slice(0, 64)}, not its dns.log.`);
  }

  /** Reads a line; undefined if it is none of the table. */
  exchange(line: string): ZeekExchange | undefined {
    const cells = line.split(this.#separator);
    if (this.#fields.length === 0 || cells.length !== this.#fields.length) return undefined;
    const values: Record<string, unknown> = {};
    for (const [index, name] of this.#fields.entries()) {
      const cell = cells[index]!;
      if (cell === this.#unset) continue;
      if (name === 'answers' || name === 'TTLs')
        values[name] = cell === this.#empty ? [] : cell.split(this.#setSeparator);
      else values[name] = cell === this.#empty ? '' : cell;
    }
    return exchangeOf(values);
  }
}

/** Makes an exchange of named fields, be they of a table or of JSON; undefined if one that is needed is missing or is none. */
export function exchangeOf(values: Values): ZeekExchange | undefined {
  const time = timeOf(values.ts);
  const client = textOf(values['id.orig_h']);
  const server = textOf(values['id.resp_h']);
  if (time === undefined || client === undefined || server === undefined) return undefined;
  const roundTrip = numberOf(values.rtt);
  return {
    time,
    client,
    clientPort: numberOf(values['id.orig_p']) ?? 0,
    server,
    serverPort: numberOf(values['id.resp_p']) ?? 0,
    protocol: textOf(values.proto) ?? 'udp',
    id: numberOf(values.trans_id) ?? 0,
    roundTrip: roundTrip === undefined ? undefined : Math.round(roundTrip * 1e6),
    query: textOf(values.query),
    type: numberOf(values.qtype),
    class: numberOf(values.qclass),
    responseCode: numberOf(values.rcode),
    operationCode: numberOf(values.opcode) ?? 0,
    authoritative: isTrue(values.AA),
    truncated: isTrue(values.TC),
    recursionDesired: isTrue(values.RD),
    recursionAvailable: isTrue(values.RA),
    reserved: numberOf(values.Z) ?? 0,
    answers: listOf(values.answers)
      .map(textOf)
      .map((text) => text ?? ''),
    timesToLive: listOf(values.TTLs).map((value) => numberOf(value) ?? 0),
  };
}

/** Zeek writes seconds; if it is told to, milliseconds or ISO 8601 in JSON. */
function timeOf(value: unknown): number | undefined {
  const seconds = numberOf(value);
  if (seconds !== undefined) return Math.round(seconds > 1e11 ? seconds * 1e3 : seconds * 1e6);
  return typeof value === 'string' ? loggedTime(value) : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'T';
}

/** Reads a character that a header writes as `\x09`. */
function characterOf(text: string): string {
  const code = /^\\x([0-9a-fA-F]{2})$/.exec(text)?.[1];
  return code === undefined ? text || '\t' : String.fromCharCode(Number.parseInt(code, 16));
}
