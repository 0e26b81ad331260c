import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { freePort } from '../free-port.ts';
import { runProgram } from '../resolvers/child.ts';
import { type Ending, temporaryDirectory } from '../temporary-directory.ts';
import { until } from '../until.ts';

/** A certificate and its key, as paths. */
interface Identity {
  readonly certificate: string;
  readonly key: string;
}

/** A message as a daemon understood it. */
export interface SyslogMessage {
  readonly priority: number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly host: string;
  readonly program: string;
  readonly messageId: string;
  readonly text: string;
}

interface Setting {
  readonly port: number;
  readonly directory: string;
  readonly file: string;
  readonly tls: Identity | undefined;
}

const daemons = {
  rsyslogd: {
    /** The longest message is bounded at 8 KiB unless told otherwise. */
    config: ({ port, directory, file, tls }: Setting) => [
      `global(workDirectory="${directory}" maxMessageSize="128k"`,
      ...(tls === undefined
        ? [')']
        : [
            `defaultNetstreamDriverCAFile="${tls.certificate}" defaultNetstreamDriverCertFile="${tls.certificate}"`,
            `defaultNetstreamDriverKeyFile="${tls.key}" defaultNetstreamDriver="ossl")`,
          ]),
      `module(load="imtcp"${tls === undefined ? '' : ' streamDriver.name="ossl" streamDriver.mode="1" streamDriver.authMode="anon"'})`,
      `template(name="plain" type="string" string="%pri%|%timereported:::date-unixtimestamp%|%hostname%|%app-name%|%msgid%|%msg%\\n")`,
      'ruleset(name="all") {',
      `  action(type="omfile" file="${file}" template="plain")`,
      '}',
      `input(type="imtcp" address="127.0.0.1" port="${port}" ruleset="all")`,
    ],
    args: (config: string, directory: string) => ['-n', '-f', config, '-i', join(directory, 'pid')],
  },
  'syslog-ng': {
    config: ({ port, file, tls }: Setting) => [
      '@version: 3.35',
      'options { keep-hostname(yes); log-msg-size(131072); stats-freq(0); };',
      `source s { syslog(ip("127.0.0.1") port(${port}) transport("${tls === undefined ? 'tcp' : 'tls'}")${
        tls === undefined
          ? ''
          : ` tls(key-file("${tls.key}") cert-file("${tls.certificate}") peer-verify(optional-untrusted))`
      }); };`,
      `destination d { file("${file}" template("\${PRI}|\${S_UNIXTIME}|\${HOST}|\${PROGRAM}|\${MSGID}|\${MESSAGE}\\n")); };`,
      'log { source(s); destination(d); };',
    ],
    args: (config: string, directory: string) => [
      ...['-F', '--no-caps', '-f', config],
      ...['-R', 'persist', '-c', 'control', '-p', 'pid'].map((part) =>
        part.startsWith('-') ? part : join(directory, part),
      ),
    ],
  },
} as const;

export type SyslogDaemon = keyof typeof daemons;

/** The daemons that are installed: Debian lets a machine have one. */
export function syslogDaemons(): SyslogDaemon[] {
  return (Object.keys(daemons) as SyslogDaemon[]).filter((name) => pathOf(name) !== undefined);
}

function pathOf(name: SyslogDaemon): string | undefined {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return directories.map((directory) => join(directory, name)).find((path) => existsSync(path));
}

/** Starts a daemon on loopback that writes what it takes to a file. */
export async function startSyslogDaemon(t: Ending, name: SyslogDaemon, tls?: Identity) {
  const directory = await temporaryDirectory(t);
  const file = join(directory, 'messages');
  const config = join(directory, 'daemon.conf');
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort();
    const { config: lines, args } = daemons[name];
    await writeFile(config, `${lines({ port, directory, file, tls }).join('\n')}\n`);
    const program = runProgram(t, pathOf(name)!, args(config, directory));
    await until(async () => (await isOpen(port)) || program.child.exitCode !== null, 30_000);
    if (program.child.exitCode === null)
      return {
        port,
        ...program,
        messages: async () => readMessages(await readFile(file, 'utf8').catch(() => '')),
      };
  }
  throw new Error(`${name} finds no port`);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

function readMessages(file: string): SyslogMessage[] {
  return file
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [priority = '', at = '', host = '', program = '', messageId = ''] = line.split('|', 5);
      const text = line.slice([priority, at, host, program, messageId, ''].join('|').length);
      return { priority: Number(priority), at: Number(at), host, program, messageId, text };
    });
}
