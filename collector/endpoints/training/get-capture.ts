import { NotFound } from '@sonde/shared/errors.ts';
import { submittedQuerySchema } from '@sonde/shared/schemas/submitted-query.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { isoTime } from '@sonde/shared/text/iso-time.ts';
import { z } from 'zod';
import type { Capture } from '../../domain/people/training/course.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { Content } from '../../ports/content/content.ts';
import { contentIdSchema } from './present-course.ts';

interface GetCapturePorts {
  readonly captures: Content<Capture>;
  readonly clock: Clock;
}

/** Seconds that the last row is old: agents see nothing of the future. */
const age = 5;

export const getCapture = defineEndpoint({
  method: 'GET',
  path: '/api/v2/training/captures/{capture_id}',
  summary: 'Get the queries of a lesson',
  description:
    'Returns queries as a location could have seen them until a moment ago. Send the answer ' +
    'unchanged to `POST /api/v1/dns-monitoring/queries` with the key of a location.',
  family: 'Catalogue and courses',
  access: 'public',
  params: z.object({ capture_id: contentIdSchema }),
  response: z.object({ title: z.string(), licence: z.string(), queries: z.array(submittedQuerySchema) }),
  errors: ['not_found'],
  run({ params }, { captures, clock }: GetCapturePorts) {
    const capture = captures.current.items.find(({ id }) => id === params.capture_id);
    if (capture === undefined) throw new NotFound('capture');
    const last = capture.rows.reduce((latest, { at }) => Math.max(latest, at), 0);
    const start = clock.now() - 1_000 * (last + age);
    const queries = capture.rows.map(({ at, ...row }) => ({
      ...row,
      timestamp: isoTime(start + Math.round(1_000 * at)),
    }));
    return { title: capture.title, licence: capture.licence, queries };
  },
});
