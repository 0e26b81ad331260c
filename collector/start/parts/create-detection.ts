import type { Log } from '@sonde/shared/system/log.ts';
import { CanaryWatch } from '../../domain/detection/canary/canary-watch.ts';
import { createNameDetectors, createRowDetectors } from '../../domain/detection/create-detectors.ts';
import { DetectionRules } from '../../domain/detection/detection-rules.ts';
import { DgaModel } from '../../domain/detection/dga/dga-model.ts';
import { createIndicatorDetector } from '../../domain/detection/indicator-detector.ts';
import { IndicatorMatcher, type JudgementOf } from '../../domain/detection/indicator-matcher.ts';
import { newDomainOf } from '../../domain/detection/new-domain.ts';
import { SiteWatch } from '../../domain/detection/site/site-watch.ts';
import { DomainHistory } from '../../domain/detection/state/domain-history.ts';
import { HitTally } from '../../domain/detection/state/hit-tally.ts';
import { createTrafficDetector } from '../../domain/detection/traffic-detector.ts';
import type { AutonomousSystems } from '../../ports/networks/autonomous-systems.ts';
import type { Meter } from '../../ports/system/metrics.ts';

/** Creates the detectors that look at rows as they are stored, and what they know. */
export function createDetection({
  networks,
  judgementOf,
  meter,
  log,
}: {
  networks: AutonomousSystems;
  /** Of sources of indicators. */
  judgementOf: JudgementOf;
  meter: Meter;
  log: Log;
}) {
  const matcher = new IndicatorMatcher(judgementOf);
  const history = new DomainHistory();
  const detectionRules = new DetectionRules();
  const dgaModel = new DgaModel();
  const hitTally = new HitTally();
  const siteWatch = new SiteWatch();
  const failures = meter.counter(
    'sonde_row_detector_failures_total',
    'Batches in the midst of which a detector of rows failed.',
    ['detector'],
  );
  const onFailure = (detector: string, error: unknown) => {
    failures.add(1, { detector });
    log.error({ err: error, detector }, 'a detector of rows failed on a batch');
  };
  const skippedRules = meter.counter(
    'sonde_sigma_rules_skipped_total',
    'Trials of a Sigma rule on a query that were left out because rules took too long.',
  );
  const onSigmaSkipped = (rules: number) => skippedRules.add(rules);
  const circumstancesOf = newDomainOf(history, detectionRules.settingsOf);
  const rowDetectors = createRowDetectors({
    history,
    model: dgaModel,
    networks,
    site: siteWatch,
    onSigmaSkipped,
  });
  meter.gaugeBy(
    'sonde_detection_forgotten',
    'Clients, domains and the like that bounded tables of detection dropped for want of room since the start.',
    ['detector'],
    () => [
      { labels: { detector: 'clients' }, value: siteWatch.clients.forgotten },
      ...rowDetectors.flatMap(({ name, tables }) =>
        tables === undefined ? [] : [{ labels: { detector: name }, value: sumOf(tables) }],
      ),
    ],
  );
  const detectors = [
    createIndicatorDetector(matcher, {
      settingsOf: detectionRules.settingsOf,
      tally: hitTally,
      circumstancesOf,
    }),
    createTrafficDetector(rowDetectors, {
      settingsOf: detectionRules.settingsOf,
      onFailure,
      canaries: new CanaryWatch(() => createNameDetectors({ model: dgaModel })),
      circumstancesOf,
      site: siteWatch,
    }),
  ];
  const isSharedClient = (locationId: number, client: string) =>
    siteWatch.isShared(locationId, client, detectionRules.settingsOf(locationId));
  return { matcher, history, detectionRules, dgaModel, hitTally, siteWatch, isSharedClient, detectors };
}

function sumOf(tables: readonly { readonly forgotten: number }[]): number {
  return tables.reduce((sum, { forgotten }) => sum + forgotten, 0);
}
