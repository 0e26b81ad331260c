import { storedName } from '@sonde/shared/dns/names.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { responseCodes } from '@sonde/shared/dns/response-codes.ts';
import type { DnsAnswer } from '../../ports/dns-answer.ts';
import type { Scanner, ScanPorts } from '../../ports/scanner.ts';
import { PartBuilder } from '../part-builder.ts';
import { type KnownServer, knownServers } from './ask-servers.ts';
import type { NameServersResult, ServerBehaviour } from './name-servers-result.ts';
import { zoneOfDomain } from './zone-of-domain.ts';

const mostServers = 12;
const chaos = 3;
/** Enough to see that a transfer is open; the zone is not taken. */
const fewRecords = 50;
const longestVersion = 200;

/**
 * The name server scanner checks how the zone's servers behave beyond ordinary questions: EDNS, letter case, recursion,
 * transfers, version.
 */
export const nameServersScanner: Scanner<NameServersResult> = {
  id: 'name-servers',
  async scan(domain, ports) {
    const part = new PartBuilder('name-servers');
    const zone = await zoneOfDomain(domain, part, ports);
    if (zone === undefined) return part.done({ zone: null, servers: null });
    const { apex } = zone;
    const servers = await Promise.all(
      knownServers(zone)
        .slice(0, mostServers)
        .map((server) => behaviourOf(server, apex, ports)),
    );
    for (const server of servers) judge(part, apex, server);
    return part.done({ zone: apex, servers });
  },
};

async function behaviourOf(
  { name, address }: KnownServer,
  zone: string,
  { dns, zones, signal }: ScanPorts,
): Promise<ServerBehaviour> {
  const soa = { name: zone, type: recordTypes.SOA };
  const [plain, mixed, version1, recursion, version, transfer] = await Promise.all([
    dns.ask(address, soa, { edns: false, dnssecOk: false, signal }),
    dns.ask(address, soa, { mixedCase: true, signal }),
    dns.ask(address, soa, { ednsVersion: 1, dnssecOk: false, signal }),
    dns.ask(address, { name: '.', type: recordTypes.NS }, { recursionDesired: true, signal }),
    dns.ask(
      address,
      { name: storedName('version.bind')!, type: recordTypes.TXT },
      { class: chaos, edns: false, dnssecOk: false, signal },
    ),
    zones?.transfer(address, zone, { maxRecords: fewRecords, signal }),
  ]);
  const answers = plain.failure === undefined || mixed.failure === undefined;
  const isOpen =
    transfer === undefined ? null : transfer.failure === undefined || transfer.failure === 'too_large';
  return {
    name,
    address,
    plain: answers ? plain.failure === undefined : null,
    keepsCase: plain.failure === undefined ? mixed.failure === undefined : null,
    ednsVersions:
      version1.failure === undefined
        ? version1.responseCode === responseCodes.BADVERS
        : answers
          ? false
          : null,
    openRecursion: recursion.failure === undefined ? recurses(recursion) : null,
    openTransfer: transfer?.failure === 'timeout' || transfer?.failure === 'unreachable' ? null : isOpen,
    version:
      version.answer.find(({ type }) => type === recordTypes.TXT)?.text.slice(0, longestVersion) ?? null,
  };
}

function recurses({ recursionAvailable, answer, responseCode }: DnsAnswer): boolean {
  return recursionAvailable && responseCode === 0 && answer.some(({ type }) => type === recordTypes.NS);
}

function judge(part: PartBuilder, zone: string, server: ServerBehaviour): void {
  const who = `${server.name} (${server.address})`;
  if (server.openTransfer === true) {
    part.warning('medium', 'open_transfer', `${who} gives all of ${zone} to anybody.`, 'RFC 5936 section 5', {
      advice: 'Allow transfers to the secondaries alone, by TSIG.',
    });
  }
  if (server.openRecursion === true) {
    part.fail(
      'high',
      'open_recursion',
      `${who} resolves names for anybody, and can be used to attack others.`,
      'RFC 5358 section 4',
      {
        advice: 'Switch recursion off, or allow it to your own network alone.',
      },
    );
  }
  if (server.plain === false)
    part.warning('medium', 'no_plain_dns', `${who} does not answer without EDNS.`, 'RFC 6891 section 6.1.1');
  if (server.keepsCase === false) {
    part.warning(
      'low',
      'letter_case_lost',
      `${who} does not repeat the letters of a question in their case.`,
      'RFC 5452 section 9.2',
    );
  }
  if (server.ednsVersions === false) {
    part.warning(
      'low',
      'edns_version',
      `${who} does not say BADVERS to a version of EDNS that it can't know.`,
      'RFC 6891 section 6.1.3',
    );
  }
  if (server.version !== null) {
    part.info('version_shown', `${who} tells its version: ${server.version}.`, 'RFC 4892 section 3', {
      advice: 'Hide it, if it need not be known.',
    });
  }
  const isGood =
    server.openTransfer !== true &&
    server.openRecursion !== true &&
    server.plain === true &&
    server.ednsVersions === true;
  if (isGood) part.pass('behaves', `${who} behaves as it should.`, 'RFC 6891');
}
