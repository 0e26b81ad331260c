import { algorithmName } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { type Ds, standsFor } from '../../protocols/dnssec/records/ds.ts';
import type { PartBuilder } from '../part-builder.ts';
import type { ServerSigning } from './ask-signers.ts';

/** Checks whether the answers of all servers can be mixed (RFC 8901 sections 2 to 5). Returns whether they can. */
export function judgeSigning(
  part: PartBuilder,
  zone: string,
  signing: readonly ServerSigning[],
  signers: readonly Ds[],
  isMulti: boolean,
): boolean {
  const verdicts = [
    judgeKeysEverywhere(part, zone, signing),
    judgeAlgorithms(part, zone, signing),
    judgeEntries(part, zone, signing, signers),
    judgeSame(part, zone, signing, 'nameServers', 'NS', 'name_servers_differ', 'RFC 8901 section 3'),
    judgeSame(part, zone, signing, 'cds', 'CDS', 'cds_differ', 'RFC 8901 section 8'),
  ];
  const denials = new Set(signing.map(({ denial }) => denial).filter((denial) => denial !== null));
  if (denials.size > 1) {
    part.warning(
      'medium',
      'denials_differ',
      `Some servers of ${zone} deny by NSEC and some by NSEC3, which resolvers can't mix well.`,
      'RFC 8901 section 5',
      {
        advice: 'Agree on one kind of denial.',
      },
    );
  }
  const isSound = verdicts.every(Boolean);
  if (isSound && isMulti)
    part.pass('signers_fit', `All signers of ${zone} fit together.`, 'RFC 8901 section 2.1');
  return isSound;
}

/** A resolver that has the keys of one server must be able to verify the data of any other. */
function judgeKeysEverywhere(part: PartBuilder, zone: string, signing: readonly ServerSigning[]): boolean {
  const needed = new Set(signing.flatMap(({ zoneKeys }) => zoneKeys));
  const lacking = signing.filter(({ keys }) =>
    [...needed].some((tag) => !keys.some(({ keyTag }) => keyTag === tag)),
  );
  for (const { server, keys } of lacking) {
    const missing = [...needed].filter((tag) => !keys.some(({ keyTag }) => keyTag === tag));
    part.fail(
      'critical',
      'keys_not_everywhere',
      `${server.name} (${server.address}) does not serve key ${missing.join(', ')} of ${zone}, which other servers sign with: validation fails by chance.`,
      'RFC 8901 section 2.1',
      {
        advice: 'Have every signer publish the zone-signing keys of all.',
      },
    );
  }
  const sets = new Set(
    signing.map(({ keys }) => JSON.stringify(keys.map(({ data }) => data.toString('hex')).toSorted())),
  );
  if (lacking.length === 0 && sets.size > 1) {
    part.warning(
      'medium',
      'key_sets_differ',
      `The servers of ${zone} serve different DNSKEY sets.`,
      'RFC 8901 section 2.1',
      {
        advice: 'Serve the same keys everywhere.',
      },
    );
  }
  return lacking.length === 0;
}

function judgeAlgorithms(part: PartBuilder, zone: string, signing: readonly ServerSigning[]): boolean {
  const sets = signing.map(({ keys, zoneKeys }) =>
    [
      ...new Set(keys.filter(({ keyTag }) => zoneKeys.includes(keyTag)).map(({ algorithm }) => algorithm)),
    ].toSorted((one, other) => one - other),
  );
  const distinct = new Set(
    sets.filter((set) => set.length > 0).map((set) => set.map(algorithmName).join(', ')),
  );
  if (distinct.size <= 1) return true;
  part.fail(
    'high',
    'algorithms_differ',
    `Servers of ${zone} sign with different algorithms: ${[...distinct].join('; ')}.`,
    'RFC 8901 section 4',
    {
      advice: 'Have all signers use the same algorithm.',
    },
  );
  return false;
}

/** The DS records must reach the key set of every server. */
function judgeEntries(
  part: PartBuilder,
  zone: string,
  signing: readonly ServerSigning[],
  signers: readonly Ds[],
): boolean {
  if (signers.length === 0) return true;
  const unreached = signing.filter(
    ({ keys, entryKeys }) =>
      !keys.some((key) => entryKeys.includes(key.keyTag) && signers.some((signer) => standsFor(signer, key))),
  );
  for (const { server } of unreached) {
    part.fail(
      'critical',
      'ds_does_not_reach',
      `No DS record of ${zone} stands for a key that signs the DNSKEY set of ${server.name} (${server.address}).`,
      'RFC 8901 section 2.1.2',
      {
        advice: 'Have the DS records of all signers in the zone above.',
      },
    );
  }
  return unreached.length === 0;
}

function judgeSame(
  part: PartBuilder,
  zone: string,
  signing: readonly ServerSigning[],
  field: 'nameServers' | 'cds',
  type: string,
  code: string,
  rule: string,
): boolean {
  const distinct = new Set(signing.map((one) => JSON.stringify(one[field])));
  if (distinct.size <= 1) return true;
  part.fail('medium', code, `The servers of ${zone} have different ${type} records.`, rule, {
    advice: `Have the same ${type} records at all signers: the union of all.`,
  });
  return false;
}
