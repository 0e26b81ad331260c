import { ProbeError } from '../../ports/tls-session.ts';

/** An SMTP reply (RFC 5321 section 4.2) holds its code, and the text of each line. */
export interface SmtpReply {
  readonly code: number;
  readonly lines: readonly string[];
}

/** Octets of a line; RFC 5321 section 4.5.3.1.5 has 512. */
const longestLine = 2_048;
/** Lines of a reply. */
const mostLines = 128;
/** Octets of a conversation. */
const mostOctets = 128 * 1_024;

/**
 * A reply reader puts replies together from the octets that a server sends, and gives up on one that sends too much or
 * no replies.
 */
export class ReplyReader {
  #text = '';
  #octets = 0;
  #lines: string[] = [];
  readonly #replies: SmtpReply[] = [];

  /** Throws a ProbeError `malformed` or `too_large`. */
  push(chunk: Uint8Array): void {
    this.#octets += chunk.length;
    if (this.#octets > mostOctets) throw new ProbeError('too_large', 'The server does not stop talking.');
    this.#text += Buffer.from(chunk).toString('latin1');
    let start = 0;
    for (let end = this.#text.indexOf('\n'); end >= 0; end = this.#text.indexOf('\n', start)) {
      this.#line(this.#text.slice(start, end).replace(/\r$/, ''));
      start = end + 1;
    }
    this.#text = this.#text.slice(start);
    if (this.#text.length > longestLine)
      throw new ProbeError('too_large', `The server sends a line of more than ${longestLine} octets.`);
  }

  /** Takes the next whole reply, if there is one. */
  take(): SmtpReply | undefined {
    return this.#replies.shift();
  }

  /** Whether anything came that was not taken. */
  get isEmpty(): boolean {
    return this.#replies.length === 0 && this.#lines.length === 0 && this.#text === '';
  }

  #line(line: string): void {
    const [, code, more, text = ''] = /^([2-5][0-9]{2})(?:([ -])(.*))?$/.exec(line) ?? [];
    if (code === undefined || line.length > longestLine)
      throw new ProbeError('malformed', `That is no SMTP: ${JSON.stringify(line.slice(0, 80))}`);
    // What control characters a server sends is nobody's business.
    this.#lines.push(text.replaceAll(/[^\x20-\x7e]/g, '?'));
    if (this.#lines.length > mostLines)
      throw new ProbeError('too_large', `The server sends a reply of more than ${mostLines} lines.`);
    if (more === '-') return;
    this.#replies.push({ code: Number(code), lines: this.#lines });
    this.#lines = [];
  }
}
