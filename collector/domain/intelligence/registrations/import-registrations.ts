import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { parse } from 'csv-parse/sync';
import type {
  Contact,
  ContactKind,
  IndexedDomain,
  RegistrationIndex,
} from '../../../ports/registrations/registration-index.ts';
import { normalContact } from './normal-contact.ts';

/** `zone`: a zone file as CZDS has them. `csv`: with a header, as WhoisXML has it. `json`: lines or an array of objects. */
export type RegistrationForm = 'zone' | 'csv' | 'json';

export interface ImportOutcome {
  readonly rows: number;
  readonly imported: number;
  readonly malformed: number;
  /** The first of them, from 1. */
  readonly firstMalformed: number | null;
}

const atOnce = 500;
const mostNameServers = 64;

/** Other services' names of what a row has, in lower case without signs. */
const fieldNames = {
  domain: ['domainname', 'domain', 'name'],
  registrar: ['registrarname', 'registrar', 'sponsoringregistrar'],
  ianaId: ['registrarianaid', 'ianaid'],
  email: ['contactemail', 'registrantemail', 'registrantcontactemail', 'email'],
  organization: ['registrantorganization', 'registrantorg', 'organization', 'registrantcontactorganization'],
  country: ['registrantcountrycode', 'registrantcountry', 'countrycode', 'country'],
  registered: ['createddate', 'creationdate', 'created', 'registrationdate', 'standardregcreateddate'],
  expires: ['expiresdate', 'expirationdate', 'expires', 'registryexpirydate', 'standardregexpiresdate'],
  nameServers: ['nameservers', 'nameserver', 'nserver'],
} as const;

/** Takes registrations that others gathered into the index. Rows that are none are counted. */
export async function importRegistrations(
  text: string,
  { form, source, seenAt }: { form: RegistrationForm; source: string; seenAt: Date },
  { registrationIndex }: { readonly registrationIndex: Pick<RegistrationIndex, 'record'> },
): Promise<ImportOutcome> {
  const rows = form === 'zone' ? zoneRows(text) : form === 'csv' ? csvRows(text) : jsonRows(text);
  const merged = new Map<string, IndexedDomain>();
  let [count, malformed] = [0, 0];
  let firstMalformed: number | null = null;
  for (const row of rows) {
    if (row === 'nothing') continue;
    count++;
    const domain = row === undefined ? undefined : indexed(row, source, seenAt);
    if (domain === undefined) {
      malformed++;
      firstMalformed ??= count;
      continue;
    }
    const before = merged.get(domain.domain);
    merged.set(domain.domain, before === undefined ? domain : joined(before, domain));
  }
  const domains = [...merged.values()];
  for (let at = 0; at < domains.length; at += atOnce)
    await registrationIndex.record(domains.slice(at, at + atOnce));
  return { rows: count, imported: domains.length, malformed, firstMalformed };
}

type Row = Readonly<Record<string, unknown>>;

/** `example.com.<TAB>172800<TAB>in<TAB>ns<TAB>ns1.example.net.`: one record a line; only name servers count. */
function* zoneRows(text: string): Generator<Row | 'nothing' | undefined> {
  for (const line of text.split('\n')) {
    if (/^\s*(?:;|$)/.test(line)) {
      yield 'nothing';
      continue;
    }
    const [owner = '', ttl = '', kind = '', type = '', data = ''] = line.trim().split(/\s+/);
    if (!/^\d+$/.test(ttl) || kind.toLowerCase() !== 'in') yield undefined;
    else yield type.toLowerCase() === 'ns' ? { domain: owner, nameservers: data } : 'nothing';
  }
}

function* csvRows(text: string): Generator<Row | undefined> {
  try {
    yield* parse(text, {
      columns: true,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: 65_536,
    }) as Row[];
  } catch {
    yield undefined;
  }
}

function* jsonRows(text: string): Generator<Row | undefined> {
  const whole = /^\s*\[/.test(text) ? objectOf(text) : undefined;
  if (Array.isArray(whole)) {
    for (const item of whole) yield isRow(item) ? item : undefined;
    return;
  }
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const item = objectOf(line);
    yield isRow(item) ? item : undefined;
  }
}

function indexed(row: Row, source: string, seenAt: Date): IndexedDomain | undefined {
  const fields = new Map(
    Object.entries(row).map(([key, value]) => [key.toLowerCase().replaceAll(/[^a-z]/g, ''), value]),
  );
  const first = (names: readonly string[]): string | null => {
    for (const name of names) {
      const value = fields.get(name);
      if (typeof value === 'string' && value.trim() !== '') return value.trim();
      if (typeof value === 'number') return String(value);
    }
    return null;
  };
  const read = parseDomainInput(first(fieldNames.domain) ?? '');
  if (!('domain' in read)) return undefined;
  const contacts: Contact[] = [];
  const add = (kind: ContactKind, text: string | null, role: string) => {
    const value = text === null ? undefined : normalContact(kind, text);
    if (value !== undefined) contacts.push({ kind, value, role });
  };
  const listed = fieldNames.nameServers.map((name) => fields.get(name)).find((value) => value !== undefined);
  const nameServers = (Array.isArray(listed) ? listed.map(String) : String(listed ?? '').split(/[\s,|;]+/))
    .flatMap((name) => (name.includes('.') ? (storedName(name) ?? []) : []))
    .slice(0, mostNameServers);
  const ianaId = first(fieldNames.ianaId);
  add('registrar', first(fieldNames.registrar), 'registrar');
  add('registrar', ianaId !== null && /^\d{1,7}$/.test(ianaId) ? ianaId : null, 'registrar');
  add('email', first(fieldNames.email), 'registrant');
  add('organization', first(fieldNames.organization), 'registrant');
  for (const name of nameServers) add('nameserver', name, 'nameserver');
  const country = first(fieldNames.country);
  return {
    domain: read.domain,
    registrarName: first(fieldNames.registrar),
    registrarIanaId: ianaId !== null && /^\d{1,7}$/.test(ianaId) ? Number(ianaId) : null,
    registrarAbuseEmail: null,
    registeredAt: dateOf(first(fieldNames.registered)),
    expiresAt: dateOf(first(fieldNames.expires)),
    nameServers: nameServers.length === 0 ? null : nameServers,
    countryCode: country !== null && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
    secureDns: null,
    contacts,
    source,
    seenAt,
  };
}

/** A zone file has a row for each name server. */
function joined(before: IndexedDomain, { contacts, nameServers, ...more }: IndexedDomain): IndexedDomain {
  const all = [...new Set([...(before.nameServers ?? []), ...(nameServers ?? [])])].slice(0, mostNameServers);
  const told = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== null));
  return {
    ...before,
    ...told,
    nameServers: all.length === 0 ? null : all,
    contacts: [...before.contacts, ...contacts],
  };
}

/** ISO 8601 alone: other forms have more than one meaning. */
function dateOf(text: string | null): Date | null {
  if (text === null || !/^\d{4}-\d\d-\d\d(?:[T ][\d:.]{5,12})?(?:Z| ?UTC|[+-]\d\d:?\d\d)?$/.test(text))
    return null;
  const time = Date.parse(text.replace(/ ?UTC$/, 'Z').replace(' ', 'T'));
  return Number.isNaN(time) ? null : new Date(time);
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
