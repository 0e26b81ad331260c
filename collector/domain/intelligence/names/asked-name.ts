import { InvalidInput } from '@sonde/shared/errors.ts';

/**
 * Brings a name to the form that the directory takes: trimmed, in lower case and without a trailing dot. Throws
 * InvalidInput.
 */
export function askedName(text: string): string {
  const asked = text.trim().toLowerCase().replace(/\.$/, '');
  if (asked === '' || asked.length > 255 || /[\p{Cc}\s/:@]/u.test(asked)) {
    throw new InvalidInput(
      'name',
      'This is no name: it is empty or too long, or has blanks or signs of URLs in it.',
    );
  }
  return asked;
}
