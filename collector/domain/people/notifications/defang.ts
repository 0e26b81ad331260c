import { isIP } from 'node:net';
import { oneLine } from './one-line.ts';

// A word with dots whose last part begins as a top-level domain does: `bad.example`, `http://bad.example/x`, not `1.2`.
const host = /(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]+/gu;

/** Defangs text: no name and no URL in it can be followed by a click, as in `hxxp://bad[.]example`. */
export function defang(text: string): string {
  return oneLine(text)
    .replaceAll(/\bhttp(s?):\/\//gi, 'hxxp$1://')
    .replaceAll(host, (name) => name.replaceAll('.', '[.]'));
}

/** Defangs a text that is a name as a whole, whatever octets it has; addresses stay. */
export function defangName(name: string): string {
  return isIP(name) === 0 ? defang(name).replaceAll(/(?<!\[)\./g, '[.]') : name;
}
