import { execFile } from 'node:child_process';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { SecretBox } from '../../../../collector/domain/people/access/secret-box.ts';
import { ClientCertificates } from '../../../../collector/domain/serving/clients/client-certificates.ts';
import { requestCertificate } from '../../../../sensor/enrolment/certificate-request.ts';
import { FakeClientAuthorities } from '../../../support/fakes/fleet/client-authorities.ts';
import { silentLog } from '../../../support/silent-log.ts';
import { systemRandom } from '../../../support/system-random.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const day = 86_400_000;
const uuid = 'a8c4f3a2-2f8f-4f5e-9a53-8a3d2f6b1c9e';

async function setUp(t: ExecutionContext, store = new FakeClientAuthorities()) {
  const clock = { at: Date.parse('2026-11-24T12:00:00Z'), now: () => clock.at };
  const secrets = new SecretBox(new Uint8Array(32), systemRandom);
  const ports = { clientAuthorities: store, secrets, clock, random: systemRandom, log: silentLog };
  const open = async () => {
    const made = await ClientCertificates.open({ mode: 'required', days: 30 }, ports);
    t.teardown(() => made.stop());
    return made;
  };
  const certificates = await open();
  const sign = async (keyId: number, by = certificates) => {
    const { key } = requestCertificate(uuid);
    const signed = await by.sign({ uuid, keyId }, createPublicKey(key));
    return { ...signed, x509: new X509Certificate(signed.certificate), key };
  };
  return { store, clock, open, certificates, sign };
}

test('openssl verifies the chain of a certificate, for clients and for nothing else', async (t) => {
  const { certificates, sign } = await setUp(t);
  const { certificate, x509, endsAt, lifetimeSeconds } = await sign(12);
  const directory = await temporaryDirectory(t);
  const [chain, roots] = [join(directory, 'agent.crt'), join(directory, 'roots.crt')];
  await writeFile(chain, certificate);
  await writeFile(roots, certificates.authorities);
  const verify = (purpose: string, at: Date) =>
    promisify(execFile)('openssl', [
      ...['verify', '-x509_strict', '-no-CAfile', '-no-CApath', '-purpose', purpose],
      ...['-attime', String(at.getTime() / 1_000), '-CAfile', roots, chain],
    ]).then(
      () => true,
      () => false,
    );
  const noon = new Date('2026-11-24T12:00:00Z');
  t.true(await verify('sslclient', noon));
  t.false(await verify('sslserver', noon));
  t.true(await verify('sslclient', new Date(noon.getTime() - 3_000_000)), 'clocks differ');
  t.true(await verify('sslclient', new Date(endsAt.getTime() - 1_000)));
  t.false(await verify('sslclient', new Date(endsAt.getTime() + 1_000)));
  t.is(lifetimeSeconds, 30 * 86_400);
  t.is(x509.subject, `CN=${uuid}`);
  t.is(x509.subjectAltName, `URI:urn:uuid:${uuid}, URI:sonde:key:12`);
  t.false(x509.ca);
});

test('a certificate is for one key, for its time, and for the authorities that are trusted', async (t) => {
  const { certificates, clock, sign } = await setUp(t);
  const { x509, endsAt } = await sign(12);
  t.is(certificates.judge(x509, 12), 'fits');
  t.is(certificates.judge(x509, 13), 'other_key');
  t.is(certificates.judge(undefined, 12), 'none');
  clock.at = endsAt.getTime() - 1;
  t.is(certificates.judge(x509, 12), 'fits');
  clock.at = endsAt.getTime();
  t.is(certificates.judge(x509, 12), 'over', 'also one that fitted a moment ago');
  const stranger = await setUp(t);
  t.is(certificates.judge((await stranger.sign(12)).x509, 12), 'unknown');
});

test('collectors of one database have one authority, also when they start at once', async (t) => {
  const store = new FakeClientAuthorities();
  const { certificates, open, sign } = await setUp(t, store);
  const others = await Promise.all([open(), open()]);
  for (const other of others) {
    t.is(other.authorities, certificates.authorities);
    t.is(other.judge((await sign(7)).x509, 7), 'fits');
    t.is(certificates.judge((await sign(7, other)).x509, 7), 'fits');
  }
});

test('an authority is followed by the next while certificates of both are good', async (t) => {
  const { certificates, clock, open, sign } = await setUp(t);
  const other = await open();
  const told: string[] = [];
  other.onChange((authorities) => told.push(authorities));
  const old = await sign(1);
  await certificates.rotate();
  t.is(certificates.trusted.length, 2);
  t.is((await sign(2)).x509.issuer, old.x509.issuer, 'others do not know the new one yet');
  await other.look();
  t.deepEqual(told, [certificates.authorities]);
  clock.at += 6 * 60_000;
  const next = await sign(3);
  t.not(next.x509.issuer, old.x509.issuer);
  for (const collector of [certificates, other]) {
    t.is(collector.judge(old.x509, 1), 'fits');
    t.is(collector.judge(next.x509, 3), 'fits');
  }
  clock.at += 29 * day;
  await other.look();
  t.is(other.judge(old.x509, 1), 'fits');
  clock.at += 2 * day;
  await other.look();
  t.is(other.trusted.length, 1, 'nothing of the old one is good any more');
  t.is(other.judge(old.x509, 1), 'unknown');
});

test('an authority that ends within a year is followed by itself', async (t) => {
  const { certificates, clock, sign } = await setUp(t);
  const old = await sign(1);
  clock.at += 4 * 365 * day + day;
  await certificates.look();
  t.is(certificates.trusted.length, 2);
  clock.at += 6 * 60_000;
  t.not((await sign(1)).x509.issuer, old.x509.issuer);
});
