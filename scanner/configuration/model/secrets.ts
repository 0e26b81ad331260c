import type { Word } from './source.ts';

/** Shorter texts would be taken out of messages where they are no secret. */
const shortestSecret = 3;
const longestShown = 64;
/** Of more secrets only whole words are sought in messages. */
const mostSought = 200;

/** Names of options whose values are nobody's business. */
const secretName =
  /secret|passw(?:or)?d|passphrase|api-?key|\bkey-?data|token|psk|credential|webserver-hash|cookie|^key$/i;

/** The secrets are the texts of a configuration that no answer may show. */
export class Secrets {
  readonly #values = new Set<string>();

  /** Notes that a text is a secret. */
  note(text: string): void {
    if (text.length >= shortestSecret) this.#values.add(text);
  }

  /** Writes a word as a message may show it: nothing that is long, odd, or looks like a key or a password. */
  shown(word: Pick<Word, 'text' | 'quoted'> | string): string {
    const text = typeof word === 'string' ? word : word.text;
    if (looksSecret(text) || this.#values.has(text)) return 'this word';
    return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  }

  /** Writes a text of ours without the secrets that slipped into it. */
  redact(text: string): string {
    const hide = (part: string) => (this.#values.has(part) ? '(secret)' : part);
    let result = text.replaceAll(/[^\s'"`;{}()]+/g, hide);
    if (this.#values.size > mostSought) return result;
    for (const value of this.#values) {
      if (result.includes(value)) result = result.replaceAll(value, '(secret)');
    }
    return result;
  }
}

/** Tells whether an option of that name holds a secret. */
export function namesSecret(name: string): boolean {
  return secretName.test(name);
}

/** Whether a word may be a key, a hash or a password rather than a name that somebody chose for a thing. */
function looksSecret(text: string): boolean {
  if (!/^[\w.:*/@-]+$/.test(text)) return true;
  if (/^[\d.:/a-f]+$/i.test(text) && /[.:]/.test(text)) return false;
  if (/^\d{1,10}$/.test(text)) return false;
  const pieces = text.split(/[-_.:/@*]/);
  return pieces.some(
    (piece) =>
      piece.length > 24 ||
      (piece.length >= 8 && /\d/.test(piece) && /[A-Za-z]/.test(piece)) ||
      mixesCases(piece),
  );
}

function mixesCases(text: string): boolean {
  return text.length >= 8 && (text.match(/[a-z][A-Z]/g)?.length ?? 0) >= 2;
}
