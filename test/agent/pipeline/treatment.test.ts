import test from 'ava';
import { defaultPipelineOptions } from '../../../agent/pipeline/pipeline-options.ts';
import { noFilters, noPrivacy } from '../../../sensor/rows/transaction-options.ts';
import { treatmentOfRows } from '../../../sensor/rows/treatment.ts';

test('a pipeline that leaves rows as they are says so', (t) => {
  t.deepEqual(treatmentOfRows(defaultPipelineOptions), {
    sampling: 1,
    client_prefix_v4: 32,
    client_prefix_v6: 128,
    client_pseudonym: false,
    name_labels: 0,
    filters: [],
  });
});

test('filters, sampling and privacy are told in words, the key is not', (t) => {
  const treatment = treatmentOfRows({
    ...defaultPipelineOptions,
    sampling: 10,
    privacy: { ...noPrivacy, clientPrefixV4: 24, pseudonymKey: new Uint8Array(32).fill(0x41), nameLabels: 2 },
    filters: {
      ...noFilters,
      allowSuffixes: ['example.com', 'example.net'],
      denyTypes: [255, 65_280],
      allowResponseCodes: [0, 3],
      denyClients: ['192.0.2.0/24'],
    },
  });
  t.deepEqual(treatment, {
    sampling: 10,
    client_prefix_v4: 24,
    client_prefix_v6: 128,
    client_pseudonym: true,
    name_labels: 2,
    filters: [
      'allow suffix example.com example.net',
      'deny type ANY TYPE65280',
      'allow rcode NOERROR NXDOMAIN',
      'deny client 192.0.2.0/24',
    ],
  });
});

test('a long list is cut at the bound of the format', (t) => {
  const denySuffixes = Array.from({ length: 500 }, (_, index) => `host-${index}.example`);
  const { filters } = treatmentOfRows({
    ...defaultPipelineOptions,
    filters: { ...noFilters, denySuffixes },
  });
  t.is(filters.length, 1);
  t.is(filters[0]?.length, 1_024);
});
