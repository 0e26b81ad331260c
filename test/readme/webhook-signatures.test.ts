import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import test from 'ava';
import { webhookHeaders } from '../../collector/domain/people/notifications/sign-webhook.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { readBlocks } from './read-blocks.ts';

const page = 'docs/webhook-signatures.md';
const secret = `whsec_${Buffer.from('a key of this test alone, 32 b..').toString('base64')}`;
// With a line's end, bytes beyond ASCII, and what a careless program would take for the end of something.
const body = '{"event":"threat","threat":{"subject":"bücher.example","message":"100 % \\" $(x)"}}\n';

interface Language {
  readonly block: string;
  readonly file: string;
  readonly program: string;
  /** What makes the program of the file, where it is not run as it is. */
  readonly make?: readonly string[];
  readonly run: readonly string[];
}

const languages: readonly Language[] = [
  { block: 'python', file: 'verify.py', program: 'python3', run: ['python3', 'verify.py'] },
  { block: 'js', file: 'verify.mjs', program: 'node', run: [process.execPath, 'verify.mjs'] },
  {
    block: 'go',
    file: 'verify.go',
    program: 'go',
    make: ['go', 'build', '-o', 'verify', 'verify.go'],
    run: ['./verify'],
  },
  {
    block: 'java',
    file: 'Verify.java',
    program: 'javac',
    make: ['javac', 'Verify.java'],
    run: ['java', 'Verify'],
  },
  { block: 'bash', file: 'verify.sh', program: 'openssl', run: ['bash', 'verify.sh'] },
];

async function exitOf(command: readonly string[], cwd: string, env = {}, input = ''): Promise<number> {
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  // One that knows enough reads no further.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? -1;
}

function isInstalled(program: string): boolean {
  const directories = (process.env.PATH ?? '').split(delimiter);
  return directories.some((directory) => existsSync(join(directory, program)));
}

for (const { block, file, program, make, run } of languages) {
  test(`the example in ${block} takes what the collector signs and nothing else`, async (t) => {
    t.timeout(120_000);
    const [example, ...others] = readBlocks(page, block);
    t.is(others.length, 0);
    if (!isInstalled(program)) {
      t.log(`${program} IS NOT INSTALLED: the example is not run`);
      return;
    }
    const directory = await temporaryDirectory(t);
    await writeFile(join(directory, file), example!);
    if (make !== undefined) t.is(await exitOf(make, directory), 0);
    const seconds = Math.floor(Date.now() / 1_000);
    const exit = (more: { seconds?: number; given?: string; key?: string; before?: string } = {}) => {
      const { given = body, key = secret, before = '', ...rest } = more;
      const signed = webhookHeaders({ id: 'msg_7', seconds, body, ...rest }, secret);
      const env = {
        WEBHOOK_ID: signed['webhook-id'],
        WEBHOOK_TIMESTAMP: signed['webhook-timestamp'],
        WEBHOOK_SIGNATURE: `${before}${signed['webhook-signature']}`,
        WEBHOOK_SECRET: key,
      };
      return exitOf(run, directory, env, given);
    };
    t.is(await exit(), 0);
    t.is(await exit({ before: 'v1,AAAA v2,zzz ' }), 0, 'with others beside it');
    t.is(await exit({ given: body.replace('bad', 'bed').trimEnd() }), 1, 'another body');
    t.is(await exit({ key: `whsec_${Buffer.from('another key').toString('base64')}` }), 1, 'another key');
    t.is(await exit({ seconds: seconds - 400 }), 1, 'too old');
    t.is(await exit({ seconds: seconds + 400 }), 1, 'of the future');
  });
}
