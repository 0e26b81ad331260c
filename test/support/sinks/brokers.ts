import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeCertificate } from '../certificates.ts';
import { freePort } from '../free-port.ts';
import { type RunningProgram, runProgram } from '../resolvers/child.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';
import { until } from '../until.ts';

const patience = 30_000;

/** Waits until a program has said something; undefined if it ends first. */
async function hasSaid(program: RunningProgram, words: RegExp): Promise<RegExpExecArray | undefined> {
  const { child } = program;
  await until(
    () => words.test(program.output()) || child.exitCode !== null || child.pid === undefined,
    patience,
  );
  return words.exec(program.output()) ?? undefined;
}

/** Certificates for a server on loopback and for a client, both signed by themselves. */
export async function loopbackCertificates(t: Ending) {
  const directory = await temporaryDirectory(t);
  const server = await makeCertificate(directory, 'localhost');
  const client = await makeCertificate(directory, 'client');
  const identity = `${await readFile(client.certificate, 'utf8')}${await readFile(client.key, 'utf8')}`;
  return { server, client, authority: await readFile(server.certificate, 'utf8'), identity };
}

/** Starts Mosquitto with a listener and the lines of a configuration. */
export async function startMosquitto(
  t: Ending,
  lines: readonly string[] = ['allow_anonymous true'],
  port?: number,
) {
  const directory = await temporaryDirectory(t);
  for (let attempt = 0; attempt < 5; attempt++) {
    const chosen = port ?? (await freePort());
    const file = join(directory, 'mosquitto.conf');
    await writeFile(file, [`listener ${chosen} 127.0.0.1`, 'user root', ...lines, ''].join('\n'));
    const program = runProgram(t, '/usr/sbin/mosquitto', ['-c', file, '-v']);
    if ((await hasSaid(program, /mosquitto version [\d.]+ running/)) !== undefined)
      return { port: chosen, ...program };
    if (!/Address already in use/.test(program.output())) throw new Error(program.output());
  }
  throw new Error('Mosquitto finds no port');
}

export async function mosquittoPasswords(t: Ending, user: string, password: string): Promise<string> {
  const file = join(await temporaryDirectory(t), 'passwords');
  await promisify(execFile)('mosquitto_passwd', ['-b', '-c', file, user, password]);
  return file;
}

/** Starts a NATS server with JetStream; the lines are more of its configuration. */
export async function startNats(t: Ending, lines: readonly string[] = []) {
  const directory = await temporaryDirectory(t);
  const store = join(directory, 'store');
  await mkdir(store);
  const file = join(directory, 'nats.conf');
  const all = [
    'listen: "127.0.0.1:-1"',
    `jetstream { store_dir: "${store}", max_mem: 64MB, max_file: 64MB }`,
    ...lines,
  ];
  await writeFile(file, `${all.join('\n')}\n`);
  const program = runProgram(t, 'nats-server', ['-c', file]);
  await hasSaid(program, /Server is ready/);
  const port = Number(/Listening for client connections on 127\.0\.0\.1:(\d+)/.exec(program.output())?.[1]);
  if (!(port > 0)) throw new Error(program.output());
  return { port, ...program };
}

export interface KafkaMessage {
  readonly topic: string;
  readonly partition: number;
  readonly key: string | null;
  readonly payload: string;
  readonly ts: number;
}

/** Starts brokers of librdkafka's own within kcat, which reads the topic and checks every checksum. */
export async function startKafka(t: Ending, topic: string, brokers = 1) {
  const settings = [
    `test.mock.num.brokers=${brokers}`,
    'debug=mock',
    'check.crcs=true',
    'topic.metadata.refresh.fast.interval.ms=50',
    'topic.metadata.refresh.interval.ms=200',
    'allow.auto.create.topics=true',
  ];
  const kcat = runProgram(t, 'kcat', [
    ...['-b', '127.0.0.1:1', '-C', '-u', '-q', '-J', '-o', 'beginning', '-t', topic],
    ...settings.flatMap((setting) => ['-X', setting]),
  ]);
  const said = await hasSaid(kcat, /bootstrap\.servers=([\d.:,]+)/);
  if (said === undefined) throw new Error(kcat.output());
  const messages: KafkaMessage[] = [];
  let rest = '';
  kcat.child.stdout!.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    messages.push(...lines.map((line) => JSON.parse(line)));
  });
  return { brokers: said[1]!.split(','), messages, ...kcat };
}
