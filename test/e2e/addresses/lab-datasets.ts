import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeDatabase } from '../../support/datasets/write-database.ts';

const filler = Array.from({ length: 30 }, (_, at) => `64999\t7.7.${at}.0/24\t300\n`).join('');

/** In the forms in which their publishers have them; by the ids of datasets. */
const documents: Readonly<Record<string, string | Buffer>> = {
  'ris-ipv4': gzipSync(
    `%\n% RIS whois dump\n${filler}64500\t5.9.9.0/24\t392\n64501\t5.10.0.0/16\t300\n64502\t5.10.0.0/16\t310\n64503\t5.10.5.0/24\t300\n`,
  ),
  'ris-ipv6': gzipSync('64501\t2a00::/32\t180\n'),
  'ripe-as-names': '64500 LAB-AS - Lab Hosting GmbH, DE\n64501 WIDE-AS Wide Networks, SE\n',
  'nro-delegations':
    '2|nro|20261101|3|19830705|20261101|+0000\nripencc|DE|ipv4|5.9.8.0|512|20110811|assigned|a-1|e-stats\nripencc|SE|ipv4|5.10.0.0|65536|20120504|allocated|b-1|e-stats\nripencc|SE|asn|64501|1|20120504|assigned|b-1|e-stats\n',
  'own-rpki':
    '{"metadata":{},"roas":[{"asn":"AS64500","prefix":"5.9.9.0/24","maxLength":24,"ta":"ripe"},{"asn":"AS64501","prefix":"5.10.0.0/16","maxLength":16,"ta":"ripe"}]}',
  'dbip-city-lite': writeDatabase({
    '5.9.9.0/24': {
      country: { iso_code: 'DE', names: { en: 'Germany' } },
      city: { names: { en: 'Frankfurt' } },
      subdivisions: [{ names: { en: 'Hesse' } }],
      location: { latitude: 50.11, longitude: 8.68 },
    },
    '5.10.0.0/16': { country: { iso_code: 'SE', names: { en: 'Sweden' } } },
  }),
  'tor-exit-addresses':
    'ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E\nPublished 2026-10-31 05:03:27\nExitAddress 5.9.9.30 2026-10-31 06:12:42\n',
  'aws-ranges':
    '{"syncToken":"1","prefixes":[{"ip_prefix":"5.9.9.0/26","service":"AMAZON"}],"ipv6_prefixes":[]}',
  'icloud-relay': '5.10.9.0/31,GB,GB-EN,London,\n',
  'x4bnet-vpn': '5.10.8.0/24\n',
  'bgptools-anycast': '5.10.7.0/24\n',
};

/** The ids of the datasets of the lab. */
export const labDatasets = Object.keys(documents);

/** Writes the datasets of the lab as an operator without the Internet has them. */
export async function writeDatasets(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [id, content] of Object.entries(documents)) await writeFile(join(directory, id), content);
}

/** Writes a table in which somebody else announces a narrower prefix of the lab's network. */
export async function writeTakenOver(file: string): Promise<void> {
  await writeFile(
    file,
    gzipSync(
      `%\n${filler}64500\t5.9.9.0/24\t392\n64666\t5.9.9.0/25\t300\n64501\t5.10.0.0/16\t300\n64502\t5.10.0.0/16\t310\n64503\t5.10.5.0/24\t300\n`,
    ),
  );
}
