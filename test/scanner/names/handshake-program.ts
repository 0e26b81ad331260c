import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveHandshakeName } from '../../../collector/endpoints/names/resolve-handshake-name.ts';
import { labNetworks } from '../../../scanner/bench/lab/raise-network.ts';
import { createNameDirectory } from '../../../scanner/start/create-name-directory.ts';
import { DomainError } from '../../../shared/errors.ts';
import { runCase } from '../../support/lab/run-case.ts';
import { rootAddress } from '../../support/lab/zone.ts';
import { offlineWorld } from '../../support/scans/offline-world.ts';

const rootPort = 5349;
const names = ['welcome', 'www.welcome', 'none.welcome', 'nobody', 'www.plain', 'www.broken', 'leak.welcome'];

/** The directory as a collector makes it of its settings, asked through the operation, over a root of our own with keys of its own. */
await runCase(
  {
    rootPort,
    zones: [
      {
        name: 'welcome',
        records: '@ A 198.18.10.1\n@ TXT "hello"\nwww A 198.18.10.2\nleak CNAME secret.onion.',
      },
      { name: 'plain', signing: false, records: 'www A 198.18.10.3' },
      {
        name: 'broken',
        records: 'www A 198.18.10.4',
        change: (signed) => signed.replaceAll('198.18.10.4', '198.18.10.66'),
      },
    ],
  },
  async (lab, directory) => {
    const anchor = join(directory, 'handshake.ds');
    await writeFile(anchor, lab.trustAnchor);
    const settings = {
      ethereumRpc: [],
      polygonRpc: [],
      baseRpc: [],
      namecoinRpc: undefined,
      i2pAddressBooks: [],
      i2pSam: undefined,
      allowedNetworks: labNetworks,
      scanQuestions: 500,
      scanTime: 20_000,
      scanSockets: 64,
      dnssecSha1: 'insecure',
    } as const;
    const directories = {
      validated: await createNameDirectory({
        ...settings,
        handshakeRoot: [{ address: rootAddress, port: rootPort }],
        handshakeAnchor: anchor,
      }),
      unvalidated: await createNameDirectory({
        ...settings,
        handshakeRoot: [{ address: rootAddress, port: rootPort }],
        handshakeAnchor: undefined,
      }),
      elsewhere: await createNameDirectory({
        ...settings,
        handshakeRoot: [{ address: rootAddress, port: 53 }],
        handshakeAnchor: anchor,
      }),
    };
    const report: Record<string, unknown> = {};
    for (const [which, found] of Object.entries(directories)) {
      for (const name of which === 'elsewhere' ? ['welcome'] : names) {
        const signal = AbortSignal.timeout(30_000);
        const ports = { names: found, openScan: (ending: AbortSignal) => offlineWorld(ending) };
        const answering = resolveHandshakeName.run({ query: { name }, signal } as never, ports as never);
        report[`${which} ${name}`] = await Promise.resolve<unknown>(answering).catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          return { error: error.code, message: error.message };
        });
      }
    }
    return report;
  },
);
