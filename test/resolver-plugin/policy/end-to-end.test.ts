import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { policySignatureHeader, signPolicy } from '@sonde/shared/policy/signature.ts';
import test, { type ExecutionContext } from 'ava';
import { downloadPolicy } from '../../../resolver-plugin/policy/download-policy.ts';
import { Enforcer } from '../../../resolver-plugin/policy/enforcer.ts';
import { notifyTarget } from '../../../resolver-plugin/policy/notify-target.ts';
import { PolicyKeeper } from '../../../resolver-plugin/policy/policy-keeper.ts';
import { PolicyStore } from '../../../resolver-plugin/policy/policy-store.ts';
import { isWhole } from '../../../resolver-plugin/policy/read-policy.ts';
import { SerialKeeper } from '../../../resolver-plugin/policy/serial-keeper.ts';
import { Notifier } from '../../../resolver-plugin/rpz/notify.ts';
import { askUdp, responseCodeOf } from '../../support/dns-client.ts';
import { nameRules, policyZone, rule, startPrimary } from '../../support/resolvers/policy-zone.ts';
import { startUnbound } from '../../support/resolvers/unbound.ts';
import { startUpstream } from '../../support/resolvers/upstream.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const rules = 100_000;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { privateKey: otherKey } = generateKeyPairSync('ed25519');

/** A collector that serves one signed policy, or change, after the other; undefined where it is to answer 304. */
async function startCollector(t: ExecutionContext) {
  let served: { bytes: Buffer; signature: string; entityTag: string } | undefined;
  const server = createServer((request, response) => {
    if (served === undefined || request.headers['if-none-match'] === served.entityTag) {
      response.writeHead(304).end();
      return;
    }
    const headers = { etag: served.entityTag, [policySignatureHeader]: served.signature };
    response.writeHead(200, headers).end(served.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const serve = (version: number, content: object, key = privateKey): void => {
    const head = { resolver_id: 'r', version, issued_at: '2026-03-01T00:00:00.000Z' };
    const bytes = Buffer.from(JSON.stringify({ ...head, ...content }));
    served = {
      bytes,
      signature: signPolicy(bytes, { kind: 'ed25519', privateKey: key }),
      entityTag: `"${version}"`,
    };
  };
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), serve };
}

test('from the collector to the answers of an Unbound', async (t) => {
  const collector = await startCollector(t);
  const { zone, counters, clock, port } = await startPrimary(t, []);
  const resolver = await startUnbound(
    t,
    '',
    `rpz:
  name: ${policyZone}
  primary: 127.0.0.1@${port}
  allow-notify: 127.0.0.1
forward-zone:
  name: "."
  forward-addr: 127.0.0.1@${await startUpstream(t)}`,
  );
  const directory = await temporaryDirectory(t);
  const verifier = { kind: 'ed25519', publicKey } as const;
  const store = await PolicyStore.open(join(directory, 'policy'));
  const { keeper } = await PolicyKeeper.open(store, { verifier, resolverId: 'r' });
  const notifier = new Notifier({ zone, host: '127.0.0.1', port: resolver.port, counters, clock });
  t.teardown(() => notifier.close());
  const serials = await SerialKeeper.open(join(directory, 'serial'), zone, (error) => t.fail(String(error)));
  t.teardown(() => serials.idle());
  const enforcer = new Enforcer(zone, [notifyTarget(notifier), serials]);

  const refresh = async (): Promise<void> => {
    const { held } = keeper;
    const signal = AbortSignal.timeout(20_000);
    const known = held === undefined ? {} : { held };
    const policy = await downloadPolicy({ url: collector.url, headers: {}, signal, ...known });
    if (policy === undefined) return;
    const update = await keeper.take(policy);
    if (isWhole(update)) enforcer.enforce(update, clock.now());
    else enforcer.change(update, clock.now());
  };
  /** Milliseconds from asking the collector until the resolver answers so. */
  const until = async (name: string, code: string): Promise<string> => {
    const begin = performance.now();
    await refresh();
    while (responseCodeOf(await askUdp(resolver.port, name)) !== code) {
      if (performance.now() - begin > 20_000) throw new Error(`${name} is still not ${code}`);
    }
    return `${(performance.now() - begin).toFixed(0)} ms`;
  };

  collector.serve(1, { rules: nameRules(rules) });
  t.log(`${rules} rules: ${await until(`host-${rules - 1}.listed.example`, 'NXDOMAIN')}`);
  const fresh = rule('fresh', { kind: 'domain', name: 'fresh.example' });
  collector.serve(2, { from_version: 1, put: [fresh], removed: [] });
  t.log(`one more: ${await until('fresh.example', 'NXDOMAIN')}`);

  collector.serve(3, { rules: [] }, otherKey);
  await t.throwsAsync(refresh(), { name: 'PolicyError' });
  t.is(responseCodeOf(await askUdp(resolver.port, 'fresh.example')), 'NXDOMAIN');

  const before = await keeper.rollBack();
  enforcer.enforce(before!, clock.now());
  collector.serve(2, { from_version: 1, put: [fresh], removed: [] });
  await t.throwsAsync(refresh(), { name: 'PolicyError' });
  collector.serve(4, { from_version: 1, put: [], removed: ['listed-7'] });
  t.log(`one less: ${await until('host-7.listed.example', 'NOERROR')}`);
  t.is(responseCodeOf(await askUdp(resolver.port, 'fresh.example')), 'NOERROR');
  t.is(responseCodeOf(await askUdp(resolver.port, 'host-8.listed.example')), 'NXDOMAIN');
  await refresh();
  t.is(keeper.held?.version, 4);
});
