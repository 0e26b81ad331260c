import type { Row } from '@sonde/shared/batch/row.ts';
import { encodeRow } from '@sonde/shared/batch/row-writer.ts';
import { BatchRows } from '../../../collector/domain/detection/batch-rows.ts';
import { createRowDetectors } from '../../../collector/domain/detection/create-detectors.ts';
import { type DetectionSettings, defaultSettings } from '../../../collector/domain/detection/settings.ts';
import { SiteWatch } from '../../../collector/domain/detection/site/site-watch.ts';
import { createTrafficDetector } from '../../../collector/domain/detection/traffic-detector.ts';
import type { Sighting } from '../../../collector/ports/threats/threats.ts';

/** Rows in the stored form, as detectors get them. */
export function storedBytes(rows: readonly Row[], locationId = 7, agentId = 3): Buffer {
  const prefix = Buffer.alloc(8);
  prefix.writeUInt32LE(locationId, 0);
  prefix.writeUInt32LE(agentId, 4);
  return Buffer.concat(rows.flatMap((row) => [prefix, encodeRow(row)]));
}

/** Runs all detectors over rows in batches of that many, as the stream would. Fails with the first failing detector. */
export function detect(
  rows: readonly Row[],
  {
    batchRows = 500,
    settings = {},
    parts = {},
  }: {
    batchRows?: number;
    settings?: Partial<DetectionSettings>;
    parts?: Parameters<typeof createRowDetectors>[0];
  } = {},
): Sighting[] {
  const inForce = { ...defaultSettings, ...settings };
  const { site = new SiteWatch() } = parts;
  const detector = createTrafficDetector(createRowDetectors({ site, ...parts }), {
    settingsOf: () => inForce,
    onFailure: (name, error) => {
      throw new Error(`detector ${name} failed`, { cause: error });
    },
    site,
  });
  const sightings: Sighting[] = [];
  for (let at = 0; at < rows.length; at += batchRows) {
    sightings.push(...detector.examine(new BatchRows(storedBytes(rows.slice(at, at + batchRows)))));
  }
  return sightings;
}

/** What was raised above a remark, as `type severity subject`. */
export function alerts(sightings: readonly Sighting[]): string[] {
  const found = sightings.filter((sighting) => sighting.severity !== 'info');
  return [...new Set(found.map(({ type, severity, subject }) => `${type} ${severity} ${subject}`))];
}
