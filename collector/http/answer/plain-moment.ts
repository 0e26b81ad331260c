/** Days that every month has. */
const daysOfEachMonth = 28;

/**
 * Whether a text is a moment as answers write it, `2026-03-14T09:26:53.589Z`, of one of the first 28 days of a month. Of the
 * other days nothing is said: a pattern knows them, and takes ten times as long.
 */
export function isPlainMoment(text: string): boolean {
  return (
    text.length === 24 &&
    isBetween(twoDigits(text, 0), 0, 99) &&
    isBetween(twoDigits(text, 2), 0, 99) &&
    text[4] === '-' &&
    isBetween(twoDigits(text, 5), 1, 12) &&
    text[7] === '-' &&
    isBetween(twoDigits(text, 8), 1, daysOfEachMonth) &&
    text[10] === 'T' &&
    isBetween(twoDigits(text, 11), 0, 23) &&
    text[13] === ':' &&
    isBetween(twoDigits(text, 14), 0, 59) &&
    text[16] === ':' &&
    isBetween(twoDigits(text, 17), 0, 59) &&
    text[19] === '.' &&
    isBetween(twoDigits(text, 20), 0, 99) &&
    isBetween(digit(text, 22), 0, 9) &&
    text[23] === 'Z'
  );
}

function isBetween(number: number, least: number, most: number): boolean {
  return number >= least && number <= most;
}

/** Negative where one of them is no digit. */
function twoDigits(text: string, at: number): number {
  const tens = digit(text, at);
  const ones = digit(text, at + 1);
  return tens < 0 || ones < 0 ? -1 : tens * 10 + ones;
}

function digit(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : -1;
}
