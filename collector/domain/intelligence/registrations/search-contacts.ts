import { createHash } from 'node:crypto';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { AuditLog } from '../../../ports/accounts/audit-log.ts';
import type {
  ContactKind,
  FoundDomains,
  RegistrationIndex,
} from '../../../ports/registrations/registration-index.ts';
import { normalContact, normalPart } from './normal-contact.ts';

/** Offsets end here: a caller who wants more goes on from the end of the page before. */
export const deepestOffset = 10_000;

export interface SearchContactsPorts {
  readonly registrationIndex: Pick<RegistrationIndex, 'find'>;
  readonly audit: Pick<AuditLog, 'record'>;
}

export interface ContactSearch {
  readonly kind: ContactKind;
  readonly text: string;
  readonly match: 'exact' | 'contains';
  readonly limit: number;
  readonly offset: number;
  /** The cursor of an answer before; undefined for the first page. */
  readonly cursor: string | undefined;
}

export interface Searcher {
  readonly accountId: number;
  readonly keyId: number | null;
  readonly address: string;
  readonly requestId: string;
}

export interface ContactAnswer extends FoundDomains {
  /** The value as it was looked for. */
  readonly value: string;
  /** Undefined if this is the last page. */
  readonly cursor: string | undefined;
}

/**
 * Finds domains with a contact. Every question is written down, by whom it was asked and for what. Throws InvalidInput.
 */
export async function searchContacts(
  { kind, text, match, limit, offset, cursor }: ContactSearch,
  searcher: Searcher,
  { registrationIndex, audit }: SearchContactsPorts,
): Promise<ContactAnswer> {
  const value = match === 'exact' ? normalContact(kind, text) : normalPart(kind, text);
  if (value === undefined) throw new InvalidInput(kind, reasonFor(kind, match));
  const after = cursor === undefined ? undefined : domainOf(cursor);
  const found = await registrationIndex.find({ kind, value, match, limit, offset, after });
  await audit.record({
    ...searcher,
    action: 'reverse_whois_searched',
    object: `reverse_whois:${kind}`,
    // What somebody had erased must not stand in the log instead.
    details: { match, value_sha256: createHash('sha256').update(value).digest('hex'), domains: found.count },
  });
  const last = found.hits.at(-1)?.domain;
  const hasMore = found.hits.length === limit && last !== undefined;
  return { ...found, value, cursor: hasMore ? Buffer.from(last).toString('base64url') : undefined };
}

function domainOf(cursor: string): string {
  const domain = Buffer.from(cursor, 'base64url').toString('utf8');
  if (domain === '' || domain.length > 255 || domain.includes('\0'))
    throw new InvalidInput('cursor', '"cursor" is no `next_cursor` of an answer.');
  return domain;
}

function reasonFor(kind: ContactKind, match: string): string {
  if (match === 'contains') return 'A part to look for has 3 to 200 characters.';
  const examples: Readonly<Record<ContactKind, string>> = {
    email: 'This is no e-mail address such as hostmaster@example.com, or one that hides whose it is.',
    organization: 'This is no name of an organization, or one that hides whose it is.',
    registrar: 'This is no name of a registrar, nor its number at the IANA.',
    nameserver: 'This is no name of a name server such as ns1.example.com.',
  };
  return examples[kind];
}
