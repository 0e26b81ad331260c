import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedZone } from '../../scanner/bench/lab/nsd.ts';
import { runTool } from '../../scanner/bench/lab/run-tool.ts';
import { masterFile, type Zone } from './zones.ts';

/** A signed zone is a zone ready to be served, with the records that its parent needs. */
export interface SignedZone extends ServedZone {
  /** DS records for the zone above; none if the zone is unsigned. */
  readonly keys: readonly string[];
  /** The DNSKEY record, a trust anchor if it is the root's. */
  readonly publicKey: string | undefined;
}

/** Writes the zone and signs it with one ECDSA P-256 key (algorithm 13). */
export async function writeZone(directory: string, zone: Zone): Promise<SignedZone> {
  const label = zone.name === '' ? 'root' : zone.name;
  const plain = join(directory, `${label}.zone`);
  writeFileSync(plain, masterFile(zone));
  if (zone.security === 'unsigned') return { name: zone.name, file: plain, keys: [], publicKey: undefined };

  const key = await runTool('ldns-keygen', ['-a', 'ECDSAP256SHA256', '-k', `${zone.name}.`], directory);
  const base = join(directory, key.trim());
  const file = `${plain}.signed`;
  await runTool('ldns-signzone', ['-f', file, plain, base], directory);
  if (zone.security === 'broken') {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('198.18.30.1', '198.18.30.99'));
  }
  return {
    name: zone.name,
    file,
    keys: [readFileSync(`${base}.ds`, 'utf8').trim()],
    publicKey: readFileSync(`${base}.key`, 'utf8').trim(),
  };
}
