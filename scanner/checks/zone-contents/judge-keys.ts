import { algorithmName, dnssecAlgorithms } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { modulusBits, publicKeyOf, schemeOf } from '../../protocols/dnssec/crypto/public-key.ts';
import { type Dnskey, isRevoked, isZoneKey, readDnskey } from '../../protocols/dnssec/records/dnskey.ts';
import { digestOf, readDs } from '../../protocols/dnssec/records/ds.ts';
import type { ZoneFindings } from './zone-findings.ts';
import type { ZoneTree } from './zone-tree.ts';

/** Keys that are looked at: no zone has more, and each costs the making of a key. */
const mostKeys = 64;

/** A zone key is a key of the zone with the record it is from. */
export interface ZoneKey {
  readonly key: Dnskey;
  readonly record: ZoneRecord;
}

export function keysOf({ apex }: ZoneTree): ZoneKey[] {
  const records = (apex.sets.get(recordTypes.DNSKEY) ?? []).slice(0, mostKeys);
  return records.flatMap((record) => {
    const key = readDnskey(record);
    return key === undefined ? [] : [{ key, record }];
  });
}

/** Judges the zone's keys, and the CDS and CDNSKEY records by which it asks its parent to publish them. */
export function judgeKeys(tree: ZoneTree, keys: readonly ZoneKey[], findings: ZoneFindings): void {
  for (const record of tree.apex.sets.get(recordTypes.DNSKEY) ?? []) {
    if (record.data.length < 5) findings.add('dnskey_malformed', record, `A key of ${record.name} is empty.`);
  }
  for (const { key, record } of keys) judgeKey(key, record, findings);
  for (const same of Map.groupBy(keys, ({ key }) => `${key.algorithm} ${key.keyTag}`).values()) {
    const distinct = new Set(same.map(({ key }) => key.data.toString('latin1')));
    if (distinct.size === 1) continue;
    const [{ key }, second] = same as [ZoneKey, ZoneKey];
    const what = `${distinct.size} keys of ${key.name} have the tag ${key.keyTag}: validators try them all.`;
    findings.add('key_tags_collide', second.record, what);
  }
  judgeWanted(tree, keys, findings);
}

function judgeKey(key: Dnskey, record: ZoneRecord, findings: ZoneFindings): void {
  const what = `Key ${key.keyTag} of ${key.name}`;
  if (key.protocol !== 3)
    findings.add('key_protocol', record, `${what} has protocol ${key.protocol}, where 3 has to be.`);
  if (!isZoneKey(key)) findings.add('key_no_zone_key', record, `${what} is no zone key and must not sign.`);
  if (isRevoked(key)) findings.add('key_revoked', record, `${what} is revoked.`);
  const use = dnssecAlgorithms.find(({ number }) => number === key.algorithm)?.use;
  const name = algorithmName(key.algorithm);
  if (use === undefined || use === 'forbidden') {
    findings.add('key_algorithm', record, `${what} is of ${name}, which validators do not take.`);
  } else if (use === 'discouraged') {
    findings.add('key_algorithm', record, `${what} is of ${name}, which is no longer advised.`);
  }
  const bits = modulusBits(key);
  if (bits !== undefined && bits < 2_048) findings.add('key_short', record, `${what} has ${bits} bits.`);
  if (schemeOf(key.algorithm) !== undefined && publicKeyOf(key) === undefined) {
    findings.add('dnskey_malformed', record, `${what} is no public key of ${name}.`);
  }
}

/** CDS and CDNSKEY (RFC 7344, RFC 8078). */
function judgeWanted({ apex }: ZoneTree, keys: readonly ZoneKey[], findings: ZoneFindings): void {
  const signers = (apex.sets.get(recordTypes.CDS) ?? []).slice(0, mostKeys);
  const wanted = (apex.sets.get(recordTypes.CDNSKEY) ?? []).slice(0, mostKeys);
  const deletes = [
    ...signers.filter(({ data }) => data[2] === 0),
    ...wanted.filter(({ data }) => data[3] === 0),
  ];
  for (const record of deletes) {
    const isBeside = (record.type === recordTypes.CDS ? signers : wanted).length > 1;
    if (isBeside) {
      const what = `${apex.name} asks that its DS records go, beside others that are to come.`;
      findings.add('cds_delete_beside_others', record, what);
    } else findings.add('cds_delete', record, `${apex.name} asks that its DS records go.`);
    const form = record.type === recordTypes.CDS ? '0000000000' : '0000030000';
    if (record.data.toString('hex') !== form && record.data.toString('hex') !== form.slice(0, 8)) {
      findings.add(
        'cds_malformed',
        record,
        `The request of ${apex.name} to delete is not in the form that parents take.`,
      );
    }
  }
  if (deletes.length > 0) return;
  const own = keys.filter(({ key }) => isZoneKey(key));
  for (const record of signers) {
    const signer = readDs(record);
    const isOfKey = own.some(({ key }) => signer && digestOf(key, signer.digestType)?.equals(signer.digest));
    if (signer === undefined || !isOfKey) {
      findings.add('cds_without_key', record, `A CDS record of ${apex.name} stands for none of its keys.`);
    }
  }
  for (const record of wanted) {
    if (!own.some(({ key }) => key.data.equals(record.data))) {
      findings.add('cds_without_key', record, `A CDNSKEY record of ${apex.name} is none of its keys.`);
    }
  }
  if (signers.length === 0 || wanted.length === 0) return;
  for (const record of wanted) {
    const key = readDnskey(record);
    const has = signers.some((one) => {
      const signer = readDs(one);
      return key && signer && digestOf(key, signer.digestType)?.equals(signer.digest);
    });
    if (!has) {
      const what = `A CDNSKEY record of ${apex.name} has no CDS record: both have to stand for the same keys.`;
      findings.add('cds_cdnskey_differ', record, what);
    }
  }
}
