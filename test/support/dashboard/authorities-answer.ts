import type { BrowserContext } from 'playwright-core';
import type { AnswerOf } from '../../../client/operation-types.ts';

type Authority = AnswerOf<'GET /api/admin/client-authorities'>['authorities'][number];

/** Has authorities sign certificates of agents, which a collector without TLS of its own does not have; another is made if asked for. */
export async function answerAuthorities(context: BrowserContext): Promise<void> {
  const authorities = [authority(1, '2026-11-20T10:00:00.000Z', '2026-12-04T10:00:00.000Z')];
  await context.route('**/api/admin/client-authorities**', (route) => {
    if (route.request().method() === 'POST')
      authorities.push(authority(authorities.length + 1, '2026-11-28T10:05:00.000Z', null));
    return route.fulfill({ json: { mode: 'offered', authorities } });
  });
}

function authority(id: number, from: string, needed: string | null): Authority {
  return {
    id,
    name: `Sonde clients ${id}\u202e`,
    signs_from: from,
    ends_at: '2031-11-20T10:00:00.000Z',
    needed_until: needed,
    certificate: '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUS29uZGU=\n-----END CERTIFICATE-----\n',
  };
}
