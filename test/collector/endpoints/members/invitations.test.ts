import test, { type ExecutionContext } from 'ava';
import { createSmtpMailer } from '../../../../collector/network/smtp-mailer.ts';
import { AddressPolicy } from '../../../../scanner/network/address-policy.ts';
import { freshDatabase } from '../../../support/engines/postgres.ts';
import { startPeopleApi } from '../../../support/http/people-api.ts';
import { mailServer } from '../../../support/scans/smtp-servers.ts';

const path = '/api/account/members';
const secret = 'a password of mine';

/** An owner who is signed in, and a mail server that keeps what it is given unless it refuses. */
async function setUp(t: ExecutionContext) {
  const received: { to: string[]; text: string }[] = [];
  const server = { refuses: false };
  const { port } = await mailServer(t, {
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, callback) => callback(server.refuses ? new Error('no such box') : null),
    onData: async (stream, session, callback) => {
      const parts: Buffer[] = [];
      for await (const part of stream) parts.push(part as Buffer);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      // Soft line ends, and equals signs, of quoted-printable (RFC 2045 section 6.7).
      const text = Buffer.concat(parts).toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
      received.push({ to, text });
      callback();
    },
  });
  const sendMail = createSmtpMailer(
    { url: `smtp://localhost:${port}`, from: 'Acme <acme@example.com>' },
    { resolver: { addresses: async () => ['127.0.0.1'] }, policy: new AddressPolicy(['127.0.0.1/32']) },
  );
  const postgres = (await freshDatabase(t)).open();
  const more = {
    sendMail,
    sender: () => ({ name: 'Acme DNS', support: { email: 'help@acme.example', url: null } }),
    mailRecipients: ['@example.com'],
    publicUrl: 'https://dns.acme.example/',
  };
  const people = await startPeopleApi(t, postgres, { more });
  await people.register('ada@example.com');
  const ada = people.browser();
  await ada.signIn('ada@example.com');
  const pending = async () =>
    ((await ada.get(path)).body.members as { email: string; link_expires_at: string | null }[]).slice(1);
  const tokenIn = (text: string) => /https:\/\/dns\.acme\.example\/[^\s#]*#(\S+)/.exec(text)?.[1];
  return { ...people, ada, received, server, pending, tokenIn, postgres };
}

test('an invitation is mailed in the words of the brand, is good once, and is not shown to who sends it', async (t) => {
  const { ada, received, pending, tokenIn, browser } = await setUp(t);
  const invited = await ada.send('POST', path, { email: 'ann@example.com', role: 'auditor', mail: true });
  t.is(invited.status, 201, invited.text);
  t.is((invited.body.setup_link as { path: unknown }).path, null);
  t.is(received.length, 1);
  const { to, text } = received[0]!;
  t.deepEqual(to, ['ann@example.com']);
  t.regex(text, /^Subject: Acme DNS: you are invited\r$/m);
  t.regex(text, /ada@example\.com has taken you into an account of Acme DNS/);
  t.regex(text, /help@acme\.example/);
  t.notRegex(text, /Sonde/);
  t.regex((await pending())[0]!.link_expires_at!, /^20/);

  const token = tokenIn(text)!;
  const ann = browser();
  t.is((await ann.send('POST', '/api/auth/setup', { token, password: secret })).status, 200);
  t.is((await ann.get('/api/account/audit-log')).status, 200, 'she is an auditor');
  t.is((await browser().send('POST', '/api/auth/setup', { token, password: secret })).status, 401);
  t.is((await pending())[0]!.link_expires_at, null);
});

test('a newer link, a removal and its time each end an invitation', async (t) => {
  const { ada, received, tokenIn, browser, postgres } = await setUp(t);
  const invite = async (email: string) => {
    const { body } = await ada.send('POST', path, { email, role: 'viewer', mail: true });
    return { id: (body.member as { id: number }).id, token: tokenIn(received.at(-1)!.text)! };
  };
  const tried = async (token: string) =>
    (await browser().send('POST', '/api/auth/setup', { token, password: secret })).status;
  const ann = await invite('ann@example.com');
  t.is((await ada.send('POST', `${path}/${ann.id}/setup-link?mail=true`)).status, 201);
  t.is(await tried(ann.token), 401);
  t.is(await tried(tokenIn(received.at(-1)!.text)!), 200, 'the newer one is good');
  const bob = await invite('bob@example.com');
  t.is((await ada.send('DELETE', `${path}/${bob.id}`)).status, 200);
  t.is(await tried(bob.token), 401);
  const eve = await invite('eve@example.com');
  await postgres.query("UPDATE setup_links SET expires_at = now() - interval '1 second'");
  t.is(await tried(eve.token), 401);
});

test('nobody is taken in if the mail is refused, or the operator has not allowed the address', async (t) => {
  const { ada, server, pending, received, register } = await setUp(t);
  const invite = (email: string) => ada.send('POST', path, { email, role: 'viewer', mail: true });
  server.refuses = true;
  const refused = await invite('ann@example.com');
  t.is(refused.body.code, 'conflict', refused.text);
  server.refuses = false;
  t.is((await invite('ann@elsewhere.example')).body.code, 'invalid_input');
  await register('eve@example.com');
  const taken = await invite('eve@example.com');
  t.is(taken.body.code, 'conflict');
  t.regex(String(taken.body.error), /signs in to another account here.*Add another address/);
  t.deepEqual(await pending(), []);
  t.is(received.length, 0);
  t.is((await invite('ann@example.com')).status, 201, 'and may be invited again');
});

test('a collector without a mail server says so', async (t) => {
  const postgres = (await freshDatabase(t)).open();
  const { register, browser } = await startPeopleApi(t, postgres, { more: { sendMail: undefined } });
  await register('ada@example.com');
  const ada = browser();
  await ada.signIn('ada@example.com');
  const invited = await ada.send('POST', path, { email: 'ann@example.com', role: 'viewer', mail: true });
  t.regex(String(invited.body.error), /SONDE_SMTP_URL/);
  t.is(invited.body.code, 'conflict');
});
