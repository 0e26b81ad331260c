import { HttpError } from './http-error.ts';

/**
 * Parses the query's parameters as text. A name given twice is refused: which one was meant is anybody's guess. The
 * result has no prototype, so that no name means anything special.
 */
export function parseQuery(query: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null);
  if (query === '') return parameters;
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    if (name in parameters) {
      throw new HttpError('invalid_input', `The parameter ${printable(name)} is given more than once.`, {
        details: [{ path: printable(name), message: 'is given more than once' }],
      });
    }
    parameters[name] = equals < 0 ? '' : decode(pair.slice(equals + 1));
  }
  return parameters;
}

/** Throws unless every escape of a path can be decoded into text. */
export function checkPath(path: string): void {
  if (path.includes('%')) decode(path);
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new HttpError('malformed_request', 'The URL has an escape that is not UTF-8 text.');
  }
  if (decoded.includes('\0')) {
    throw new HttpError('malformed_request', 'The URL has a NUL character, which no value can contain.');
  }
  return decoded;
}

/** A name as it may be repeated to its sender: bounded. */
function printable(name: string): string {
  return name.slice(0, 64);
}
