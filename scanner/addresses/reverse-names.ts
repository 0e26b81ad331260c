import { isIPv4 } from 'node:net';
import { storedName } from '@sonde/shared/dns/names.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { askRecords } from '../checks/ask-records.ts';
import type { ScanError } from '../ports/finding.ts';
import type { ScanPorts } from '../ports/scanner.ts';
import { reverseName } from '../protocols/dnsbl/address-zones.ts';

const mostNames = 16;
const source = 'reverse_dns';

export interface ReverseNames {
  /** Null if the question could not be answered. */
  readonly names: readonly string[] | null;
  /** The names whose own addresses lead back here (FCrDNS). */
  readonly confirmed: readonly string[];
  readonly error: ScanError | undefined;
}

/** Finds the names of an address, and the ones that have it among their addresses. */
export async function findReverseNames(
  address: string,
  ports: Pick<ScanPorts, 'dns' | 'signal'>,
): Promise<ReverseNames> {
  const asked = await askRecords(reverseName(address), 'PTR', ports, source);
  if (asked.error !== undefined) return { names: null, confirmed: [], error: asked.error };
  const names = [...new Set(asked.records.flatMap(({ text }) => storedName(text) ?? []))].slice(0, mostNames);
  const type = isIPv4(address) ? 'A' : 'AAAA';
  const own = addressBytes(address);
  const back = await Promise.all(
    names.map(async (name) => {
      const { records } = await askRecords(name, type, ports, source);
      return records.some(({ text }) => isSame(text, own)) ? name : undefined;
    }),
  );
  return { names, confirmed: back.filter((name) => name !== undefined), error: undefined };
}

function isSame(text: string, address: Buffer): boolean {
  try {
    return addressBytes(text).equals(address);
  } catch {
    return false;
  }
}
