import { keyRecord, type LabKey, makeKey, signerRecord } from '../../../../scanner/bench/lab/keys.ts';
import { onlyRecords, resigned } from '../../../support/lab/resign.ts';
import type { LabZone } from '../../../support/lab/zone.ts';
import { isKeySet, one, type ScannerCase } from './case.ts';

const second = '198.18.6.1';
const two = ['198.18.5.1', second];
const isData = (_: string, type: number) => type !== 48;

/** The zone of one signer at the first server, of another at the second; `shared`: keys that both serve. */
function bySecond(
  label: string,
  other: LabKey,
  options: { entry?: LabKey; hide?: boolean } = {},
): Partial<LabZone> {
  return {
    servers: two,
    change: (text, server, [own]) => {
      const all = `${text}\n${keyRecord(other)}\n`;
      if (server !== second) return options.hide === true ? text : resigned(all, own!, isKeySet);
      const data = resigned(all, other, isData);
      return resigned(data, options.entry ?? own!, isKeySet);
    },
    records: `www A 198.18.10.1\n; ${label}`,
  };
}

const ofModel2 = makeKey('two.example', 13);
const hidden = makeKey('hidden.example', 13);
const unreached = makeKey('unreached.example', 13);

export const multiSignerCases: readonly ScannerCase[] = [
  one('multi-signer', 'one signer', 'alone', { servers: two }, [['model', 'info', 'RFC 8901 section 2.1']], {
    result: { model: 'single', consistent: true, signed: true },
  }),
  one(
    'multi-signer',
    'no signer',
    'none',
    { servers: two, signing: false },
    [['not_signed', 'info', 'RFC 8901 section 2.1']],
    {
      result: { model: 'none', signed: false },
    },
  ),
  one(
    'multi-signer',
    'model 1: keys for data apart',
    'one',
    bySecond('one', makeKey('one.example', 13, 256)),
    [['signers_fit', 'pass', 'RFC 8901 section 2.1']],
    { result: { model: 'model_1', consistent: true } },
  ),
  one(
    'multi-signer',
    'model 2: all keys apart',
    'two',
    {
      ...bySecond('two', ofModel2, { entry: ofModel2 }),
      delegation: (usual) => `${usual}\n${signerRecord(ofModel2)}`,
    },
    [['signers_fit', 'pass', 'RFC 8901 section 2.1']],
    { result: { model: 'model_2', consistent: true } },
  ),
  one(
    'multi-signer',
    'a key that one server hides',
    'hidden',
    {
      ...bySecond('hidden', hidden, { entry: hidden, hide: true }),
      delegation: (usual) => `${usual}\n${signerRecord(hidden)}`,
    },
    [['keys_not_everywhere', 'fail', 'RFC 8901 section 2.1']],
    { result: { consistent: false } },
  ),
  one(
    'multi-signer',
    'a signer that no DS record reaches',
    'unreached',
    bySecond('unreached', unreached, { entry: unreached }),
    [['ds_does_not_reach', 'fail', 'RFC 8901 section 2.1.2']],
    { result: { consistent: false } },
  ),
  one(
    'multi-signer',
    'signers with different algorithms',
    'algorithms',
    bySecond('algorithms', makeKey('algorithms.example', 15, 256)),
    [['algorithms_differ', 'fail', 'RFC 8901 section 4']],
    { result: { consistent: false } },
  ),
  one(
    'multi-signer',
    'a server with an unsigned copy',
    'half',
    {
      servers: two,
      change: (text, server) =>
        server === second ? onlyRecords(text, ({ type }) => ![46, 47, 48].includes(type)) : text,
    },
    [['unsigned_server', 'fail', 'RFC 4035 section 2.2']],
    { result: { consistent: false } },
  ),
  one(
    'multi-signer',
    'servers with different NS records',
    'servers',
    {
      servers: two,
      change: (text, server, [key]) =>
        server === second
          ? resigned(
              `${text}\nservers.example. 300 IN NS ns7.servers.example.\n`,
              key!,
              (_, type) => type === 2,
            )
          : text,
    },
    [['name_servers_differ', 'fail', 'RFC 8901 section 3']],
    { result: { consistent: false } },
  ),
];

export const zonemdCases: readonly ScannerCase[] = [
  one('zonemd', 'a digest that fits', 'digested', { signing: { zonemd: 1 }, transferable: true }, [
    ['zonemd_valid', 'pass', 'RFC 8976 section 4'],
  ]),
  one('zonemd', 'a digest by SHA-512', 'longer', { signing: { zonemd: 2 }, transferable: true }, [
    ['zonemd_valid', 'pass', 'RFC 8976 section 4'],
  ]),
  one(
    'zonemd',
    'a zone that was changed',
    'touched',
    {
      signing: { zonemd: 1 },
      transferable: true,
      change: (text) => text.replaceAll('198.18.10.1', '198.18.10.2'),
    },
    [['zonemd_invalid', 'fail', 'RFC 8976 section 4']],
  ),
  one('zonemd', 'a zone that nobody gives', 'kept', { signing: { zonemd: 1 } }, [
    ['zone_not_given', 'unknown', 'RFC 8976 section 4'],
  ]),
  one('zonemd', 'no digest', 'plain', {}, [['no_zonemd', 'info', 'RFC 8976 section 4']]),
];
