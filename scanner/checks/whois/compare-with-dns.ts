import { storedName } from '@sonde/shared/dns/names.ts';
import type { ScanPorts } from '../../ports/scanner.ts';
import type { Registration } from '../../protocols/registration/registration.ts';
import { askRecords } from '../ask-records.ts';
import type { PartBuilder } from '../part-builder.ts';

const rule = 'RFC 9083 section 5.3';
const mostNames = 8;

/**
 * Compares the DNS with the registry: the name servers, and a DS record if the registry says that the delegation is
 * signed.
 */
export async function compareWithDns(
  part: PartBuilder,
  { domain, nameServers, dnssecSigned }: Registration,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<void> {
  const [servers, signers] = await Promise.all([
    askRecords(domain, 'NS', ports, 'whois'),
    dnssecSigned === null ? undefined : askRecords(domain, 'DS', ports, 'whois'),
  ]);
  if (nameServers !== null && nameServers.length > 0 && servers.records.length > 0) {
    const own = servers.records.map(({ text }) => storedName(text) ?? text);
    const missing = nameServers.filter((name) => !own.includes(name));
    const more = own.filter((name) => !nameServers.includes(name));
    if (missing.length + more.length > 0) {
      part.warning('low', 'name_servers_differ', 'The registry has other name servers than the zone.', rule, {
        advice: 'Have the registrar set the name servers that the zone has.',
        evidence: `registry: ${some(nameServers)}; zone: ${some(own)}`,
      });
    } else part.pass('name_servers_agree', 'The registry and the zone have the same name servers.', rule);
  }
  if (signers === undefined || signers.error !== undefined) return;
  const isSigned = signers.records.length > 0;
  if (isSigned === dnssecSigned) return;
  const message = isSigned
    ? 'The DNS has DS records for the domain, and the registry says that its delegation is not signed.'
    : 'The registry says that the delegation is signed, and the DNS has no DS record for it.';
  part.warning('medium', 'signed_differs', message, rule, {
    advice: "Have the registrar look at the domain's DS records.",
  });
}

function some(names: readonly string[]): string {
  return `${names.slice(0, mostNames).join(' ')}${names.length > mostNames ? ' …' : ''}`;
}
