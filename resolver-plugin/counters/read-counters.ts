import { z } from 'zod';
import { type ControlProgram, runControl } from '../policy/run-command.ts';
import type { CounterSource } from './counter-source.ts';

/** The resolver counters are a resolver's own counts since its start. */
export interface ResolverCounters {
  /** Queries of clients. */
  readonly queries: number;
  /** Of those, queries that its policy changed the answer of; undefined if it does not say. */
  readonly policyHits: number | undefined;
}

const patience = 5_000;
/** Of BIND's statistics channel: far more than it tells. */
const maxBytes = 4 * 2 ** 20;

const bindSchema = z.object({
  opcodes: z.object({ QUERY: z.number() }),
  nsstats: z.object({ RPZRewrites: z.number().default(0) }).default({ RPZRewrites: 0 }),
});

/** Asks a resolver. Rejects if it does not answer, or not with counters. */
export async function readCounters({ kind, at }: CounterSource): Promise<ResolverCounters> {
  switch (kind) {
    case 'unbound':
      return unboundCounters(await runControl(program(at), ['stats_noreset']));
    case 'pdns': {
      const said = await runControl(program(at), ['get', 'questions', 'policy-drops', 'policy-noaction']);
      return { queries: firstNumber(said), policyHits: undefined };
    }
    case 'bind':
      return await bindCounters(at);
  }
}

function program(file: string): ControlProgram {
  return { file, args: [] };
}

/** `name=value` lines. Actions of a policy zone are told if `extended-statistics` is on. */
function unboundCounters(text: string): ResolverCounters {
  const values = new Map(
    text.split('\n').map((line) => {
      const equals = line.indexOf('=');
      return [line.slice(0, equals), Number(line.slice(equals + 1))] as const;
    }),
  );
  const queries = values.get('total.num.queries');
  if (queries === undefined || !Number.isFinite(queries))
    throw new Error('unbound-control returned no counters.');
  const changing = [...values].filter(
    ([name]) => name.startsWith('num.rpz.action.') && !/passthru|disabled|no-override/.test(name),
  );
  const tells = values.has('num.answer.rcode.NOERROR');
  return { queries, policyHits: tells ? changing.reduce((sum, [, count]) => sum + count, 0) : undefined };
}

async function bindCounters(url: string): Promise<ResolverCounters> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patience), redirect: 'error' });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('The answer of the statistics channel is too long.');
    chunks.push(chunk);
  }
  const { opcodes, nsstats } = bindSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  return { queries: opcodes.QUERY, policyHits: nsstats.RPZRewrites };
}

function firstNumber(text: string): number {
  const number = Number(text.trim().split(/\s+/)[0]);
  if (!Number.isFinite(number)) throw new Error('rec_control returned no counters.');
  return number;
}
