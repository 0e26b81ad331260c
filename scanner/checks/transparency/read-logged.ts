import type { LoggedCertificate } from './transparency-result.ts';

const mostEntries = 50_000;
const mostNames = 20;
const longestText = 300;

/**
 * Reads the JSON of a search in logs, in the form of crt.sh: an array of objects with `issuer_name`, `serial_number`, `name_value`
 * (names in lines), `not_before`, `not_after` and `entry_timestamp`. A precertificate and its certificate are one. Throws a
 * RangeError if it is no such array; entries of another form are left out.
 */
export function readLogged(text: string): LoggedCertificate[] {
  const entries = parsed(text);
  if (!Array.isArray(entries)) throw new RangeError('The answer is no list of certificates.');
  const found = new Map<string, LoggedCertificate>();
  for (const entry of entries.slice(0, mostEntries)) {
    const read = readEntry(entry);
    if (read === undefined) continue;
    const key = `${read.serialNumber} ${read.issuer}`;
    const before = found.get(key);
    found.set(
      key,
      before === undefined ? read : { ...before, loggedAt: earlier(before.loggedAt, read.loggedAt) },
    );
  }
  return [...found.values()];
}

function readEntry(entry: unknown): LoggedCertificate | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const fields = entry as Readonly<Record<string, unknown>>;
  const text = (field: string) => {
    const value = fields[field];
    return typeof value === 'string' ? value.slice(0, longestText).toWellFormed() : undefined;
  };
  const [issuer, serialNumber] = [text('issuer_name'), text('serial_number')];
  const [notBefore, notAfter] = [timeOf(text('not_before')), timeOf(text('not_after'))];
  if (issuer === undefined || serialNumber === undefined || notBefore === null || notAfter === null)
    return undefined;
  const names = typeof fields.name_value === 'string' ? fields.name_value.split('\n', mostNames) : [];
  return {
    issuer,
    serialNumber: serialNumber.toLowerCase(),
    names: names.map((name) => name.trim().toLowerCase().slice(0, 255)).filter((name) => name !== ''),
    notBefore,
    notAfter,
    loggedAt: timeOf(text('entry_timestamp')),
  };
}

/** In UTC, though it does not say so. */
function timeOf(text: string | undefined): string | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z?$/.test(text)) return null;
  const time = Date.parse(text.endsWith('Z') ? text : `${text}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError('The answer is no JSON.');
  }
}
