import type { KeyObject } from 'node:crypto';
import { algorithmName } from '@sonde/shared/dns/dnssec-algorithms.ts';
import { recordTypeName, recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { ZoneRecord } from '@sonde/shared/zone-file/read-zone-file.ts';
import { type Effort, maxVerificationsPerSet } from '../../protocols/dnssec/crypto/effort.ts';
import { schemeOf } from '../../protocols/dnssec/crypto/public-key.ts';
import { ownLabels, signedData } from '../../protocols/dnssec/crypto/signed-data.ts';
import { isBefore, verifies } from '../../protocols/dnssec/crypto/verify-set.ts';
import {
  type Dnskey,
  isRevoked,
  isSecureEntryPoint,
  isZoneKey,
} from '../../protocols/dnssec/records/dnskey.ts';
import { type Rrsig, readRrsig } from '../../protocols/dnssec/records/rrsig.ts';
import type { ZoneKey } from './judge-keys.ts';
import type { ZoneFindings } from './zone-findings.ts';
import { type ZoneCode, zoneRules } from './zone-rules.ts';
import type { ZoneNode, ZoneTree } from './zone-tree.ts';

/** A resigning that fails is then noticed too late. */
const soon = 3 * 86_400;

export interface SignatureParts {
  readonly keys: readonly ZoneKey[];
  /** Seconds since 1970. */
  readonly now: number;
  readonly effort: Effort;
}

/** The signature count states how many signatures were verified, and how many were skipped because of their cost. */
export interface SignatureCount {
  checked: number;
  unchecked: number;
}

interface Signature {
  readonly rrsig: Rrsig;
  readonly record: ZoneRecord;
}

/** A fault of one signature, which may not matter beside others. */
interface Pending {
  readonly code: ZoneCode;
  readonly message: string;
  readonly signature: Signature;
}
/** What is signed, as far as it shows without its data. */
interface SignedSet {
  readonly first: ZoneRecord;
  readonly ttls: ReadonlySet<number>;
  /** For people. */
  readonly what: string;
}

type Fault = (code: ZoneCode, message: string) => void;

/**
 * Checks that every set that a signed zone has of its own is signed by its keys, and nothing else is (RFC 4035 section
 * 2.2).
 */
export function judgeSignatures(
  tree: ZoneTree,
  parts: SignatureParts,
  findings: ZoneFindings,
): SignatureCount {
  const judge = new SignatureJudge(tree, parts, findings);
  for (const node of tree.nodes) judge.node(node);
  judge.keys();
  if (judge.count.unchecked > 0) {
    const what = `${judge.count.unchecked} signatures of ${tree.apex.name} were not verified: the zone takes too much.`;
    findings.add('signatures_unchecked', tree.apex.name, what);
  }
  return judge.count;
}

class SignatureJudge {
  readonly count: SignatureCount = { checked: 0, unchecked: 0 };
  readonly #apex: ZoneNode;
  readonly #parts: SignatureParts;
  readonly #findings: ZoneFindings;
  readonly #ready = new Map<Dnskey, KeyObject | undefined>();
  /** Of the zone's keys that may sign: each has to sign everything (RFC 4035 section 2.2). */
  readonly #algorithms: readonly number[];
  /** Keys that made a sound signature over the set of keys. */
  readonly #selfSigned = new Set<Dnskey>();

  constructor({ apex }: ZoneTree, parts: SignatureParts, findings: ZoneFindings) {
    this.#apex = apex;
    this.#parts = parts;
    this.#findings = findings;
    const own = parts.keys.filter(({ key }) => isZoneKey(key) && !isRevoked(key));
    this.#algorithms = [...new Set(own.map(({ key }) => key.algorithm))];
  }

  node(node: ZoneNode): void {
    const signatures = this.#signaturesOf(node);
    for (const [type, set] of node.sets) {
      if (type === recordTypes.RRSIG) continue;
      const own = signatures.get(type) ?? [];
      signatures.delete(type);
      if (isOwn(node, type)) this.#set(set, own);
      else this.#notWanted(own, `${node.name} ${recordTypeName(type)}`);
    }
    for (const [type, own] of signatures) this.#withoutSet(node, type, own);
  }

  /** Some key has to vouch for the keys; the one that the zone above points at if there is such a one. */
  keys(): void {
    const { keys } = this.#parts;
    const own = keys.filter(({ key }) => isZoneKey(key) && !isRevoked(key));
    if (own.length === 0 || this.count.unchecked > 0) return;
    const entries = own.filter(({ key }) => isSecureEntryPoint(key));
    const wanted = entries.length > 0 ? entries : own;
    if (wanted.some(({ key }) => this.#selfSigned.has(key))) return;
    const what = `No ${entries.length > 0 ? 'entry point (flag SEP) among the keys' : 'key'} of ${this.#apex.name} signs the set of keys.`;
    this.#findings.add('keys_not_self_signed', wanted[0]!.record, what);
  }

  #signaturesOf({ sets }: ZoneNode): Map<number, Signature[]> {
    const byType = new Map<number, Signature[]>();
    for (const record of sets.get(recordTypes.RRSIG) ?? []) {
      const rrsig = readRrsig(record);
      if (rrsig === undefined) {
        this.#findings.add('signature_malformed', record, `A signature of ${record.name} is no signature.`);
        continue;
      }
      const own = byType.get(rrsig.typeCovered);
      if (own === undefined) byType.set(rrsig.typeCovered, [{ rrsig, record }]);
      else own.push({ rrsig, record });
    }
    return byType;
  }

  #notWanted(own: readonly Signature[], what: string): void {
    for (const { record } of own) {
      const message = `${what} is signed, and is not the zone's own: it must not be.`;
      this.#findings.add('signature_not_wanted', record, message);
    }
  }

  #withoutSet(node: ZoneNode, type: number, own: readonly Signature[]): void {
    for (const { record } of own) {
      const what = `${node.name} has a signature over ${recordTypeName(type)} and no such record.`;
      this.#findings.add('signature_without_set', record, what);
    }
  }

  #set(set: readonly ZoneRecord[], own: readonly Signature[]): void {
    const [first] = set as readonly [ZoneRecord];
    const what = `${first.name} ${recordTypeName(first.type)}`;
    if (own.length === 0) {
      this.#findings.add('signature_missing', first, `${what} has no signature.`);
      return;
    }
    const signedBy = new Set(own.map(({ rrsig }) => rrsig.algorithm));
    for (const algorithm of this.#algorithms) {
      if (signedBy.has(algorithm)) continue;
      const message = `${what} has no signature of ${algorithmName(algorithm)}, of which the zone has a key.`;
      this.#findings.add('signature_algorithm_missing', first, message);
    }
    const ttls = new Set(set.map(({ ttl }) => ttl));
    const pending: Pending[] = [];
    const sound = new Set<number>();
    let left = maxVerificationsPerSet;
    for (const signature of own) {
      const { rrsig, record } = signature;
      let isInForce = true;
      const fault = (code: ZoneCode, message: string) => {
        if (zoneRules[code][0] === 'error') isInForce = false;
        pending.push({ code, message, signature });
      };
      if (!this.#fits(signature, { first, ttls, what }, fault)) continue;
      const keys = this.#keysOf(rrsig, record, what, fault);
      if (keys === undefined) continue;
      if (left <= 0) {
        this.count.unchecked++;
        this.#findings.add('signatures_too_many', record, `${what} has more signatures than are verified.`);
        continue;
      }
      left -= keys.length;
      const fits = this.#verify(set, signature, keys.slice(0, maxVerificationsPerSet));
      if (fits === true && isInForce) sound.add(rrsig.algorithm);
      if (fits === false) {
        fault('signature_wrong', `The signature of key ${rrsig.keyTag} over ${what} does not fit the data.`);
      }
    }
    for (const { code, message, signature } of pending) {
      // One sound signature is enough for validators (RFC 4035 section 5.3.3).
      const isUseless = sound.has(signature.rrsig.algorithm) && zoneRules[code][0] === 'error';
      this.#findings.add(isUseless ? 'signature_useless' : code, signature.record, message);
    }
  }

  /** Whether one of the keys made it; undefined if it is not verified for its price, which is counted. */
  #verify(set: readonly ZoneRecord[], { rrsig }: Signature, keys: readonly Dnskey[]): boolean | undefined {
    const { name, type } = set[0]!;
    const data = signedData({ name, type, class: 1, records: set, signatures: [] }, rrsig);
    for (const key of keys) {
      if (!this.#parts.effort.takeSignature()) {
        this.count.unchecked++;
        return undefined;
      }
      if (!verifies(data, rrsig, key, { ready: this.#ready })) continue;
      this.count.checked++;
      if (type === recordTypes.DNSKEY) this.#selfSigned.add(key);
      return true;
    }
    this.count.checked++;
    return false;
  }

  /** The keys that may have made it; undefined if it can't be verified. */
  #keysOf(
    { keyTag, algorithm }: Rrsig,
    record: ZoneRecord,
    what: string,
    fault: Fault,
  ): Dnskey[] | undefined {
    const named = this.#parts.keys
      .map(({ key }) => key)
      .filter((key) => key.keyTag === keyTag && key.algorithm === algorithm);
    const isOfKeys = record.data.readUInt16BE(0) === recordTypes.DNSKEY;
    // A revoked key signs the set of keys alone, to say that it is (RFC 5011 section 2.1).
    const usable = named.filter(
      (key) => isZoneKey(key) && key.protocol === 3 && (isOfKeys || !isRevoked(key)),
    );
    if (usable.length === 0) {
      const why = named.length > 0 ? 'which must not sign it' : 'which the zone does not have';
      fault('signature_key', `${what} is signed by key ${keyTag}, ${why}.`);
      return undefined;
    }
    if (schemeOf(algorithm) === undefined) {
      const message = `Signatures of ${algorithmName(algorithm)} over ${what} are not verified.`;
      fault('signature_algorithm', message);
      return undefined;
    }
    return usable;
  }

  /** What shows without the key; false if verifying makes no sense. */
  #fits({ rrsig, record }: Signature, { first, ttls, what }: SignedSet, fault: Fault): boolean {
    const { signer, labels, originalTtl, inception, expiration, keyTag } = rrsig;
    const { now } = this.#parts;
    const signature = `The signature of key ${keyTag} over ${what}`;
    if (signer !== this.#apex.name) {
      fault('signature_of_other', `${what} is signed by ${signer}, not by ${this.#apex.name}.`);
      return false;
    }
    if (labels !== ownLabels(first.name)) {
      fault('signature_labels', `${signature} is for a name of ${labels} labels.`);
      return false;
    }
    const other = [...ttls].find((ttl) => ttl !== originalTtl);
    if (other !== undefined) {
      const message = `${signature} is for TTL ${originalTtl}, and the records have ${other}.`;
      fault('signature_original_ttl', message);
    }
    if (record.ttl !== first.ttl) {
      const message = `${signature} has TTL ${record.ttl}, and the records have ${first.ttl}.`;
      fault('signature_ttl', message);
    }
    const time = now >>> 0;
    if (isBefore(expiration, inception)) fault('signature_times', `${signature} ends before it begins.`);
    else if (isBefore(expiration, time)) {
      fault('signature_expired', `${signature} expired at ${isoTime(expiration)}.`);
    } else if (isBefore(time, inception)) {
      fault('signature_not_yet', `${signature} begins only at ${isoTime(inception)}.`);
    } else if ((expiration - time) >>> 0 < soon) {
      fault('signature_soon', `${signature} expires at ${isoTime(expiration)}, in less than three days.`);
    }
    return true;
  }
}

/** Whether the zone answers for the set itself (RFC 4035 section 2.2): no glue, no delegation. */
function isOwn(node: ZoneNode, type: number): boolean {
  if (node.cut === undefined) return true;
  return node.cut === node && (type === recordTypes.DS || type === recordTypes.NSEC);
}

function isoTime(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
