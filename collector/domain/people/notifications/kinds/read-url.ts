import { InvalidInput } from '@sonde/shared/errors.ts';

/** Reads an http or https URL into normal form, without a user, a password or a fragment. Throws an InvalidInput. */
export function readUrl(text: string, what = 'A webhook'): string {
  const url = URL.parse(text.trim());
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidInput('target', `${what} is an http or https URL.`);
  if (url.username !== '' || url.password !== '')
    throw new InvalidInput('target', 'A URL with a user or a password in it is not posted to.');
  url.hash = '';
  return url.href;
}

/** Reads a secret URL, which whoever knows it may write to: over TLS alone. */
export function readSecretUrl(text: string, what: string): string {
  const url = readUrl(text, what);
  if (!url.startsWith('https:'))
    throw new InvalidInput(
      'target',
      `${what} is an https URL: whoever reads the URL can write to the receiver.`,
    );
  return url;
}

/** Reads the root of a server's API, without a slash at its end. */
export function readBase(text: string, what: string): string {
  const url = new URL(readUrl(text, what));
  url.search = '';
  return url.href.replace(/\/+$/, '');
}
