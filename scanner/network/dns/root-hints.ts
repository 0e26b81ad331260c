import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import { readZoneFile } from '@sonde/shared/zone-file/read-zone-file.ts';
import { targetOf } from './iterate/zone-cut.ts';

export interface RootServer {
  readonly name: string;
  readonly addresses: readonly string[];
}

/** Reads a root hints file (https://www.internic.net/domain/named.root). Throws if it names no server's address. */
export function readRootHints(text: string): RootServer[] {
  const records = readZoneFile(text, { defaultTtl: 0, maxRecords: 1_000 });
  const names = records
    .filter((record) => record.name === '.' && record.type === recordTypes.NS)
    .flatMap(targetOf);
  const servers = [...new Set(names)].map((name) => {
    const own = records.filter((record) => record.name === name);
    const addresses = own.filter(({ type }) => type === recordTypes.A || type === recordTypes.AAAA);
    return { name, addresses: addresses.map((record) => record.text) };
  });
  if (servers.every(({ addresses }) => addresses.length === 0)) {
    throw new Error('The root hints name no address of a root server.');
  }
  return servers;
}
