import type { DelegationResult } from '@sonde/scanner/checks/delegation/delegation-result.ts';
import type { DmarcResult } from '@sonde/scanner/checks/dmarc/dmarc-result.ts';
import type { TlsResult } from '@sonde/scanner/checks/tls/tls-result.ts';
import type { TlsRptResult } from '@sonde/scanner/checks/tls-rpt/tls-rpt-result.ts';
import type { WhoisResult } from '@sonde/scanner/checks/whois/whois-result.ts';
import type { DomainScan } from '@sonde/scanner/ports/domain-scan.ts';
import { getDomain } from 'tldts';
import type { Contact, ContactKind, IndexedDomain } from '../../../ports/registrations/registration-index.ts';
import { normalContact } from './normal-contact.ts';

/** Gathers a domain's contacts that a scan saw in public; undefined if the scan saw none. */
export function contactsOfScan({ domain, parts, startedAt }: DomainScan): IndexedDomain | undefined {
  const registration = (parts.whois?.result as WhoisResult | null | undefined)?.registration;
  const delegation = parts.delegation?.result as DelegationResult | null | undefined;
  const dmarc = parts.dmarc?.result as DmarcResult | null | undefined;
  const contacts: Contact[] = [];
  const add = (kind: ContactKind, text: string | null | undefined, role: string) => {
    const value = text == null ? undefined : normalContact(kind, text);
    if (value !== undefined) contacts.push({ kind, value, role });
  };
  add('organization', registration?.registrant?.organization, 'registrant');
  add('registrar', registration?.registrar?.name, 'registrar');
  add('registrar', registration?.registrar?.ianaId?.toString(), 'registrar');
  for (const name of registration?.nameServers ?? []) add('nameserver', name, 'nameserver');
  add('email', mailboxOf(delegation), 'soa');
  for (const { uri, authorization } of dmarc?.aggregateReports ?? [])
    if (authorization === 'own') add('email', /^mailto:([^?!]+)/i.exec(uri)?.[1], 'dmarc');
  const tlsRpt = parts['tls-rpt']?.result as TlsRptResult | null | undefined;
  for (const uri of tlsRpt?.destinations ?? []) {
    const mailbox = /^mailto:([^?!]+)/i.exec(uri)?.[1];
    // Reports often go to somebody who reads those of many domains.
    if (mailbox !== undefined && isOwn(mailbox, domain)) add('email', mailbox, 'tls_rpt');
  }
  const tls = parts.tls?.result as TlsResult | null | undefined;
  // Whoever issued a certificate that verifies has looked at who it is.
  if (tls?.valid === true) add('organization', organizationIn(tls.certificate?.subject), 'certificate');
  if (contacts.length === 0) return undefined;
  return {
    domain: registration?.domain ?? domain,
    registrarName: registration?.registrar?.name ?? null,
    registrarIanaId: registration?.registrar?.ianaId ?? null,
    registrarAbuseEmail: registration?.registrar?.abuseEmail ?? null,
    registeredAt: dateOf(registration?.registeredAt),
    expiresAt: dateOf(registration?.expiresAt),
    nameServers: registration?.nameServers ?? null,
    countryCode: countryOf(registration?.registrant?.country),
    secureDns: registration?.dnssecSigned ?? null,
    contacts,
    source: registration?.source ?? 'dns',
    seenAt: startedAt,
  };
}

function isOwn(mailbox: string, domain: string): boolean {
  const own = getDomain(domain);
  return own !== null && getDomain(mailbox.slice(mailbox.lastIndexOf('@') + 1)) === own;
}

/** The organization in a distinguished name as RFC 4514 writes it: `CN=example.com,O=Example\\, Inc.,C=US`. */
function organizationIn(subject: string | undefined): string | undefined {
  const [, value] = /(?:^|(?<!\\)[,+])O=((?:\\.|[^\\,+]){1,300})/.exec(subject ?? '') ?? [];
  if (value === undefined || value.startsWith('#')) return undefined;
  const bytes = value.replace(/(?:\\[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('\\', ''), 'hex').toString('utf8'),
  );
  return bytes.replace(/\\(.)/g, '$1');
}

/** The name in a SOA as a mailbox: its first dot is the `@` (RFC 1035 section 8). */
function mailboxOf(delegation: DelegationResult | null | undefined): string | undefined {
  const mailbox = delegation?.soa?.mailbox;
  if (mailbox === undefined || mailbox.includes('\\') || !mailbox.includes('.')) return undefined;
  return mailbox.replace('.', '@');
}

function dateOf(text: string | null | undefined): Date | null {
  return text == null ? null : new Date(text);
}

function countryOf(text: string | null | undefined): string | null {
  return text != null && /^[A-Za-z]{2}$/.test(text) ? text.toUpperCase() : null;
}
