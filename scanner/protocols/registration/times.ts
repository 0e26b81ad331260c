const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const earliest = Date.UTC(1980, 0);
const latest = Date.UTC(2200, 0);

/** Minutes ahead of UTC, of the names of zones that mean one thing only and stand in answers of registries. */
const zoneNames: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  JST: 540,
  KST: 540,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  CLT: -240,
  CLST: -180,
};

/** Top-level domains of which the registry's own answers have the day before the month, by the sign between them. */
const dayFirstRegistries: Readonly<Record<string, ReadonlySet<string>>> = {
  // Finland and Serbia; the others run the registry software of CZ.NIC.
  '.': new Set(['fi', 'rs', 'xn--90a3ac', 'cz', 'cr', 'mk', 'mw', 'tz']),
  '-': new Set(['hk', 'il', 'tn']),
  '/': new Set(['bg', 'pt']),
};

type Calendar = readonly [year: number, month: number, day: number];

/**
 * Reads a point in time as ISO 8601: what has one meaning only: the year first, the month as a word, or a day that is no month.
 * `03/04/2025` may be March or April, and is null unless `domain` is of a registry that is known to write the day first. A time
 * of a zone that is not known is null; one without any zone is taken as UTC.
 */
export function timeOf(value: unknown, domain = ''): string | null {
  if (typeof value !== 'string' || value.length > 80) return null;
  const found =
    /^(.{6,24}?)(?:(?:T| at |\s+)(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([A-Z]{0,4}(?:[+-]\d{1,2}(?::?\d\d)?)?|\([^()]{1,20}\)))?$/i.exec(
      // Numbers of tickets and patterns stand behind a date, and a dot.
      value
        .trim()
        .replace(/\s+#\d{1,12}$/, '')
        .replace(/(?<=\d)\s*\((?:[YMD/.-]{6,12}|[A-Z]{3}[+-]?[\d:]*)\)$/, (behind, at, all) =>
          /:\d\d/.test(all.slice(0, at)) ? behind : '',
        )
        .replace(/\.$/, ''),
    );
  if (found === null) return null;
  const calendar = calendarOf(found[1]!.trim(), domain.slice(domain.lastIndexOf('.') + 1));
  const [hour, minute, second] = found.slice(2, 5).map((part) => Number(part ?? 0));
  // A day is the same day wherever its zone is.
  const offset = found[2] === undefined ? 0 : offsetOf(found[5] ?? '');
  if (calendar === undefined || offset === undefined) return null;
  const time = timeAt(calendar, hour!, minute!, second!, offset);
  return time === undefined || !(time >= earliest && time < latest) ? null : new Date(time).toISOString();
}

function calendarOf(text: string, registry: string): Calendar | undefined {
  const yearFirst =
    /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})\.?$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (yearFirst !== null) return [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3])];
  return worded(text) ?? dayFirst(text, registry);
}

/** `Mon 1-Mar-2015`, `1st March 2015`, `Sun Mar 1 2015` and `2015-Mar-01`. */
function worded(text: string): Calendar | undefined {
  const dayed = /^(?:[a-z]{3},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[- .]([a-z]{3})[a-z]*[- .](\d{4})$/i.exec(text);
  const monthed = /^(?:[a-z]{3},?\s+)?([a-z]{3})[a-z]*\s+(\d{1,2}),?\s+(\d{4})$/i.exec(text);
  const dashed = /^(\d{4})-([a-z]{3})-(\d{1,2})$/i.exec(text);
  const [day, name, year] =
    dayed?.slice(1) ??
    (monthed !== null ? [monthed[2], monthed[1], monthed[3]] : (dashed?.slice(1).toReversed() ?? []));
  if (name === undefined) return undefined;
  const month = monthNames.indexOf(name.toLowerCase()) + 1;
  return month === 0 ? undefined : [Number(year), month, Number(day)];
}

/**
 * `13.4.2015`, `13-04-2015` and `13/04/2015`: whether day or month comes first is known of some registries; of all others no more
 * than the number tells by itself.
 */
function dayFirst(text: string, registry: string): Calendar | undefined {
  const found = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4})$/.exec(text);
  if (found === null) return undefined;
  const [day, month] = [Number(found[1]), Number(found[3])];
  const isCertain = day > 12 || day === month || dayFirstRegistries[found[2]!]?.has(registry) === true;
  return isCertain ? [Number(found[4]), month, day] : undefined;
}

function timeAt(
  [year, month, day]: Calendar,
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

/** Minutes ahead of UTC: `Z`, `+02`, `+0530`, `(JST)`, `GMT+1`, `(GMT+0:00)`; undefined for what is not known. */
function offsetOf(zone: string): number | undefined {
  const [, name = '', sign, hours, minutes] =
    /^([A-Z]*)(?:([+-])(\d{1,2}):?(\d\d)?)?$/.exec(zone.replace(/^\(|\)$/g, '').toUpperCase()) ?? [];
  const named = name === '' ? 0 : zoneNames[name];
  if (named === undefined) return undefined;
  return named + (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}
