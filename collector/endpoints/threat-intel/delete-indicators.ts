import { NotFound } from '@sonde/shared/errors.ts';
import { indicatorSourceSchema } from '@sonde/shared/schemas/indicator-source.ts';
import { z } from 'zod';
import type { IndicatorMatcher } from '../../domain/detection/indicator-matcher.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { IndicatorStore } from '../../ports/threats/indicators.ts';

export const deleteIndicators = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/threat-intel/indicators/{source}',
  summary: 'Delete a source of indicators',
  description: 'The indicators of the source open no more threats. Threats that they have opened stay.',
  family: 'Threat intelligence',
  access: 'admin',
  confirmed: true,
  params: z.object({ source: indicatorSourceSchema }),
  response: z.object({ source: z.string(), removed: z.int().min(0) }),
  errors: ['not_found'],
  async run(
    { caller, origin, params },
    ports: {
      indicators: IndicatorStore;
      matcher: Pick<IndicatorMatcher, 'refresh'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const sources = await ports.indicators.sources();
    if (!sources.some(({ source }) => source === params.source)) throw new NotFound('source of indicators');
    const removed = await ports.indicators.removeSource(params.source);
    await ports.matcher.refresh(ports.indicators);
    const object = `indicators:${params.source}`;
    await ports.audit.record(
      act(caller, origin, { action: 'indicators_deleted', object, details: { removed } }),
    );
    return { source: params.source, removed };
  },
});
