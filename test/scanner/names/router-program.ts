import { randomBytes } from 'node:crypto';
import { runTool } from '../../../scanner/bench/lab/run-tool.ts';
import { AddressPolicy } from '../../../scanner/network/address-policy.ts';
import { createRouterLookup } from '../../../scanner/network/sam/create-router-lookup.ts';
import { startRouter } from '../../support/names/i2p-router.ts';

/** A real router, which knows one name, and what a look-up of that and of another comes to. */
await runTool('ip', ['link', 'set', 'lo', 'up']);
// A destination as routers read it: two keys, and a certificate that says Ed25519 and ElGamal.
const bytes = Buffer.concat([randomBytes(384), Buffer.from([5, 0, 4, 0, 7, 0, 0])]);
const value = bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '~');
const router = await startRouter(new Map([['known.i2p', value]]));
try {
  const lookup = createRouterLookup({
    policy: new AddressPolicy(['127.0.0.1/32']),
    address: '127.0.0.1',
    port: router.port,
    timeoutMilliseconds: 60_000,
  });
  const { signal } = new AbortController();
  const known = await lookup('known.i2p', signal);
  const unknown = await lookup('unknown.i2p', signal);
  process.stdout.write(JSON.stringify({ value, known, unknown }));
} finally {
  await router.stop();
}
