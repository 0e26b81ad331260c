import { setImmediate } from 'node:timers/promises';
import { type Severity, severities } from '@sonde/shared/schemas/severity.ts';
import { parse } from 'tldts';
import type { Indicator, IndicatorStore, SourceAbout } from '../../ports/threats/indicators.ts';
import { NetworkFinder } from '../intelligence/threat-intel/index/find-network.ts';
import { IndicatorIndex } from '../intelligence/threat-intel/index/indicator-index.ts';
import { hashBackwards } from '../intelligence/threat-intel/index/key-hash.ts';
import { keyKinds, keyOf, kindSeed } from '../intelligence/threat-intel/index/key-kind.ts';
import { type Provenance, type Segment, segmentBytes } from '../intelligence/threat-intel/index/segment.ts';
import { SegmentBuilder } from '../intelligence/threat-intel/index/segment-builder.ts';
import { readIndicator } from '../intelligence/threat-intel/index/segment-reader.ts';
import { indicatorKind } from '../intelligence/threat-intel/indicator-kind.ts';
import { addressesInSeveral } from '../intelligence/threat-intel/value/addresses-in-several.ts';
import { type SourceOverlap, sourceOverlap } from '../intelligence/threat-intel/value/source-overlap.ts';

/** A judgement is an operator's word on a source; null leaves the source's word. */
export interface Judgement {
  readonly weight: number | null;
  readonly severity: Severity | null;
  readonly threatType: string | null;
}

export type JudgementOf = (source: string) => Judgement;

/**
 * Turns of the event loop that others have behind each stretch of a load. Rows are examined some hundred in a turn, which takes far less than a
 * stretch: with one turn a load would have most of the loop to itself. Where nobody has anything to do they take no time.
 */
const turnsForOthers = 8;

const noJudgement: Judgement = { weight: null, severity: null, threatType: null };

/** A hit is an indicator that matched, with what its receipt needs. */
export interface IndicatorHit {
  readonly indicator: Indicator;
  readonly weight: number;
  readonly provenance: Provenance;
}

/**
 * A matcher holds all indicators in memory. A name matches the indicators of itself and of its parents, an address
 * those of the networks around it; of several the worst counts. Sources come and go one by one; the others' packed keys stay as they are.
 */
export class IndicatorMatcher {
  readonly #segments = new Map<string, Segment>();
  readonly #networks = new NetworkFinder();
  #index = IndicatorIndex.empty;
  #rebuilding: Promise<void> | undefined;
  #changed = false;
  #version = -1;
  #refreshed: Promise<void> = Promise.resolve();
  readonly #judgementOf: JudgementOf;

  /** `judgementOf`: what an operator says of all indicators of a source, in place of the source's own words. */
  constructor(judgementOf: JudgementOf = () => noJudgement) {
    this.#judgementOf = judgementOf;
  }

  get size(): number {
    return this.#index.count;
  }

  /** Bytes that the indicators take. */
  get bytes(): number {
    let sum = this.#index.bytes;
    for (const segment of this.#segments.values()) sum += segmentBytes(segment);
    return sum;
  }

  /** The sources that are loaded. */
  get sources(): readonly Segment[] {
    return [...this.#segments.values()];
  }

  /** Puts a source's indicators in the place of those that it had. Resolves when lookups see them. */
  async install(segment: Segment): Promise<void> {
    this.#segments.set(segment.source, segment);
    await this.#rebuild();
  }

  async remove(source: string): Promise<void> {
    if (this.#segments.delete(source)) await this.#rebuild();
  }

  /** Entry number of a name in bytes, or -1; `hit` tells more of it until the next change of the set. */
  findName(bytes: Uint8Array, start: number, end: number, nowSeconds: number): number {
    return this.#index.findName(bytes, start, end, nowSeconds);
  }

  /** Entry number of an address of 16 bytes (IPv4 mapped) from `start` on, or -1. */
  findAddress(bytes: Uint8Array, nowSeconds: number, start = 0): number {
    return this.#networks.find(this.#index, bytes, start, nowSeconds);
  }

  hit(entry: number): IndicatorHit {
    const { segment, at } = this.#index.place(entry);
    const { weight, severity, threatType } = this.#judgementOf(segment.source);
    const indicator = readIndicator(segment, at);
    return {
      indicator:
        severity === null && threatType === null
          ? indicator
          : {
              ...indicator,
              severity: severity ?? indicator.severity,
              threatType: threatType ?? indicator.threatType,
            },
      weight: weight ?? segment.weight,
      provenance: segment.provenance,
    };
  }

  /** Finds the worst of all that sources say now of a name in bytes and of those above it; of equally bad ones the nearest. */
  worstOfName(bytes: Uint8Array, start: number, end: number, nowSeconds: number): IndicatorHit | undefined {
    return this.#worst(this.#index.findAllNames(bytes, start, end, nowSeconds));
  }

  /** Finds the worst of what they say now of an address of 16 bytes and of the networks around it, likewise. */
  worstOfAddress(bytes: Uint8Array, nowSeconds: number, start = 0): IndicatorHit | undefined {
    return this.#worst(this.#networks.findAll(this.#index, bytes, start, nowSeconds));
  }

  #worst(entries: readonly number[]): IndicatorHit | undefined {
    let worst: IndicatorHit | undefined;
    for (const entry of entries) {
      const hit = this.hit(entry);
      const by = worst === undefined ? 1 : severityOf(hit) - severityOf(worst);
      // Those of one key have one name; an operator may weigh their sources otherwise than they are ordered.
      const isWeightier = hit.indicator.name === worst?.indicator.name && hit.weight > worst.weight;
      if (by > 0 || (by === 0 && isWeightier)) worst = hit;
    }
    return worst;
  }

  match(name: string): Indicator | undefined {
    const bytes = Buffer.from(name, 'latin1');
    return this.worstOfName(bytes, 0, bytes.length, 0)?.indicator;
  }

  /**
   * Everything that the sources say of an indicator in normal form, the weightiest first: of a name also what they say
   * of its parents, of an address of the networks around it.
   */
  check(name: string, nowSeconds: number): IndicatorHit[] {
    const kind = indicatorKind(name);
    if (kind === 'domain') return this.#checkName(name, nowSeconds);
    const { kind: keyKind, bytes } = keyOf(kind, name);
    const exact = this.#entries(keyKind, bytes, nowSeconds);
    if (kind === 'ip') {
      const address = Buffer.alloc(16);
      if (keyKind === keyKinds.v4) {
        address.writeUInt16BE(0xffff, 10);
        address.set(bytes.subarray(0, 4), 12);
      } else address.set(bytes.subarray(0, 16));
      const own = bytes[bytes.length - 1]!;
      for (const entry of this.#networks.findAll(this.#index, address, 0, nowSeconds)) {
        if (!exact.includes(entry) && this.#prefix(entry) <= own) exact.push(entry);
      }
    }
    return exact.map((entry) => this.hit(entry));
  }

  /** Compares each source with all others. */
  async overlaps(nowSeconds: number): Promise<SourceOverlap[]> {
    const index = this.#index;
    const compared: SourceOverlap[] = [];
    for (const segment of this.sources) compared.push(await sourceOverlap(index, segment, nowSeconds));
    return compared;
  }

  /** Single addresses that several sources speak against, `most` at most. */
  addressesInSeveral(nowSeconds: number, most: number): Promise<string[]> {
    return addressesInSeveral(this.#index, this.sources, nowSeconds, most);
  }

  /** Loads the set anew if it has changed; one load at a time, so that an older one never comes last. */
  refresh(store: Pick<IndicatorStore, 'load' | 'version'>): Promise<void> {
    const refreshed = this.#refreshed.then(() => this.#load(store));
    this.#refreshed = refreshed.catch(() => {});
    return refreshed;
  }

  async #load(store: Pick<IndicatorStore, 'load' | 'version'>): Promise<void> {
    if ((await store.version()) === this.#version) return;
    const begun = new Map<string, { builder: SegmentBuilder; about: SourceAbout | undefined }>();
    const version = await store.load(async (indicators, about) => {
      for (const indicator of indicators) {
        const { source } = indicator;
        let segment = begun.get(source);
        if (segment === undefined) {
          const ofSource = about.get(source);
          segment = { builder: new SegmentBuilder(source, ofSource?.weight), about: ofSource };
          begun.set(source, segment);
        }
        segment.builder.add(coveringOnlyItself(indicator));
      }
      for (let turn = 0; turn < turnsForOthers; turn++) await setImmediate();
    });
    const segments: Segment[] = [];
    for (const { builder, about } of begun.values()) segments.push(await builder.buildInTurns(about));
    for (const source of this.#segments.keys()) if (!begun.has(source)) this.#segments.delete(source);
    for (const segment of segments) this.#segments.set(segment.source, segment);
    await this.#rebuild();
    this.#version = version;
  }

  /** What is said of all below a name is what is said of any name there. */
  #checkName(name: string, nowSeconds: number): IndicatorHit[] {
    const bytes = Buffer.from(name, 'latin1');
    return this.#index.findAllNames(bytes, 0, bytes.length, nowSeconds).map((entry) => this.hit(entry));
  }

  #entries(kind: Parameters<typeof kindSeed>[0], bytes: Uint8Array, nowSeconds: number): number[] {
    const hash = hashBackwards(bytes, 0, bytes.length, kindSeed(kind));
    return this.#index.findAll(kind, hash, bytes, 0, bytes.length, nowSeconds);
  }

  #prefix(entry: number): number {
    const { segment, at } = this.#index.place(entry);
    return segment.keys[segment.keyStarts[at + 1]! - 1]!;
  }

  /** One table is built at a time; changes in the meantime make another one. */
  async #rebuild(): Promise<void> {
    this.#changed = true;
    this.#rebuilding ??= this.#rebuildWhileChanged().finally(() => {
      this.#rebuilding = undefined;
    });
    await this.#rebuilding;
  }

  async #rebuildWhileChanged(): Promise<void> {
    while (this.#changed) {
      this.#changed = false;
      this.#index = await IndicatorIndex.build([...this.#segments.values()]);
    }
  }
}

function severityOf({ indicator }: IndicatorHit): number {
  return severities.indexOf(indicator.severity);
}

/**
 * Limits an indicator of a public suffix to itself: a public suffix belongs to nobody, and what is below it isn't
 * meant, unless it is said (`*.suffix`).
 */
export function coveringOnlyItself(indicator: Indicator): Indicator {
  const { name, exact } = indicator;
  if (exact === true || name.startsWith('*.') || indicatorKind(name) !== 'domain') return indicator;
  const { domain } = parse(name, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return domain === null ? { ...indicator, exact: true } : indicator;
}
