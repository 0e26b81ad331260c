import { setImmediate as turn } from 'node:timers/promises';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import type { AutonomousSystems } from '../../../ports/networks/autonomous-systems.ts';
import type { Sighting } from '../../../ports/threats/threats.ts';
import type { QuerySearch, StoredQuery } from '../../../ports/traffic/query-search.ts';
import type { TrafficScope } from '../../../ports/traffic/traffic.ts';
import { SegmentBuilder } from '../../intelligence/threat-intel/index/segment-builder.ts';
import { normaliseIndicator } from '../../intelligence/threat-intel/normalise-indicator.ts';
import { BatchRows } from '../batch-rows.ts';
import { createRowDetectors } from '../create-detectors.ts';
import type { Detector } from '../detector.ts';
import { createIndicatorDetector } from '../indicator-detector.ts';
import { coveringOnlyItself, IndicatorMatcher } from '../indicator-matcher.ts';
import { SeenElsewhere } from '../rows/seen-elsewhere.ts';
import type { CanaryInForce, DetectionSettings, SettingsOf } from '../settings.ts';
import type { SigmaRuleSet } from '../sigma/rule-set.ts';
import { createSigmaDetector } from '../sigma/sigma-detector.ts';
import { SiteWatch } from '../site/site-watch.ts';
import { createTrafficDetector } from '../traffic-detector.ts';
import { AlertsByDay } from './alerts-by-day.ts';
import { rowsOldestFirst } from './rows-oldest-first.ts';

const batchRows = 2_000;
/** Rows in memory at once. */
const mostAtOnce = 100_000;

export interface Replay extends TrafficScope {
  /** Names of detectors, `indicator` among them; all if absent. */
  readonly detectors?: readonly string[] | undefined;
  /** A list to try in place of the loaded feeds. */
  readonly indicators?: readonly string[] | undefined;
  /** Sigma rules to try, and nothing else. */
  readonly sigma?: SigmaRuleSet;
  readonly onSighting?: (sighting: Sighting) => void;
  readonly mostRows: number;
  /** Milliseconds after which it stops at the next slice of time. */
  readonly mostTime: number;
  /** Canaries of that time: their names are left out, as they are when they come in. */
  readonly canaries: readonly CanaryInForce[];
}

export interface ReplayPorts {
  readonly querySearch: Pick<QuerySearch, 'export'>;
  readonly matcher: IndicatorMatcher;
  readonly detectionRules: { readonly settingsOf: SettingsOf };
  readonly networks: AutonomousSystems;
  readonly clock: Clock;
}

export interface ReplayResult {
  readonly rows: number;
  /** The time at which the replay stopped for want of room or time; undefined if it came to the end. */
  readonly stoppedAt: Date | undefined;
  readonly alerts: AlertsByDay;
  /** Trials of Sigma rules on queries that were left out because rules took too long. */
  readonly skippedRules: number;
}

/**
 * Runs detectors with fresh state over stored rows in the order in which they were seen, and gathers what they would have
 * raised. Stores nothing and tells nobody. Throws InvalidInput for detectors and indicators that are none.
 */
export async function replayDetection(
  replay: Replay,
  ports: ReplayPorts,
  signal: AbortSignal,
): Promise<ReplayResult> {
  let skippedRules = 0;
  const detectors = await chosenDetectors(replay, ports, (rules) => {
    skippedRules += rules;
  });
  const alerts = new AlertsByDay();
  const elsewhere = new SeenElsewhere();
  const limits = { most: replay.mostRows, mostAtOnce };
  const slices = rowsOldestFirst(replay, limits, ports, signal);
  const deadline = ports.clock.now() + replay.mostTime;
  let rows = 0;
  for (;;) {
    const slice = await slices.next();
    if (slice.done === true) return { rows, stoppedAt: slice.value, alerts, skippedRules };
    rows += slice.value.length;
    for (let at = 0; at < slice.value.length; at += batchRows) {
      signal.throwIfAborted();
      const batch = new BatchRows(storedForm(slice.value.slice(at, at + batchRows)));
      while (batch.next()) if (elsewhere.has(batch)) batch.leaveOut();
      batch.rewind();
      for (const detector of detectors) {
        for (const sighting of detector.examine(batch)) {
          if (sighting.type === 'canary') continue;
          alerts.add(sighting);
          replay.onSighting?.(sighting);
        }
        batch.rewind();
      }
      await turn();
    }
    const newest = slice.value.at(-1)!.observedAt;
    if (ports.clock.now() > deadline) return { rows, stoppedAt: behind(newest), alerts, skippedRules };
  }
}

async function chosenDetectors(
  replay: Replay,
  ports: ReplayPorts,
  onSigmaSkipped: (rules: number) => void,
): Promise<Detector[]> {
  const settingsOf = withChanges(ports.detectionRules.settingsOf, replay);
  const onFailure = (detector: string, cause: unknown) => {
    throw new Error(`the detector ${detector} failed in a replay`, { cause });
  };
  if (replay.sigma !== undefined)
    return [createTrafficDetector([createSigmaDetector(onSigmaSkipped)], { settingsOf, onFailure })];
  const site = new SiteWatch();
  const all = createRowDetectors({ networks: ports.networks, site, onSigmaSkipped });
  const names = ['indicator', ...all.map(({ name }) => name)];
  const stranger = replay.detectors?.find((name) => !names.includes(name));
  if (stranger !== undefined)
    throw new InvalidInput(
      'detectors',
      `There is no such detector; there are ${[...new Set(names)].join(', ')}.`,
    );
  const isChosen = (name: string) => replay.detectors?.includes(name) ?? true;
  const matcher = replay.indicators === undefined ? ports.matcher : await matcherOf(replay.indicators);
  return [
    ...(isChosen('indicator') ? [createIndicatorDetector(matcher, { settingsOf })] : []),
    createTrafficDetector(
      // The historian is what others ask; it raises nothing.
      all.filter(({ name }) => isChosen(name) || name === 'newly_observed'),
      {
        settingsOf,
        onFailure,
        site,
      },
    ),
  ];
}

/** Everything seen up to then has been replayed; microseconds, and to the millisecond above. */
function behind(observedAt: number): Date {
  return new Date(Math.floor(observedAt / 1_000) + 1);
}

/** The settings in force, with what is to be tried in their place. */
function withChanges(
  settingsOf: SettingsOf,
  { canaries, sigma }: Pick<Replay, 'canaries' | 'sigma'>,
): SettingsOf {
  const made = new Map<number, DetectionSettings>();
  return (locationId) => {
    let settings = made.get(locationId);
    if (settings === undefined) {
      const inForce = settingsOf(locationId);
      settings = { ...inForce, canaries, ...(sigma && { sigma, disabled: [] }) };
      made.set(locationId, settings);
    }
    return settings;
  };
}

async function matcherOf(names: readonly string[]): Promise<IndicatorMatcher> {
  const builder = new SegmentBuilder('replayed list');
  names.forEach((text, index) => {
    const name = normaliseIndicator(text);
    if (name === undefined)
      throw new InvalidInput(
        `indicators.${index}`,
        `${JSON.stringify(text.slice(0, 80))} is no domain, address, network, URL, hash or CVE.`,
      );
    const indicator = { name, threatType: 'listed', severity: 'medium', source: 'replayed list' } as const;
    builder.add(coveringOnlyItself({ ...indicator, description: null, row: index + 1 }));
  });
  const matcher = new IndicatorMatcher();
  await matcher.install(builder.build());
  return matcher;
}

function storedForm(rows: readonly StoredQuery[]): Buffer {
  return Buffer.concat(
    rows.flatMap((row) => {
      const prefix = Buffer.alloc(8);
      prefix.writeUInt32LE(row.locationId, 0);
      prefix.writeUInt32LE(row.agentId, 4);
      return [prefix, encodeRow(row)];
    }),
  );
}
