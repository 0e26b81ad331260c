/** Nothing may be loaded by an answer of the API, and nothing may frame it. The documentation page has its own policy. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Fixed headers are the same in many answers. */
export interface FixedHeaders {
  /** Names and values in turn. */
  readonly list: readonly string[];
  /** The headers as they stand in a head. */
  readonly text: string;
}

const none = fixedHeaders();

/** Security headers keep browsers from making more of an answer than it is. */
export const securityHeaders = fixedHeaders(
  ...['Content-Security-Policy', apiPolicy],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
  ...['Cache-Control', 'no-store'],
);

/**
 * The headers are sent if TLS ends here; if a proxy ends it, this is for the proxy to say. A browser that came over TLS
 * once does not come without it for a year (RFC 6797).
 */
export const securityHeadersOverTls = fixedHeaders(
  ...securityHeaders.list,
  ...['Strict-Transport-Security', 'max-age=31536000'],
);

/** These characters may not stand in a value, or only in an encoding of their own (RFC 9110 section 5.5). */
const unusual = /[^\t\x20-\x7e]/;

/**
 * Answer headers are the headers of an answer, gathered until it goes out; those that every answer has are there from
 * the start. Names are always written alike, and never come from a request.
 */
export class AnswerHeaders {
  #fixed: FixedHeaders;
  /** Names and values in turn. */
  #own: string[];

  constructor(fixed: FixedHeaders, own: readonly string[]) {
    this.#fixed = fixed;
    this.#own = own.slice();
  }

  /** Names and values in turn. */
  get list(): string[] {
    return [...this.#fixed.list, ...this.#own];
  }

  /** Gives the headers as they stand in a head; undefined if a value has to be looked at more closely. */
  get text(): string | undefined {
    const own = this.#own;
    let { text } = this.#fixed;
    for (let index = 0; index < own.length; index += 2) {
      const value = own[index + 1]!;
      if (unusual.test(value)) return undefined;
      text += `${own[index]}: ${value}\r\n`;
    }
    return text;
  }

  get(name: string): string | undefined {
    return headerIn(this.#own, name) ?? headerIn(this.#fixed.list, name);
  }

  set(name: string, value: string): void {
    if (this.#fixed.list.includes(name)) {
      this.#own = this.list;
      this.#fixed = none;
    }
    const own = this.#own;
    for (let index = 0; index < own.length; index += 2) {
      if (own[index] === name) {
        own[index + 1] = value;
        return;
      }
    }
    own.push(name, value);
  }

  /** These with headers of one answer among them. */
  with(headers: Readonly<Record<string, string>>): AnswerHeaders {
    const all = new AnswerHeaders(this.#fixed, this.#own);
    for (const name in headers) all.set(name, headers[name]!);
    return all;
  }

  /** Adds the name of a header of requests that the answer depends on. */
  vary(name: string): void {
    const names = this.get('Vary');
    this.set('Vary', names === undefined ? name : `${names}, ${name}`);
  }
}

function fixedHeaders(...list: string[]): FixedHeaders {
  let text = '';
  for (let index = 0; index < list.length; index += 2) text += `${list[index]}: ${list[index + 1]}\r\n`;
  return { list, text };
}

function headerIn(list: readonly string[], name: string): string | undefined {
  for (let index = 0; index < list.length; index += 2) if (list[index] === name) return list[index + 1];
  return undefined;
}
