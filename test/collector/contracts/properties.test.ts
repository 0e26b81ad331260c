import test, { type ExecutionContext } from 'ava';
import { endpoints } from '../../../collector/endpoints/index.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import {
  answersWhatFits,
  refusesWhatDoesNotFit,
  type SendInput,
} from '../../support/contracts/contract-properties.ts';
import { turnOf } from '../../support/contracts/test-turns.ts';
import { startTestApi } from '../../support/http/http.ts';

/** What each contract promises, tried with generated input over stores in memory. */
for (const endpoint of endpoints as readonly Endpoint<never>[]) {
  const what = `${endpoint.method} ${endpoint.path}`;

  test(`${what} answers input that fits its contract as its contract says`, async (t) => {
    await answersWhatFits(endpoint, await sender(t, endpoint), 25);
    t.pass();
  });

  test(`${what} refuses what does not fit, in the one shape, whatever it is`, async (t) => {
    await refusesWhatDoesNotFit(endpoint, await sender(t, endpoint), 50);
    t.pass();
  });
}

async function sender(t: ExecutionContext, endpoint: Endpoint<never>): Promise<SendInput> {
  await turnOf(t);
  const api = await startTestApi(t);
  const { account, key } = await api.world.addAccount('ada@example.com', {
    tier: 'enterprise',
    administrator: endpoint.access === 'admin',
  });
  const location = await api.world.addLocation(account.id, 'Office');
  const keys: Partial<Record<string, string>> = {
    location: location.key,
    resolver: await api.world.addResolverKey(account.id, endpoint.module),
  };
  return (path, query, body) =>
    api.request(query === '' ? path : `${path}?${query}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${keys[endpoint.access] ?? key}`,
        'content-type': 'application/json',
      },
      ...(endpoint.body === undefined || body === undefined ? {} : { body }),
    });
}
