/**
 * What a large policy costs: `scripts/run test/resolver-plugin/bench/policy.ts [rules]`, a million where not said. Times in
 * milliseconds, on one core.
 */
import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:net';
import { signPolicy } from '@sonde/shared/policy/signature.ts';
import packet from 'dns-packet';
import { AccessList, loopback } from '../../../resolver-plugin/net/access-list.ts';
import { Enforcer } from '../../../resolver-plugin/policy/enforcer.ts';
import { isWhole, readPolicy } from '../../../resolver-plugin/policy/read-policy.ts';
import { PrimaryCounters } from '../../../resolver-plugin/rpz/counters.ts';
import { servePrimary } from '../../../resolver-plugin/rpz/primary.ts';
import { RpzZone } from '../../../resolver-plugin/rpz/zone.ts';
import { nameRules, rule } from '../../support/resolvers/policy-zone.ts';

const rules = Number(process.argv[2] ?? 1_000_000);
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const origin = { verifier: { kind: 'ed25519', publicKey }, resolverId: 'r' } as const;
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

async function timed<Result>(what: string, work: () => Result | Promise<Result>): Promise<Result> {
  const begin = performance.now();
  const result = await work();
  console.log(`${what}: ${(performance.now() - begin).toFixed(1)} ms`);
  return result;
}

function signed(version: number, count: number) {
  const document = {
    resolver_id: 'r',
    version,
    issued_at: '2026-03-01T00:00:00.000Z',
    rules: nameRules(count),
  };
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, signature: signPolicy(bytes, { kind: 'ed25519', privateKey }), entityTag: '' };
}

function readWhole(policy: ReturnType<typeof signed>) {
  const update = readPolicy(policy, origin);
  if (!isWhole(update)) throw new Error('a change came instead of a whole policy');
  return update;
}

function transfer(port: number, question: object): Promise<number> {
  const request = packet.streamEncode({ type: 'query', id: 1, questions: [question as packet.Question] });
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(request));
    socket.on('data', (chunk) => {
      bytes += chunk.length;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(bytes));
  });
}

const name = 'policy.sonde';
const clock = { now: () => Date.now() };
const zone = new RpzZone({ name, now: clock.now() });
const enforcer = new Enforcer(zone, []);
const first = signed(1, rules - 1);
console.log(`${rules} rules, a document of ${megabytes(first.bytes.length)}`);
const document = await timed('signature, JSON and schema', () => readWhole(first));
await timed('into the empty zone', () => enforcer.enforce(document, clock.now()));
const second = signed(2, rules);
const next = await timed('the next document', () => readWhole(second));
await timed('one more rule, by comparing the two', () => enforcer.enforce(next, clock.now()));
const put = [rule('more', { kind: 'name', name: 'more.example' })];
await timed('one more rule, by a change', () => enforcer.change({ put, removed: [] }, clock.now()));
const options = { zone, keys: [], counters: new PrimaryCounters(), clock, host: '127.0.0.1', port: 0 };
const primary = await servePrimary({ ...options, allowed: new AccessList(loopback) });
const question = { name, type: 'AXFR', class: 'IN' };
const bytes = await timed('full transfer', () => transfer(primary.port, question));
console.log(`which is ${megabytes(bytes)}; resident ${megabytes(process.memoryUsage().rss)}`);
await primary.close();
