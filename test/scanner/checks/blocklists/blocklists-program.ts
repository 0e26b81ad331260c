import { createBlocklistsScanner } from '../../../../scanner/checks/blocklists/scan-blocklists.ts';
import { ProvenZones } from '../../../../scanner/protocols/dnsbl/proven-zones.ts';
import { blocklistZone } from '../../../support/lab/blocklist.ts';
import { labScan } from '../../../support/lab/lab-scan.ts';
import { runCase } from '../../../support/lab/run-case.ts';

const lists = {
  'plain.lists': 'bad.example 127.0.0.2 sends spam\nboth.example 127.0.0.4 phishing',
  'other.lists': 'both.example 127.0.1.5 malware\nhost.shared.example 127.0.0.2 one host alone',
  'refusing.lists': '* 127.255.255.254 not from a public resolver',
  'blocked.lists': '* 127.0.0.1 too many questions',
  'parked.lists': '* 127.0.0.2 everything is here',
};
const gone = { name: 'gone.lists', signing: false, records: 'www A 198.18.10.1' } as const;
const elsewhere = { name: 'sold.lists', signing: false, records: '* A 198.18.10.1' } as const;
const dead = { name: 'dead.lists', unserved: true, servers: ['198.18.9.9'] } as const;

await runCase(
  {
    zones: [
      ...Object.entries(lists).map(([name, lines]) => blocklistZone(name, lines)),
      elsewhere,
      gone,
      dead,
    ],
  },
  async (lab) => {
    const look = async (domain: string, ...zones: string[]) => {
      const { result, findings, errors } = await createBlocklistsScanner(zones, new ProvenZones(Date)).scan(
        domain,
        labScan(lab),
      );
      const codes = findings.map(({ status, code }) => `${status}:${code}`);
      return { listed: result.listed, lists: result.lists, codes, errors: errors.map(({ code }) => code) };
    };
    return {
      clean: await look('good.example', 'plain.lists', 'other.lists'),
      sold: await look('good.example', 'sold.lists', 'gone.lists'),
      bad: await look('bad.example', 'plain.lists', 'other.lists'),
      below: await look('www.bad.example', 'plain.lists'),
      host: await look('host.shared.example', 'other.lists'),
      neighbour: await look('other.shared.example', 'other.lists'),
      both: await look('both.example', 'plain.lists', 'other.lists'),
      refused: await look('bad.example', 'refusing.lists', 'blocked.lists'),
      parked: await look('good.example', 'parked.lists'),
      some: await look('good.example', 'plain.lists', 'refusing.lists', 'dead.lists'),
    };
  },
);
