import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCollector } from '../../../cli/programs/collector.ts';
import { labNetworks } from '../../../scanner/bench/lab/raise-network.ts';
import { runCase } from '../../support/lab/run-case.ts';
import { makeAuthority } from './lab-authority.ts';
import { registryList, startLabRegistry } from './lab-registry.ts';
import { makeCredentials, startLabServers } from './lab-servers.ts';
import { labZones } from './lab-zones.ts';
import { observe } from './observe.ts';

/** What runs within the lab's network: a collector as it is, and a client that asks it for everything. */
const [directory = '', databaseUrl = ''] = process.argv.slice(2);
const inDirectory = (name: string) => join(directory, name);
await mkdir(directory, { recursive: true });
const authority = await makeAuthority(directory);
const credentials = await makeCredentials(authority);

await runCase({ zones: labZones(credentials.tlsa) }, async (lab) => {
  let pause = 0;
  await startLabRegistry(credentials);
  await writeFile(inDirectory('rdap.json'), registryList);
  const servers = await startLabServers(credentials, () => pause);
  await writeFile(inDirectory('root.hints'), lab.rootHints);
  await writeFile(inDirectory('root.key'), lab.trustAnchor);
  const scanSettings = {
    SONDE_ROOT_HINTS: inDirectory('root.hints'),
    SONDE_TRUST_ANCHOR: inDirectory('root.key'),
    SONDE_AUTHORITIES: authority.file,
    SONDE_ALLOWED_NETWORKS: labNetworks.join(','),
    SONDE_RDAP_BOOTSTRAP: inDirectory('rdap.json'),
    SONDE_WHOIS_ROOT: 'whois.nic.example',
    SONDE_SCAN_TIME: '10s',
  };
  const adminKey = `sonde_adm_${'0123456789'.repeat(4)}`;
  const collector = await startCollector({
    listen: ['127.0.0.1:0'],
    data: inDirectory('data'),
    adminKey,
    logFile: inDirectory('collector.log'),
    env: { ...scanSettings, DATABASE_URL: databaseUrl, SONDE_SCAN_BURST: '100000' },
  });
  try {
    return await observe({
      url: collector.url,
      key: adminKey,
      scanSettings,
      setPause: (milliseconds) => {
        pause = milliseconds;
      },
    });
  } finally {
    await collector.program.stop(20_000);
    await servers.stop();
  }
});
