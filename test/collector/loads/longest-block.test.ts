import test from 'ava';
import { endpoints } from '../../../collector/endpoints/index.ts';
import type { Endpoint } from '../../../collector/http/define-endpoint.ts';
import { ordinaryJson } from '../../../collector/http/json-limits.ts';
import {
  credentialHeaders,
  fillPath,
  goodBody,
  goodQuery,
  type Subject,
} from '../../support/contracts/operation-requests.ts';
import { startTestApi } from '../../support/http/http.ts';
import { BlockLedger } from '../../support/loads/block-ledger.ts';
import { costlyBodies, costlyParameters } from '../../support/loads/costly-inputs.ts';
import { startSender } from '../../support/loads/start-sender.ts';

/** All texts for all fields, where there is time for it. */
const isThorough = process.env.SONDE_LOADS === 'thorough';
const headBytes = 12_000;

/** Of either kind: nothing of it is right. */
const passkey = {
  id: 'x',
  type: 'public-key',
  response: {
    clientDataJSON: 'e30',
    authenticatorData: 'e30',
    publicKey: 'e30',
    publicKeyAlgorithm: -7,
    signature: 'e30',
  },
};

const subject: Subject = {
  locationId: 999,
  enrolment: { tokenId: 999, token: 'x', agentId: 999 },
  threatId: 1,
  caseId: 1,
  source: 'local',
  exclusionId: 1,
  sigmaRuleId: 1,
  channelId: 1,
  viewId: 1,
  mailReport: { id: 1, token: '123e4567-e89b-42d3-a456-426614174000' },
  accountId: 999,
  spareKeyId: 999,
  certificateLogId: 'ab'.repeat(32),
  ruleId: 1,
  policySourceId: 1,
  resolverId: 1,
  bulkJobId: '123e4567-e89b-42d3-a456-426614174000',
  rangeJobId: '123e4567-e89b-42d3-a456-426614174000',
  reportId: '5f0c1d7e-3c1b-4f0e-9a53-8a3d2f6b1c9e',
  scheduleId: '5f0c1d7e-3c1b-4f0e-9a53-8a3d2f6b1c9e',
  sessionId: 999,
  memberId: 999,
  setupToken: 'a'.repeat(43),
  signIn: {
    passkeyId: 999,
    secondStep: () => ({ ticket: 'x', code: '000000' }),
    offeredCode: () => ({ code: '000000' }),
    newPasskey: () => ({ ticket: 'x', name: 'x', credential: passkey }),
    assertion: () => ({ ticket: 'x', credential: passkey }),
    providerHandle: 'acme',
    linkId: 999,
    journey: () => ({ ticket: 'x', answer: '?code=x' }),
  },
};

/** Requests of an operation that cost most, each with what it is. */
interface CostlyRequest {
  readonly path: string;
  readonly body?: { readonly type: string; readonly text: string };
}

function* costlyRequests(endpoint: Endpoint<never>): Generator<CostlyRequest> {
  const path = fillPath(endpoint, subject);
  const good = goodBody(endpoint, subject);
  const { body, jsonLimits = ordinaryJson } = endpoint;
  for (const parameters of costlyParameters(endpoint.query, headBytes, isThorough)) {
    const query = new URLSearchParams(parameters).toString().slice(0, headBytes);
    yield { path: `${path}?${query.replace(/%[0-9A-F]?$/, '')}`, ...(good !== undefined && { body: good }) };
  }
  for (const parameters of costlyParameters(endpoint.params, headBytes / 3, isThorough)) {
    const filled = endpoint.path.replaceAll(/\{([a-z_]+)\}/g, (_match, name: string) =>
      encodeURIComponent(parameters[name] ?? '1')
        .slice(0, headBytes)
        .replace(/%[0-9A-F]?$/, ''),
    );
    yield { path: filled + goodQuery(endpoint), ...(good !== undefined && { body: good }) };
  }
  if (body === undefined || 'contentTypes' in body) return;
  for (const text of costlyBodies(body, jsonLimits, isThorough))
    yield { path: path + goodQuery(endpoint), body: { type: 'application/json', text } };
}

test('nobody waits long for any operation, whatever it is sent', async (t) => {
  t.timeout(1_200_000);
  const api = await startTestApi(t);
  const { account, key: own } = await api.world.addAccount('ada@example.com', { tier: 'enterprise' });
  const { key: admin } = await api.world.addAccount('bea@example.com', { administrator: true });
  const location = await api.world.addLocation(account.id, 'Office');
  const send = startSender(t);
  const ledger = new BlockLedger();
  for (const endpoint of endpoints as readonly Endpoint<never>[]) {
    const keys: Partial<Record<string, string>> = {
      admin,
      location: location.key,
      ...(endpoint.access === 'resolver' && {
        resolver: await api.world.addResolverKey(account.id, endpoint.module),
      }),
    };
    const credential = endpoint.access === 'session' ? await api.world.addSession(account.id) : undefined;
    const request = (path: string, body?: { type: string; text: string }) =>
      send(`${api.url}${path}`, {
        method: endpoint.method,
        headers: {
          ...credentialHeaders(credential ?? keys[endpoint.access] ?? own),
          ...(body !== undefined && { 'content-type': body.type }),
        },
        ...(body !== undefined && { body: body.text }),
      });
    // What is only the first time costs nobody twice.
    for (let round = 0; round < 3; round++)
      await request(fillPath(endpoint, subject) + goodQuery(endpoint), goodBody(endpoint, subject));
    const what = `${endpoint.method} ${endpoint.path}`;
    for (const { path, body } of costlyRequests(endpoint)) {
      const input = `${what} ${path.slice(endpoint.path.length, 60)} ${body?.text.slice(0, 60) ?? ''}`;
      t.not(await ledger.judge(t, { what: input, run: () => request(path, body) }), 500, input);
    }
  }
  ledger.tell(t);
});
