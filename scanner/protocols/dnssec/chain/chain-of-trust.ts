import { kept } from '@sonde/shared/async/kept.ts';
import { ancestry, isAtOrBelow, isBelow } from '@sonde/shared/dns/name-relations.ts';
import { recordTypes } from '@sonde/shared/dns/record-types.ts';
import type { DnsAnswer } from '../../../ports/dns-answer.ts';
import type { ValidationStep } from '../../../ports/dns-validation.ts';
import { type Delegation, readDelegation } from './delegation.ts';
import type { TrustAnchor } from './trust-anchor.ts';
import { type ValidatorParts, VerifyContext } from './validator-parts.ts';
import { type TrustedKeys, unsupportedSigners, usableSigners, zoneKeys } from './zone-keys.ts';
import { untrusted, type ZoneTrust } from './zone-trust.ts';

/** What is found at a name below a trusted zone; undefined if no zone begins. */
type Found = ZoneTrust | undefined;

/** A chain of trust goes from the trust anchors down, once for each zone. Lives as long as a scan. */
export class ChainOfTrust {
  readonly context: VerifyContext;
  readonly #parts: ValidatorParts;
  readonly #anchored = new Map<string, Promise<ZoneTrust>>();
  readonly #delegations = new Map<string, Promise<Found>>();

  constructor(parts: ValidatorParts) {
    this.#parts = parts;
    this.context = new VerifyContext(parts);
  }

  /**
   * Finds the trust of the zone that a name lies in: the deepest zone down to the name that is secure, or the first
   * that is not. Each zone on the way is a step.
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
      const found = await kept(this.#delegations, child, () => this.#below(child, parent));
      if (found === undefined) continue;
      trust = found;
      note(steps, trust, `${child} DS`);
    }
    return trust;
  }

  /**
   * Finds the zone of the deepest trust anchor at or above the name: statements of zones above it about the name do not
   * count then.
   */
  anchoredAt(name: string): string | undefined {
    return this.#anchorOf(name)?.zone;
  }

  /** Looks up an unvalidated answer. */
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
    return this.#keysOf(zone, { signers: usable, keys: usableKeys });
  }

  /** Whether a zone begins at the name, and whether it can be trusted, by the word of the zone above it. */
  async #below(child: string, parent: ZoneTrust): Promise<Found> {
    const answer = await this.#parts.lookUp(child, recordTypes.DS);
    const first = readDelegation(child, answer, parent, this.context);
    let said = first;
    if (isBogus(first)) {
      for await (const other of this.#others(answer)) {
        said = readDelegation(child, other, parent, this.context);
        if (!isBogus(said)) break;
      }
      if (isBogus(said)) said = first;
    }
    if (said.kind === 'none') return undefined;
    const doubts = said !== first && first.kind === 'zone' ? [doubt(first.trust, `${child} DS`, answer)] : [];
    if (said.kind === 'zone') return withDoubts(said.trust, doubts);
    const trust = await this.#keysOf(child, { signers: said.usable, keys: [] });
    return withDoubts({ ...trust, signers: said.signers }, doubts);
  }

  async #keysOf(zone: string, trusted: TrustedKeys): Promise<ZoneTrust> {
    const answer = await this.#parts.lookUp(zone, recordTypes.DNSKEY);
    const trust = zoneKeys(zone, answer, trusted, this.context);
    if (trust.status !== 'bogus') return trust;
    for await (const other of this.#others(answer)) {
      const better = zoneKeys(zone, other, trusted, this.context);
      if (better.status === 'secure') return withDoubts(better, [doubt(trust, `${zone} DNSKEY`, answer)]);
    }
    return trust;
  }

  /** What other servers say: one that is out of date does not make a zone bogus, since resolvers ask on. */
  async *#others(answer: DnsAnswer): AsyncGenerator<DnsAnswer> {
    if (this.#parts.otherAnswers !== undefined) yield* this.#parts.otherAnswers(answer);
  }
}

function isBogus(said: Delegation): boolean {
  return said.kind === 'zone' && said.trust.status === 'bogus';
}

function doubt({ zone, message, rule }: ZoneTrust, subject: string, { server }: DnsAnswer): ValidationStep {
  return { zone, subject: `${subject} at ${server}`, status: 'bogus', message, rule };
}

function withDoubts(trust: ZoneTrust, doubts: readonly ValidationStep[]): ZoneTrust {
  return doubts.length === 0 ? trust : { ...trust, doubts: [...(trust.doubts ?? []), ...doubts] };
}

function note(steps: ValidationStep[], trust: ZoneTrust, subject: string): void {
  const { zone, status, message, rule, doubts = [] } = trust;
  if (steps.some((step) => step.subject === subject)) return;
  steps.push(...doubts, { zone, subject, status, message, rule });
}
