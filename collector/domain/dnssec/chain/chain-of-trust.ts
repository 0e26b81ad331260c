import { kept } from '@sonde/shared/async/kept.ts';
import { ancestry, isAtOrBelow, isBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../../ports/scans/dns-answer.ts';
import type { ValidationStep } from '../../../ports/scans/dns-validation.ts';
import { verifySet } from '../crypto/verify-set.ts';
import { readDs } from '../records/ds.ts';
import { rrsetsOf } from '../records/rrset.ts';
import { deny } from './deny.ts';
import type { TrustAnchor } from './trust-anchor.ts';
import { type ValidatorParts, VerifyContext } from './validator-parts.ts';
import { unsupportedSigners, usableSigners, zoneKeys } from './zone-keys.ts';
import { untrusted, type ZoneTrust } from './zone-trust.ts';

/** What is found at a name below a trusted zone. */
type Delegation = { readonly kind: 'none' } | { readonly kind: 'zone'; readonly trust: ZoneTrust };

/** Goes from the trust anchors down, once for each zone. Lives as long as a scan. */
export class ChainOfTrust {
  readonly context: VerifyContext;
  readonly #parts: ValidatorParts;
  readonly #anchored = new Map<string, Promise<ZoneTrust>>();
  readonly #delegations = new Map<string, Promise<Delegation>>();

  constructor(parts: ValidatorParts) {
    this.#parts = parts;
    this.context = new VerifyContext(parts);
  }

  /**
   * The trust of the zone that a name lies in: the deepest zone down to the name that is secure, or the first that is not.
   * Each zone on the way is a step.
   */
  async trustOf(name: string, steps: ValidationStep[]): Promise<ZoneTrust> {
    const anchor = this.#anchorOf(name);
    if (anchor === undefined) {
      const message = `No trust anchor is at or above ${name}.`;
      return untrusted(name, 'indeterminate', { message, rule: 'RFC 4035 section 4.3', code: 5 });
    }
    let trust = await kept(this.#anchored, anchor.zone, () => this.#fromAnchor(anchor));
    note(steps, trust, `${anchor.zone} DNSKEY`);
    const between = ancestry(name).filter((ancestor) => isBelow(ancestor, anchor.zone));
    for (const child of between.toReversed()) {
      if (trust.status !== 'secure') return trust;
      const parent = trust;
      const found = await kept(this.#delegations, child, () => this.#delegation(child, parent));
      if (found.kind === 'none') continue;
      trust = found.trust;
      note(steps, trust, `${child} DS`);
    }
    return trust;
  }

  /** An unvalidated answer. */
  lookUp(name: string, type: number): Promise<DnsAnswer> {
    return this.#parts.lookUp(name, type);
  }

  #anchorOf(name: string): TrustAnchor | undefined {
    return this.#parts.anchors
      .filter(({ zone }) => isAtOrBelow(name, zone))
      .toSorted((one, other) => other.zone.length - one.zone.length)[0];
  }

  async #fromAnchor({ zone, signers, keys }: TrustAnchor): Promise<ZoneTrust> {
    const usable = usableSigners(signers, this.context);
    const usableKeys = keys.filter(({ algorithm }) => this.context.supports(algorithm));
    if (usable.length + usableKeys.length === 0) return unsupportedSigners(zone, signers, this.context);
    const answer = await this.#parts.lookUp(zone, recordTypes.DNSKEY);
    return zoneKeys(zone, answer, { signers: usable, keys: usableKeys }, this.context);
  }

  /** Whether a zone begins at the name, and whether it can be trusted, by the word of the zone above it. */
  async #delegation(child: string, parent: ZoneTrust): Promise<Delegation> {
    const answer = await this.#parts.lookUp(child, recordTypes.DS);
    if (answer.failure !== undefined) {
      const message = `Whether ${child} is signed can't be found out: ${answer.failureMessage}`;
      return zone(untrusted(child, 'indeterminate', { message, rule: 'RFC 4035 section 4.3', code: 22 }));
    }
    const sets = rrsetsOf(answer.answer);
    const set = sets.find(({ name, type }) => name === child && type === recordTypes.DS);
    if (set === undefined) return this.#withoutDs(child, answer, parent);
    const verified = verifySet(set, parent.zone, parent.keys, this.context);
    if (!('key' in verified)) return zone(untrusted(child, 'bogus', verified));
    const signers = set.records.flatMap((record) => readDs(record) ?? []);
    const usable = usableSigners(signers, this.context);
    if (usable.length === 0) return zone(unsupportedSigners(child, signers, this.context));
    const keys = await this.#parts.lookUp(child, recordTypes.DNSKEY);
    const trust = zoneKeys(child, keys, { signers: usable, keys: [] }, this.context);
    return zone({ ...trust, signers });
  }

  #withoutDs(child: string, answer: DnsAnswer, parent: ZoneTrust): Delegation {
    // An alias is no delegation, and has nothing beside it.
    const alias = rrsetsOf(answer.answer).find(
      ({ name, type }) => name === child && type === recordTypes.CNAME,
    );
    if (alias !== undefined && 'key' in verifySet(alias, parent.zone, parent.keys, this.context)) {
      return { kind: 'none' };
    }
    const denied = { name: child, type: recordTypes.DS, zone: parent.zone };
    const { proof, reason } = deny(answer, denied, parent, this.context);
    if (proof.shows === 'unsigned delegation') {
      return zone(
        untrusted(child, 'insecure', {
          message: proof.optOut
            ? proof.message
            : `${parent.zone} says under signature that ${child} is delegated without DS.`,
          rule: proof.optOut ? 'RFC 5155 section 8.6' : 'RFC 4035 section 5.2',
        }),
      );
    }
    if (proof.shows === 'too costly') {
      return zone(untrusted(child, 'insecure', { ...proof, rule: 'RFC 9276 section 3.2' }));
    }
    if (proof.shows !== 'nothing') return { kind: 'none' };
    return zone(untrusted(child, 'bogus', reason));
  }
}

function zone(trust: ZoneTrust): Delegation {
  return { kind: 'zone', trust };
}

function note(steps: ValidationStep[], { zone, status, message, rule }: ZoneTrust, subject: string): void {
  if (!steps.some((step) => step.subject === subject)) steps.push({ zone, subject, status, message, rule });
}
