import { nameServices } from '@sonde/shared/batch/row-layout.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { addressText } from '@sonde/shared/net/address.ts';
import type { BatchRows } from '../../batch-rows.ts';
import type { RowDetector } from '../../row-detector.ts';
import { type RecordView, sectionNumbers } from '../../rows/read-records.ts';
import { rowTraits } from '../../rows/row-traits.ts';
import { RecentMap } from '../../state/recent-map.ts';
import { textHash } from '../../state/text-hash.ts';
import { netbiosName } from './netbios-name.ts';

const followed = 5_000;
const mostNames = 64;
const mostVictims = 64;
const samples = 8;
const netbiosType = 32;
/** Names that machines ask for by themselves, and that a network which has them has in the DNS. */
const bait: ReadonlySet<string> = new Set(['wpad', 'isatap', 'proxysrv', 'wpad.local', 'isatap.local']);

const protocols: Readonly<Record<number, string>> = {
  [nameServices.mdns]: 'mDNS',
  [nameServices.llmnr]: 'LLMNR',
  [nameServices.nbns]: 'NetBIOS',
};

/** What one machine answers for with one address. */
interface Responder {
  /** Hashes of names with the second in which each was answered for last. */
  readonly names: Map<number, number>;
  readonly victims: Set<string>;
  samples: string[];
  unreported: number;
}

/**
 * Detects machines that answer for others' names on the local network, to be sent what was meant for them: a host answers
 * for its own name, a poisoner for whatever is asked, with one address.
 */
export function createNamePoisoningDetector(): RowDetector {
  const responders = new RecentMap<string, Responder>(followed);
  return {
    name: 'name_poisoning',
    tables: [responders],
    needs: rowTraits.local,
    observe: (row, { namePoisoning }, report) => {
      const service = row.nameService;
      if (service === nameServices.dns || row.is('unanswered') || row.answerCount === 0) return;
      const at = row.observedSeconds;
      const server = row.serverAddress;
      const limit = service === nameServices.mdns ? namePoisoning.multicastNames : namePoisoning.names;
      row.records((record) => {
        const answer = record.section === sectionNumbers.answer ? answerOf(row, record) : undefined;
        if (answer === undefined) return;
        const { name, address } = answer;
        const responder = responders.getOrCreate(`${row.locationId} ${server} ${address}`, newResponder);
        const { names } = responder;
        for (const [known, last] of names) if (at - last >= namePoisoning.windowSeconds) names.delete(known);
        if (names.size === 0) responder.samples = [];
        const hash = textHash(name);
        const isBait = bait.has(name);
        const isNew = !names.has(hash);
        if (names.size < mostNames || !isNew) names.set(hash, at);
        if (isNew && responder.samples.length < samples) responder.samples.push(name);
        if (service !== nameServices.mdns && responder.victims.size < mostVictims)
          responder.victims.add(row.clientAddress);
        responder.unreported++;
        const isMany = names.size >= limit;
        if (!isNew || (!isMany && !(isBait && service !== nameServices.mdns))) return;
        report.add(row, {
          type: 'name_poisoning',
          severity: isMany ? 'high' : 'medium',
          subject: server,
          clientAddress: server,
          technique: 'T1557.001',
          count: responder.unreported,
          message: isMany
            ? `${server} answers for ${names.size} different names with ${address} by ${protocols[service]}`
            : `${server} answers for ${name} with ${address} by ${protocols[service]}`,
          evidence: {
            method: isMany
              ? 'different names that one machine answers for with one address on the local network'
              : 'an answer on the local network for a name that machines ask for automatically',
            protocol: protocols[service]!,
            address,
            names: names.size,
            asked_by: [...responder.victims].slice(0, samples),
            at: new Date(at * 1_000).toISOString(),
            sample_names: responder.samples.slice(),
            thresholds: { ...namePoisoning },
          },
        });
        responder.unreported = 0;
      });
    },
  };
}

function newResponder(): Responder {
  return { names: new Map(), victims: new Set(), samples: [], unreported: 0 };
}

/** The name that a record answers for, and with which address; undefined for other records. */
function answerOf(
  row: BatchRows,
  { type, nameStart, nameEnd, dataStart, dataEnd }: RecordView,
): { name: string; address: string } | undefined {
  const owner = row.text(nameStart, nameEnd);
  if (type === recordTypes.A || type === recordTypes.AAAA)
    return { name: owner, address: row.text(dataStart, dataEnd) };
  if (type !== netbiosType || row.nameService !== nameServices.nbns) return undefined;
  const name = netbiosName(owner);
  // Two octets of flags before the address (RFC 1002 section 4.2.13), of which the first bit marks a group's name.
  const data = /^\\# \d+ ([0-9a-f]{4})([0-9a-f]{8})/.exec(
    row.text(dataStart, Math.min(dataEnd, dataStart + 40)),
  );
  if (name === undefined || data === null || (Number.parseInt(data[1]!, 16) & 0x8000) !== 0) return undefined;
  return { name, address: addressText(mapped(Buffer.from(data[2]!, 'hex')), 0) };
}

function mapped(address: Buffer): Buffer {
  return Buffer.concat([Buffer.from('00000000000000000000ffff', 'hex'), address]);
}
