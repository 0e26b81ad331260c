import { type AddressInfo, createServer } from 'node:net';
import test from 'ava';
import { scram } from '../../../../../shared/sinks/wire/sasl.ts';
import { sendBatch } from '../../../../support/sinks/send-batch.ts';

const first = 'r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096';

test('SCRAM is spoken as in the example of RFC 7677, and a server that does not know the password is found out', async (t) => {
  const exchange = () => scram('sha256', { user: 'user', password: 'pencil' }, 'rOprNGfwEbeRWgbNEkqO');
  const own = exchange();
  t.is((await own.next(undefined))?.toString(), 'n,,n=user,r=rOprNGfwEbeRWgbNEkqO');
  t.is(
    (await own.next(Buffer.from(first)))?.toString(),
    'c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=',
  );
  t.is(await own.next(Buffer.from('v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=')), undefined);

  const other = exchange();
  await other.next(undefined);
  await other.next(Buffer.from(first));
  await t.throwsAsync(other.next(Buffer.from('v=AAAA')), { message: /does not know the password/ });
  for (const said of [
    first.replace('rOpr', 'xOpr'),
    first.replace('4096', '1'),
    first.replace('4096', '99999999'),
  ])
    await t.throwsAsync(exchange().next(Buffer.from(said)), { message: /no SCRAM/ });
});

test('a broker that refuses a user is told of with its reason, and hears the password by the way that was chosen', async (t) => {
  const heard: Buffer[] = [];
  // A double of a broker up to the end of SASL: each request is answered by its number.
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    let unread = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      while (unread.length >= 4 && unread.length >= 4 + unread.readInt32BE()) {
        const request = unread.subarray(4, 4 + unread.readInt32BE());
        unread = unread.subarray(4 + request.length);
        heard.push(request);
        const isHandshake = request.readInt16BE() === 17;
        const reason = Buffer.from('Bad password');
        const body = isHandshake
          ? Buffer.from([0, 0, 0, 0, 0, 0])
          : Buffer.concat([Buffer.from([0, 58, 0, reason.length]), reason, Buffer.from([0, 0, 0, 0])]);
        const head = Buffer.alloc(8);
        head.writeInt32BE(4 + body.length);
        request.copy(head, 4, 4, 8);
        socket.write(Buffer.concat([head, body]));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  const brokers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
  const config = { brokers, transport: 'tcp', authentication: 'plain' };
  await t.throwsAsync(sendBatch(t, 'kafka', config, 'sonde:se:cret'), {
    message: 'The broker refuses the sink (Bad password): authentication failed.',
  });
  t.true(heard[0]!.includes('PLAIN'));
  t.true(heard[1]!.includes('\0sonde\0se:cret'));
});
