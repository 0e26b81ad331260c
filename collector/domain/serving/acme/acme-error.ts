const longestMessage = 500;

/** An ACME error reports what an authority answers in place of what was asked for (RFC 8555 section 6.7, RFC 9457). */
export class AcmeError extends Error {
  /** The last part of the type, such as `rateLimited`; `malformedAnswer` and `unsupported` are of this side. */
  readonly type: string;
  /** Milliseconds since 1970, before which there is no use in asking again; undefined if nothing was said. */
  readonly notBefore: number | undefined;

  constructor(type: string, message: string, notBefore?: number) {
    super(plain(message));
    this.name = 'AcmeError';
    this.type = type;
    this.notBefore = notBefore;
  }
}

/** Words of others go into logs and pages: one line of bounded length. */
function plain(text: string): string {
  const line = text.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)}...` : line;
}

const prefix = 'urn:ietf:params:acme:error:';

interface Problem {
  readonly type?: string | undefined;
  readonly detail?: string | undefined;
  readonly subproblems?:
    | readonly {
        readonly detail?: string | undefined;
        readonly identifier?: { readonly value: string } | undefined;
      }[]
    | undefined;
}

/** Writes a problem document as an error: what the authority says, of which name, and the word for it. */
export function problemError(problem: Problem, notBefore?: number): AcmeError {
  const { type = '', detail = '', subproblems = [] } = problem;
  const word = type.startsWith(prefix) ? type.slice(prefix.length) : 'unknown';
  const parts = subproblems.map(
    ({ identifier, detail: part = '' }) =>
      `${identifier === undefined ? '' : `${identifier.value}: `}${part}`,
  );
  const said = [detail === '' ? 'no reason is given' : detail, ...parts].join(' ');
  return new AcmeError(word, `The certificate authority refuses: ${said} (${word})`, notBefore);
}
