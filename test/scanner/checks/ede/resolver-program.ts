import { makeKey, signerRecord } from '../../../../scanner/bench/lab/keys.ts';
import { testResolver } from '../../../../scanner/checks/ede/test-resolver.ts';
import { labNetwork } from '../../../support/lab/lab-network.ts';
import { onlyRecords, resigned } from '../../../support/lab/resign.ts';
import { runCase } from '../../../support/lab/run-case.ts';
import type { LabZone } from '../../../support/lab/zone.ts';

const zone = 'ede.example';
const now = Math.floor(Date.now() / 1_000);
const day = 86_400;
const all = () => true;

const faults: Readonly<Record<string, Partial<LabZone>>> = {
  valid: {},
  unsigned: { signing: false },
  'rrsig-exp-all': { signing: { inception: '20240101000000', expiration: '20240201000000' } },
  'rrsig-not-yet-all': {
    change: (text, _, [key]) =>
      resigned(text, key!, all, { inception: now + 90 * day, expiration: now + 120 * day }),
  },
  'rrsig-exp-before-all': {
    change: (text, _, [key]) =>
      resigned(text, key!, all, { inception: now + 90 * day, expiration: now - 90 * day }),
  },
  'rrsig-no-all': { change: (text) => onlyRecords(text, ({ type }) => type !== 46) },
  'ds-bad-tag': { delegation: (usual) => usual.replace(/ DS \d+ /, ' DS 1 ') },
  'ds-bogus-digest-value': {
    delegation: (usual) => usual.replace(/ DS (\d+) 13 2 ..../, ' DS $1 13 2 0000'),
  },
  'ds-unassigned-key-algo': {
    delegation: () => `ds-unassigned-key-algo.${zone}. NS ns1.ds-unassigned-key-algo.${zone}.
ns1.ds-unassigned-key-algo.${zone}. A 198.18.0.4
${signerRecord(makeKey(`ds-unassigned-key-algo.${zone}`, 13)).replace(' 13 2 ', ' 200 2 ')}`,
  },
  'ds-unassigned-digest-algo': { delegation: (usual) => usual.replace(/ DS (\d+) 13 2 /, ' DS $1 13 200 ') },
  'allow-query-none': {
    signing: false,
    delegation: `allow-query-none.${zone}. NS ns1.allow-query-none.${zone}.\nns1.allow-query-none.${zone}. A 198.18.0.2`,
  },
};

const zones = Object.entries(faults).map(
  ([label, fault]): LabZone => ({
    name: `${label}.${zone}`,
    servers: ['198.18.0.4'],
    records: '@ A 198.18.10.1',
    ...fault,
  }),
);

await runCase({ zones: [{ name: zone }, ...zones], resolver: [] }, async (lab) => {
  const dns = labNetwork(lab).forScan({ questions: 200, milliseconds: 30_000 });
  const ports = { dns, signal: AbortSignal.timeout(20_000) };
  return {
    unbound: await testResolver('198.18.0.53', ports, { zone }),
    server: await testResolver('198.18.0.4', ports, { zone }),
    nobody: await testResolver('198.18.9.9', ports, { zone }),
    forbidden: await testResolver('10.0.0.1', ports, { zone }),
  };
});
