const longestText = 300;
const hiddenValue =
  /^(?:redacted\b|withheld\b|not disclosed|data protected|hidden\b|-+$|n\/a$)|redacted for privacy/i;

/**
 * Reads a text of a registry's answer: in one line, of a bounded length; null if there is none, or a word in its place.
 */
export function plainText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .slice(0, longestText * 4)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (text === '' || isHidden(text)) return null;
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`.toWellFormed();
}

/** Tells whether a value says that there is one, and that it is not told. */
export function isHidden(text: string): boolean {
  return hiddenValue.test(text.trim());
}

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const earliest = Date.UTC(1980, 0);
const latest = Date.UTC(2200, 0);

/** Top-level domains of which the registry's own answers have the day before the month, by the sign between them. */
const dayFirstRegistries: Readonly<Record<string, ReadonlySet<string>>> = {
  // Finland and Serbia; the others run the registry software of CZ.NIC.
  '.': new Set(['fi', 'rs', 'xn--90a3ac', 'cz', 'cr', 'mk', 'mw', 'tz']),
  '-': new Set(['hk', 'il', 'tn']),
  '/': new Set(['bg', 'pt']),
};

/**
 * Reads a point in time as ISO 8601. Reads what has one meaning only: the year first, the month as a word, or a day
 * that is no month. `03/04/2025` may be March or April, and is null unless `domain` is of a registry that is known to
 * write the day first.
 */
export function timeOf(value: unknown, domain = ''): string | null {
  if (typeof value !== 'string' || value.length > 80) return null;
  // Numbers of tickets stand behind a date, and a dot.
  const text = value
    .trim()
    .replace(/\s+#\d{1,12}$/, '')
    .replace(/\.$/, '');
  const registry = domain.slice(domain.lastIndexOf('.') + 1);
  const time =
    isoTime(text) ??
    wordedTime(text) ??
    monthFirstTime(text) ??
    dayFirstTime(text, registry) ??
    compactTime(text);
  return time === undefined || !(time >= earliest && time < latest) ? null : new Date(time).toISOString();
}

function isoTime(text: string): number | undefined {
  const found =
    /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})\.?(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?(?:\s*\([^)]*\))?$/i.exec(
      text,
    );
  if (found === null) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  return timeAt(year!, month!, day!, hour!, minute!, second!, offsetOf(found[7]));
}

function wordedTime(text: string): number | undefined {
  const found =
    /^(?:[a-z]{3}\s+)?(\d{1,2})[- .]([a-z]{3})[a-z]*[- .](\d{4})(?:\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?(?:\s*(?:UTC|GMT|Z))?$/i.exec(
      text,
    );
  if (found === null) return undefined;
  const month = monthNames.indexOf(found[2]!.toLowerCase()) + 1;
  const [day, , year, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0));
  return month === 0 ? undefined : timeAt(year!, month, day!, hour!, minute!, second!, 0);
}

/** `Sun Mar 1 2015` and `2015-Mar-01`. */
function monthFirstTime(text: string): number | undefined {
  const worded = /^(?:[a-z]{3},?\s+)?([a-z]{3})[a-z]*\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text);
  const dashed = /^(\d{4})-([a-z]{3})-(\d{1,2})$/i.exec(text);
  const [month, day, year] = worded?.slice(1) ?? (dashed === null ? [] : [dashed[2], dashed[3], dashed[1]]);
  if (month === undefined) return undefined;
  const number = monthNames.indexOf(month.toLowerCase()) + 1;
  return number === 0 ? undefined : timeAt(Number(year), number, Number(day), 0, 0, 0, 0);
}

/**
 * `13.4.2015`, `13-04-2015` and `13/04/2015`: whether day or month comes first is known of some registries; of all others no more
 * than the number tells by itself.
 */
function dayFirstTime(text: string, registry: string): number | undefined {
  const found =
    /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})(?:\s+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?(?:\s*(?:UTC|GMT|Z))?$/.exec(
      text,
    );
  if (found === null) return undefined;
  const [day, month] = [Number(found[1]), Number(found[3])];
  const isCertain = day > 12 || day === month || dayFirstRegistries[found[2]!]?.has(registry) === true;
  if (!isCertain) return undefined;
  const [year, hour, minute, second] = found.slice(4, 8).map((part) => Number(part ?? 0));
  return timeAt(year!, month, day, hour!, minute!, second!, 0);
}

function compactTime(text: string): number | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  return found === null
    ? undefined
    : timeAt(Number(found[1]), Number(found[2]), Number(found[3]), 0, 0, 0, 0);
}

function timeAt(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  offset: number,
): number | undefined {
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  // A day that the month does not have would become one of the next.
  const isReal = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && hour < 24 && minute < 60;
  return isReal ? time.getTime() - offset * 60_000 : undefined;
}

/** Minutes. */
function offsetOf(zone: string | undefined): number {
  const found = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '');
  if (found === null) return 0;
  return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3] ?? 0));
}

/**
 * Reads a status in the words of EPP, whichever way it is written: `client transfer prohibited` (RFC 8056 section 2)
 * and `clientTransferProhibited https://icann.org/epp#...` are one. Undefined where it is none.
 */
export function statusOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .slice(0, 200)
    .replace(/\s*\(?https?:.*$/i, '')
    .trim();
  const words = text.split(/[\s_-]+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > 4 || !words.every((word) => /^[A-Za-z]{2,40}$/.test(word)))
    return undefined;
  const joined = words
    .map((word, index) => (words.length === 1 ? word : capitalised(word.toLowerCase(), index > 0)))
    .join('');
  const name = joined === joined.toUpperCase() ? joined.toLowerCase() : joined;
  const plain = name.charAt(0).toLowerCase() + name.slice(1);
  return plain === 'active' ? 'ok' : plain;
}

function capitalised(word: string, really: boolean): string {
  return really ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
