import { type EncryptedTransport, encryptedTransports } from '@sonde/shared/batch/encrypted-flow.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import type { FlowConditions, FlowFilter } from '../../../ports/traffic/encrypted-flows.ts';
import { addressOf, agentOf, choiceOf, nameOf } from '../monitoring/query-filter.ts';
import { type TimeQuestion, type TimeQuestionPorts, trafficScope } from '../monitoring/time-question.ts';

const condition = (what: string) => z.string().max(4_000).optional().describe(what);

/** These parameters filter connections of encrypted DNS, by lists as those of queries are. */
export const flowParameters = {
  client: condition('IPv4 or IPv6 addresses of clients.'),
  server: condition('Addresses of servers.'),
  protocol: condition('dot, doh, doq or doh3.'),
  provider: condition('Operators of the servers. `none` finds servers that are on no list.'),
  server_name: condition('Server names (SNI), and all names below them.'),
  ja4: condition('JA4 fingerprints of clients.'),
  looked_up: condition(
    'Whether the client looked up the server in unencrypted DNS before: yes, no or unknown.',
  ),
  agent_id: condition('Ids (`id`) of agents in the list of agents.'),
};

type AskedFlows = z.output<z.ZodObject<typeof flowParameters>>;

/** Reads a filter of connections. Throws InvalidInput, and NotFound for another account's location. */
export async function flowFilter(
  question: TimeQuestion,
  asked: AskedFlows,
  ports: TimeQuestionPorts,
): Promise<FlowFilter> {
  const conditions = flowConditions(asked);
  return { ...(await trafficScope(question, ports)), ...conditions };
}

function flowConditions(asked: AskedFlows): FlowConditions {
  const conditions = {
    clients: choiceOf(asked.client, 'client', addressOf),
    servers: choiceOf(asked.server, 'server', addressOf),
    transports: choiceOf(asked.protocol, 'protocol', transportOf),
    providers: choiceOf(asked.provider, 'provider', providerOf),
    serverNames: choiceOf(asked.server_name, 'server_name', nameOf),
    ja4: choiceOf(asked.ja4, 'ja4', fingerprintOf),
    lookedUp: choiceOf(asked.looked_up, 'looked_up', lookedUpOf),
    agents: choiceOf(asked.agent_id, 'agent_id', agentOf),
  };
  return Object.fromEntries(Object.entries(conditions).filter(([, chosen]) => chosen !== undefined));
}

function transportOf(text: string, path: string): EncryptedTransport {
  const transport = encryptedTransports.find((one) => one === text.trim().toLowerCase());
  if (transport === undefined)
    throw new InvalidInput(path, `A protocol is one of ${encryptedTransports.join(', ')}.`);
  return transport;
}

function providerOf(text: string): string {
  const name = text.replaceAll(/\\(.)/gs, '$1').trim();
  return name.toLowerCase() === 'none' ? '' : name;
}

function fingerprintOf(text: string, path: string): string {
  const ja4 = text.trim();
  if (!/^[0-9A-Za-z]{10}_[0-9a-f]{12}_[0-9a-f]{12}$/.test(ja4))
    throw new InvalidInput(path, 'This must be a JA4 fingerprint.');
  return ja4;
}

function lookedUpOf(text: string, path: string): 'yes' | 'no' | 'unknown' {
  const state = (['yes', 'no', 'unknown'] as const).find((one) => one === text.trim().toLowerCase());
  if (state === undefined) throw new InvalidInput(path, 'This is yes, no or unknown.');
  return state;
}
