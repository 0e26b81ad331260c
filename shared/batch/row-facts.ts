/**
 * The fact kinds number what few rows have, and every row may have: each is a text beside the row's columns. They are stored as numbers;
 * the columns of the store that show them count on these.
 */
export const factKinds = {
  /** The interface that the packet came in by. */
  interface: 1,
  /** The VLAN tag within another (QinQ), in decimal. */
  innerVlan: 2,
  /** The network identifier of VXLAN or Geneve, in decimal. */
  networkIdentifier: 3,
  /** Which letters of the query name are capitals in the query, and those in the response if they are others (`withCapitals`). */
  queryCapitals: 4,
  responseCapitals: 5,
  /** SCOPE PREFIX-LENGTH of the response's client subnet (RFC 7871), in decimal. */
  subnetScope: 6,
  /** The name server's identifier (RFC 5001), octets outside printable ASCII as `\DDD`. */
  serverId: 7,
  /** The text of an extended DNS error: one for each of them, in their order, if any has a text. Escaped likewise. */
  errorText: 8,
  /** A record of an UPDATE, a NOTIFY or a question for a zone's changes: section, class, TTL and type in decimal, owner, data. */
  queryRecord: 9,
  /** Why a message is malformed (`malformedReasons`), and its first octets in hexadecimal. */
  malformedQuery: 10,
  malformedResponse: 11,
  queryOctets: 12,
  responseOctets: 13,
} as const;
export type FactKind = keyof typeof factKinds;
export const lastFactKind = Math.max(...Object.values(factKinds));

/** A row fact is one of a row's facts; `kind` is a number of `factKinds`, `value` printable ASCII. */
export interface RowFact {
  readonly kind: number;
  readonly value: string;
}

/** A query record is a record that a query brought, of an update for instance. */
export interface QueryRecord {
  readonly section: 'answer' | 'authority' | 'additional';
  readonly name: string;
  readonly class: number;
  readonly type: number;
  readonly ttl: number;
  readonly data: string;
}

const recordSections = ['answer', 'authority', 'additional'] as const;

/** Returns the first fact of a kind. */
export function factOf(facts: readonly RowFact[], kind: FactKind): string | null {
  return facts.find((fact) => fact.kind === factKinds[kind])?.value ?? null;
}

/** Returns the first fact of a kind that is a number. */
export function numberOf(facts: readonly RowFact[], kind: FactKind): number | null {
  const value = factOf(facts, kind);
  return value === null || !/^\d{1,9}$/.test(value) ? null : Number(value);
}

/** Returns all facts of a kind. */
export function factsOf(facts: readonly RowFact[], kind: FactKind): string[] {
  return facts.filter((fact) => fact.kind === factKinds[kind]).map(({ value }) => value);
}

/** Reads the records that a query brought; what is none is left out. */
export function queryRecords(facts: readonly RowFact[]): QueryRecord[] {
  return factsOf(facts, 'queryRecord').flatMap((value) => {
    const [, section, ownClass, ttl, type, name = '', data = ''] =
      /^([123]) (\d{1,5}) (\d{1,10}) (\d{1,5}) (\S+) (.*)$/.exec(value) ?? [];
    if (section === undefined) return [];
    return [
      {
        section: recordSections[Number(section) - 1]!,
        name,
        class: Number(ownClass),
        type: Number(type),
        ttl: Number(ttl),
        data,
      },
    ];
  });
}

/**
 * Writes a name with the capitals that a fact tells: a bit for each of the name's letters in their order, the first one the highest of
 * the first hexadecimal digit.
 */
export function withCapitals(name: string, capitals: string): string {
  let letter = 0;
  return name.replace(/[a-z]/g, (character) => {
    const digit = Number.parseInt(capitals[letter >> 2] ?? '0', 16);
    return ((digit << (letter++ & 3)) & 8) === 0 ? character : character.toUpperCase();
  });
}

/** Reads a text whose octets outside printable ASCII are escaped; what is no UTF-8 stays escaped. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const octets: number[] = [];
  for (const [, digits, character] of text.matchAll(/\\(\d{3})|\\?([\x20-\x7e])/g))
    octets.push(digits === undefined ? character!.charCodeAt(0) : Number(digits));
  const bytes = Uint8Array.from(octets);
  try {
    const read = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a server's text goes onto terminals and into pages.
    return /[\x00-\x1f\x7f-\x9f]/.test(read) ? text : read;
  } catch {
    return text;
  }
}
