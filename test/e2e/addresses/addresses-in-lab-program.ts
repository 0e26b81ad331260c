import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCollector } from '../../../cli/programs/collector.ts';
import { labNetworks } from '../../../scanner/bench/lab/raise-network.ts';
import { run } from '../../launcher/support.ts';
import { runCase } from '../../support/lab/run-case.ts';
import { makeAuthority } from '../scan/lab-authority.ts';
import { addressZones, lists } from './lab-address-zones.ts';
import { writeDatasets, writeTakenOver } from './lab-datasets.ts';
import { bootstrapFiles, startRegistries } from './lab-registries.ts';
import { observeAddresses } from './observe-addresses.ts';

/** What runs within the lab's network: a collector as it is, and a client that asks it for all about addresses. */
const [directory = '', databaseUrl = ''] = process.argv.slice(2);
const inDirectory = (name: string) => join(directory, name);
await mkdir(directory, { recursive: true });
const authority = await makeAuthority(directory);

await runCase({ zones: addressZones() }, async (lab) => {
  await startRegistries(await authority.issue(['rdap.nic.example']));
  for (const [name, text] of Object.entries(bootstrapFiles)) await writeFile(inDirectory(name), text);
  await writeFile(inDirectory('root.hints'), lab.rootHints);
  await writeFile(inDirectory('root.key'), lab.trustAnchor);
  const datasets = inDirectory('published');
  await writeDatasets(datasets);
  const adminKey = `sonde_adm_${'0123456789'.repeat(4)}`;
  const collector = await startCollector({
    listen: ['127.0.0.1:0'],
    data: inDirectory('data'),
    adminKey,
    logFile: inDirectory('collector.log'),
    env: {
      SONDE_ROOT_HINTS: inDirectory('root.hints'),
      SONDE_TRUST_ANCHOR: inDirectory('root.key'),
      SONDE_AUTHORITIES: authority.file,
      SONDE_ALLOWED_NETWORKS: labNetworks.join(','),
      SONDE_RDAP_BOOTSTRAP: inDirectory('dns.json'),
      SONDE_WHOIS_ROOT: 'root.nic.example',
      SONDE_ADDRESS_BLOCKLISTS: lists.join(','),
      SONDE_DATASETS: 'all',
      SONDE_DATASET_DIRECTORY: datasets,
      SONDE_SCAN_BURST: '100000',
      DATABASE_URL: databaseUrl,
    },
  });
  try {
    return await observeAddresses({
      url: collector.url,
      key: adminKey,
      takeOver: async () => {
        await writeTakenOver(inDirectory('taken-over'));
        const file = ['ris-ipv4', inDirectory('taken-over'), '--data', inDirectory('data')];
        const done = await run(process.execPath, ['cli/main.ts', 'datasets', 'import', ...file]);
        if (done.code !== 0) throw new Error(done.stderr);
      },
    });
  } finally {
    await collector.program.stop(20_000);
  }
});
