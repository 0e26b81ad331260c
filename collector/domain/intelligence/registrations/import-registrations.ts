import { parseDomainInput } from '@sonde/shared/dns/domain-input.ts';
import { storedName } from '@sonde/shared/dns/names.ts';
import { byteChunks } from '@sonde/shared/documents/byte-chunks.ts';
import { DocumentError } from '@sonde/shared/documents/document-error.ts';
import { jsonElements } from '@sonde/shared/documents/json-elements.ts';
import { parsedCsv } from '@sonde/shared/documents/parsed-csv.ts';
import { readLines } from '@sonde/shared/documents/read-lines.ts';
import { CsvError, parse } from 'csv-parse';
import type {
  Contact,
  ContactKind,
  IndexedDomain,
  RegistrationIndex,
} from '../../../ports/registrations/registration-index.ts';
import { normalContact } from './normal-contact.ts';

/**
 * A registration file has the form `zone`, a zone file as CZDS has them; `csv`, with a header, as WhoisXML has it; or
 * `json`, lines or an array of objects.
 */
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
/** Name servers, a registrar by name and number, and what several rows say of the holder. */
const mostContacts = 2 * mostNameServers;

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

/** Takes registrations that others gathered into the index, a piece at a time. Rows that are none are counted. */
export async function importRegistrations(
  document: Uint8Array,
  { form, source, seenAt }: { form: RegistrationForm; source: string; seenAt: Date },
  { registrationIndex }: { readonly registrationIndex: Pick<RegistrationIndex, 'record'> },
): Promise<ImportOutcome> {
  const rows = readers[form](document);
  const merged = new Map<string, IndexedDomain>();
  let [count, malformed] = [0, 0];
  let firstMalformed: number | null = null;
  for await (const row of rows) {
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

type Rows = AsyncGenerator<Row | 'nothing' | undefined>;

const readers: Readonly<Record<RegistrationForm, (document: Uint8Array) => Rows>> = {
  zone: zoneRows,
  csv: csvRows,
  json: (document) => (isArray(document) ? arrayRows(document) : lineRows(document)),
};

/** `example.com.<TAB>172800<TAB>in<TAB>ns<TAB>ns1.example.net.`: one record a line; only name servers count. */
async function* zoneRows(document: Uint8Array): Rows {
  for await (const lines of readLines(byteChunks(document))) {
    for (const { text } of lines) {
      if (/^\s*(?:;|$)/.test(text)) {
        yield 'nothing';
        continue;
      }
      const [owner = '', ttl = '', kind = '', type = '', data = ''] = text.trim().split(/\s+/, 5);
      if (!/^\d+$/.test(ttl) || kind.toLowerCase() !== 'in') yield undefined;
      else yield type.toLowerCase() === 'ns' ? { domain: owner, nameservers: data } : 'nothing';
    }
  }
}

async function* csvRows(document: Uint8Array): Rows {
  let skipped = 0;
  const parser = parse({
    columns: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: () => {
      skipped++;
    },
    max_record_size: 65_536,
  });
  try {
    for await (const row of parsedCsv(document, parser)) yield row as Row;
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof DocumentError)) throw error;
    skipped++;
  }
  for (; skipped > 0; skipped--) yield undefined;
}

function isArray(document: Uint8Array): boolean {
  return /^\s*\[/.test(Buffer.from(document.subarray(0, 1_024)).toString('utf8'));
}

async function* arrayRows(document: Uint8Array): Rows {
  try {
    for await (const texts of jsonElements(byteChunks(document))) for (const text of texts) yield rowOf(text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    yield undefined;
  }
}

async function* lineRows(document: Uint8Array): Rows {
  for await (const lines of readLines(byteChunks(document)))
    for (const { text } of lines) if (text.trim() !== '') yield rowOf(text);
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
    contacts: together(before.contacts, contacts),
  };
}

/** Each once: of a name that a file has a hundred thousand lines about, too. */
function together(before: readonly Contact[], more: readonly Contact[]): readonly Contact[] {
  const fresh = more.filter(
    ({ kind, value, role }) =>
      !before.some((known) => known.kind === kind && known.value === value && known.role === role),
  );
  return fresh.length === 0 ? before : [...before, ...fresh].slice(0, mostContacts);
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

function rowOf(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRow(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
