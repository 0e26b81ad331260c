/** Nothing may be loaded by an answer of the API, and nothing may frame it. The documentation page has its own policy. */
const apiPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers that keep browsers from making more of an answer than it is, names and values in turn. */
export const securityHeaders: readonly string[] = [
  ...['Content-Security-Policy', apiPolicy],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
  ...['Cross-Origin-Resource-Policy', 'same-origin'],
  ...['Cache-Control', 'no-store'],
];

/**
 * The same where TLS ends here; where a proxy ends it, this is for the proxy to say. A browser that came over TLS once does not
 * come without it for a year (RFC 6797).
 */
export const securityHeadersOverTls: readonly string[] = [
  ...securityHeaders,
  'Strict-Transport-Security',
  'max-age=31536000',
];

/**
 * Headers of an answer, gathered until it goes out; those that every answer has are there from the start. One flat array,
 * as Node.js takes them without looking through them again.
 */
export class AnswerHeaders {
  /** Names and values in turn. Names are always written alike. */
  readonly list: string[];

  constructor(list: readonly string[]) {
    this.list = list.slice();
  }

  get(name: string): string | undefined {
    const { list } = this;
    for (let index = 0; index < list.length; index += 2) if (list[index] === name) return list[index + 1];
    return undefined;
  }

  set(name: string, value: string): void {
    const { list } = this;
    for (let index = 0; index < list.length; index += 2) {
      if (list[index] === name) {
        list[index + 1] = value;
        return;
      }
    }
    list.push(name, value);
  }

  /** The list with headers of one answer in it. */
  listWith(headers: Readonly<Record<string, string>>): string[] {
    const all = new AnswerHeaders(this.list);
    for (const name in headers) all.set(name, headers[name]!);
    return all.list;
  }

  /** Adds the name of a header of requests that the answer depends on. */
  vary(name: string): void {
    const names = this.get('Vary');
    this.set('Vary', names === undefined ? name : `${names}, ${name}`);
  }
}
