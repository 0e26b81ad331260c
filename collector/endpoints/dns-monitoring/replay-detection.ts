import { idSchema } from '@sonde/shared/schemas/id.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type ReplayPorts,
  replayDetection as replay,
} from '../../domain/detection/replay/replay-detection.ts';
import { type TimeQuestionPorts, trafficScope } from '../../domain/traffic/monitoring/time-question.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson } from '../../http/json-limits.ts';
import type { CanaryStore } from '../../ports/threats/canaries.ts';
import { rangeOf, rangeParameters } from './range-parameters.ts';

interface ReplayDetectionPorts extends ReplayPorts, TimeQuestionPorts {
  readonly canaries: Pick<CanaryStore, 'list'>;
}

const mostRows = 2_000_000;
/** Milliseconds; the rest of the time limit is for the slice that is under way. */
const mostTime = 60_000;
const mostCanaries = 1_000;
const shownThreats = 100;

export const replayDetection = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dns-monitoring/replay',
  summary: 'Try detection on stored queries',
  description:
    'Runs the detectors, or a list of indicators, over stored queries as if the queries arrived ' +
    'now. Returns the threats that detection would have opened on each day. The replay stores ' +
    'nothing, sends no notifications and skips queries of canaries. Detectors start with empty ' +
    'state, so choose an early start for detectors that observe several days.',
  family: 'DNS monitoring',
  access: 'authenticated',
  needs: 'analyst',
  // Up to a minute of one processor.
  cost: 100,
  jsonLimits: largestJson,
  body: z.object({
    location_id: idSchema.nullish().describe('Limits the replay to one location. Default: all locations.'),
    ...rangeParameters,
    detectors: z
      .array(z.string().max(64))
      .min(1)
      .max(20)
      .optional()
      .describe('Detectors to run, for example `indicator`, `dga` or `dns_tunnel`. Default: all.'),
    indicators: z
      .array(z.string().max(2_000))
      .max(20_000)
      .optional()
      .describe('Indicators to use instead of the loaded feeds.'),
  }),
  response: z.object({
    from: timestampSchema,
    to: timestampSchema.describe('Where the replay ended.'),
    complete: z
      .boolean()
      .describe(
        'False if the replay reached its limit of two million queries or one minute. To continue, ' +
          'send another request that starts at `to`.',
      ),
    rows: z.int().min(0),
    days: z.array(
      z.object({
        date: z.iso.date(),
        alerts: z
          .int()
          .min(0)
          .describe('Threats that would have been opened, without remarks (severity `info`).'),
        remarks: z.int().min(0),
        by_type: z.record(z.string(), z.int().min(0)),
      }),
    ),
    total_threats: z.int().min(0),
    untold: z.int().min(0).describe('Sightings of threats above the number that a replay can keep.'),
    threats: z.array(
      z.object({
        location_id: idSchema,
        threat_type: z.string(),
        subject: z.string(),
        severity: severitySchema,
        count: z.int().min(0),
        first_seen: timestampSchema,
        last_seen: timestampSchema,
        message: z.string(),
      }),
    ),
  }),
  errors: ['not_found', 'question_too_large'],
  timeLimit: 120_000,
  async run({ caller, body, signal }, ports: ReplayDetectionPorts) {
    const scope = await trafficScope(rangeOf(caller, body), ports);
    const announced = await ports.canaries.list(caller.accountId, mostCanaries);
    const canaries = announced.map(({ id, endsAt }) => ({ id, until: endsAt.getTime() }));
    const { detectors, indicators } = body;
    const { rows, stoppedAt, alerts } = await replay(
      { ...scope, detectors, indicators, canaries, mostRows, mostTime },
      ports,
      signal,
    );
    const threats = alerts.threats();
    return {
      from: scope.from.toISOString(),
      to: (stoppedAt ?? scope.to).toISOString(),
      complete: stoppedAt === undefined,
      rows,
      days: alerts.days().map(({ byType, ...day }) => ({ ...day, by_type: Object.fromEntries(byType) })),
      total_threats: threats.length,
      untold: alerts.untold,
      threats: threats.slice(0, shownThreats).map((threat) => ({
        location_id: threat.locationId,
        threat_type: threat.type,
        subject: threat.subject,
        severity: threat.severity,
        count: threat.count,
        first_seen: threat.firstSeenAt.toISOString(),
        last_seen: threat.lastSeenAt.toISOString(),
        message: threat.message,
      })),
    };
  },
});
