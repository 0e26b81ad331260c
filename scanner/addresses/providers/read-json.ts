export type Parts = Readonly<Record<string, unknown>>;

const longestText = 200;

/** Gives the value as an object; an empty one if it is none. */
export function partsOf(value: unknown): Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parts) : {};
}

/** Reads a text from an untrusted value, cut if it is long; null if the value is no text. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longestText) : null;
}

export function numberOf(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

export function listOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

/** Reads a time in ISO 8601 as milliseconds; a day without a time is its beginning. Null for what is none. */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : time;
}
