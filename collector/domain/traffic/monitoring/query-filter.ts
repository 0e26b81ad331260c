import { isIP } from 'node:net';
import { protocolNames, transportOfProtocol } from '@sonde/shared/batch/protocols.ts';
import type { Choice, QueryConditions } from '@sonde/shared/batch/query-conditions.ts';
import { noResponseCode, type Transport } from '@sonde/shared/batch/row-layout.ts';
import { type LeakSystem, leakSystems } from '@sonde/shared/dns/outside-dns.ts';
import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { responseCodeNumber } from '@sonde/shared/dns/response-codes.ts';
import { writtenName } from '@sonde/shared/dns/written-name.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import type { QueryFilter } from '../../../ports/traffic/query-search.ts';
import { type TimeQuestion, type TimeQuestionPorts, trafficScope } from './time-question.ts';

/**
 * Asked conditions are a caller's conditions as text. Each is a list of values with commas between them; `!` before a
 * value leaves it out, and a comma or an exclamation mark that belongs to a value has a backslash before it.
 */
export interface AskedConditions {
  readonly client?: string | undefined;
  readonly server?: string | undefined;
  readonly name?: string | undefined;
  readonly suffix?: string | undefined;
  readonly leak?: string | undefined;
  readonly queryType?: string | undefined;
  readonly responseCode?: string | undefined;
  readonly agent?: string | undefined;
  readonly protocol?: string | undefined;
  readonly policyRule?: string | undefined;
  /** Milliseconds. */
  readonly slowerThan?: number | undefined;
}

/** Values of one condition, at most. */
const mostValues = 20;

/** Makes the filter over the caller's own locations. Throws InvalidInput and NotFound. */
export async function queryFilter(
  asked: TimeQuestion & AskedConditions,
  ports: TimeQuestionPorts,
): Promise<QueryFilter> {
  const conditions = queryConditions(asked);
  return { ...(await trafficScope(asked, ports)), ...conditions };
}

/** Throws InvalidInput. */
export function queryConditions(asked: AskedConditions): QueryConditions {
  const conditions = {
    clients: choiceOf(asked.client, 'client', addressOf),
    servers: choiceOf(asked.server, 'server', addressOf),
    names: choiceOf(asked.name, 'name', nameOf),
    suffixes: choiceOf(asked.suffix, 'suffix', nameOf),
    leaks: leaksOf(asked.leak),
    queryTypes: choiceOf(asked.queryType, 'query_type', numberOfType),
    responseCodes: choiceOf(asked.responseCode, 'response_code', codeOf),
    agents: choiceOf(asked.agent, 'agent_id', agentOf),
    transports: choiceOf(asked.protocol, 'protocol', transportOf),
    policyRules: choiceOf(asked.policyRule, 'policy_rule', ruleOf),
    slowerThan: asked.slowerThan === undefined ? undefined : Math.round(asked.slowerThan * 1_000),
  };
  return Object.fromEntries(Object.entries(conditions).filter(([, condition]) => condition !== undefined));
}

/** Reads the values of a list that are wanted, and those that are not. Throws InvalidInput. */
export function choiceOf<Value>(
  text: string | undefined,
  path: string,
  read: (text: string, path: string) => Value,
): Choice<Value> | undefined {
  if (text === undefined) return undefined;
  const any: Value[] = [];
  const none: Value[] = [];
  for (const part of listed(text)) {
    const isLeftOut = part.startsWith('!');
    (isLeftOut ? none : any).push(read(isLeftOut ? part.slice(1) : part, path));
  }
  if (any.length + none.length > mostValues) {
    throw new InvalidInput(path, `A condition has at most ${mostValues} values.`);
  }
  return { any, none };
}

/** The parts of a list; what has a backslash before it is no comma. */
function listed(text: string): string[] {
  return text.match(/(?:\\.|[^,\\]|\\$)+|(?<=^|,)(?=,|$)/gs) ?? [''];
}

/** Reads an address. Throws InvalidInput. */
export function addressOf(text: string, path: string): string {
  const address = text.trim();
  if (isIP(address) === 0 || address.includes('%')) {
    throw new InvalidInput(path, `A ${path} is an IPv4 or IPv6 address.`);
  }
  return address;
}

/** Reads a name as rows have it. Throws InvalidInput. */
export function nameOf(text: string, path: string): string {
  const name = writtenName(text.trim());
  if (name === undefined) throw new InvalidInput(path, 'This is no domain name.');
  return name;
}

/** `any` stands for every system. */
function leaksOf(text: string | undefined): Choice<LeakSystem> | undefined {
  const chosen = choiceOf(text, 'leak', (written, path): readonly LeakSystem[] => {
    const word = written.trim().toLowerCase();
    const system = leakSystems.find((one) => one === word);
    if (word === 'any') return leakSystems;
    if (system !== undefined) return [system];
    throw new InvalidInput(path, `A leak is any, or one of ${leakSystems.join(', ')}.`);
  });
  return chosen && { any: [...new Set(chosen.any.flat())], none: [...new Set(chosen.none.flat())] };
}

function numberOfType(text: string, path: string): number {
  return recordTypeOf(text.trim(), path)!;
}

function codeOf(written: string): number {
  const text = written.trim();
  if (text.toLowerCase() === 'none') return noResponseCode;
  const code = /^\d{1,4}$/.test(text) ? Number(text) : responseCodeNumber(text);
  if (code === undefined || code > 4_095) {
    throw new InvalidInput(
      'response_code',
      'A response code is a mnemonic such as NXDOMAIN, a number or none.',
    );
  }
  return code;
}

/** Reads the number of an agent. Throws InvalidInput. */
export function agentOf(text: string, path: string): number {
  const id = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0;
  if (id < 1 || id > 0xffff_ffff) throw new InvalidInput(path, 'An agent is known by its number.');
  return id;
}

function transportOf(text: string, path: string): Transport {
  const transport = transportOfProtocol(text.trim());
  if (transport === undefined) {
    throw new InvalidInput(path, `A protocol is one of ${protocolNames.join(', ')}.`);
  }
  return transport;
}

function ruleOf(text: string, path: string): string {
  const rule = text.replaceAll(/\\(.)/gs, '$1');
  if (rule.length > 512) throw new InvalidInput(path, 'A policy rule has at most 512 characters.');
  return rule;
}

/** Finds a record type's number by its mnemonic or number. Throws InvalidInput. */
export function recordTypeOf(text: string | undefined, path: string): number | undefined {
  if (text === undefined) return undefined;
  const type = /^\d{1,5}$/.test(text) ? Number(text) : recordTypeNumber(text);
  if (type === undefined || type > 65_535) {
    throw new InvalidInput(path, 'A record type is a mnemonic such as AAAA, TYPE65 or a number.');
  }
  return type;
}
