import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerOf } from '@sonde/client/operation-types.ts';
import type { SondeClient } from '@sonde/client/sonde-client.ts';
import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { plainText } from '@sonde/shared/text/plain-text.ts';
import { Command, Option } from 'commander';
import { type ApiOptions, addApiOptions, connect, connectWithoutKey } from '../../api/connect.ts';
import { printReport } from '../../compliance/render-report.ts';
import { verifyFile } from '../../compliance/verify-file.ts';
import { exitCodes } from '../../exit-codes.ts';
import { print, printJson, printTable, shortTime } from '../../print.ts';

const showing = 'GET /api/v2/compliance/reports/{report_id}';
const lookEvery = 1_000;

interface ShowOptions extends ApiOptions {
  readonly format?: 'text' | 'json' | 'html' | 'csv';
  readonly output?: string;
}

interface ReportOptions extends ShowOptions {
  readonly file?: string;
  readonly title?: string;
  readonly scan?: true;
  readonly wait: boolean;
}

/** Creates the command `sonde compliance`: it manages reports of controls, and verifies the signature of one. */
export function complianceCommand(): Command {
  const command = new Command('compliance')
    .description('Write, show and verify reports that compare measurements with a compliance framework.')
    .addHelpText(
      'after',
      `
Examples:
  sonde compliance report internet.nl example.com example.org --scan
  sonde compliance report cis-controls --format html --output report.html
  sonde compliance show REPORT --format json --output report.json
  sonde compliance key > sonde.pem
  sonde compliance verify report.json --public-key sonde.pem

A report is evidence for an auditor. It is not an audit and not a certificate.`,
    );
  command.addCommand(
    addApiOptions(new Command('frameworks'))
      .description('List the compliance frameworks.')
      .action(listFrameworks),
  );
  command.addCommand(
    showOptions(new Command('report'))
      .description('Write a report, wait until it is complete, and show it.')
      .argument('<FRAMEWORK>', 'id of a framework, as in `sonde compliance frameworks`')
      .argument('[DOMAIN...]', 'domains that the report covers')
      .option('--file <FILE>', 'file with domains, one per line')
      .option('--title <TEXT>', 'title of the report')
      .option('--scan', 'scan the domains again first')
      .option('--no-wait', 'print the id of the report, and do not wait')
      .action(report),
  );
  command.addCommand(
    addApiOptions(new Command('list')).description('List the reports, newest first.').action(listReports),
  );
  command.addCommand(
    showOptions(new Command('show')).description('Show a report.').argument('<REPORT>').action(show),
  );
  command.addCommand(
    addApiOptions(new Command('key'))
      .description('Print the public key that verifies reports.')
      .action(printKey),
  );
  command.addCommand(
    addApiOptions(new Command('verify'))
      .description(
        'Verify the digest and signature of a report in JSON. With --public-key, the command works offline.',
      )
      .argument('<FILE>')
      .option(
        '--public-key <FILE>',
        'file with the public key, as `sonde compliance key` prints it (default: ask the collector)',
      )
      .action(verify),
  );
  return command;
}

function showOptions(command: Command): Command {
  return addApiOptions(command)
    .addOption(
      new Option('--format <FORMAT>', 'format of the report')
        .choices(['text', 'json', 'html', 'csv'])
        .default('text'),
    )
    .option('--output <FILE>', 'write to this file instead of standard output');
}

async function listFrameworks(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v2/compliance/frameworks');
  if (options.json) return printJson(answer);
  const rows = answer.frameworks.map(({ id, version, controls, title }) => [
    plainText(id),
    plainText(version),
    String(controls.length),
    plainText(title),
  ]);
  printTable(['framework', 'version', 'controls', 'title'], rows, 'There are no frameworks.');
}

async function report(
  framework: string,
  domains: readonly string[],
  { file, title, scan, wait, ...options }: ReportOptions,
): Promise<void> {
  const client = connect(options);
  const named = [...domains, ...(file === undefined ? [] : readList(file))];
  const { report_id: id, ...asked } = await client.call('POST /api/v2/compliance/generate-report', {
    body: {
      framework,
      domains: named,
      scan: scan === true,
      ...(title === undefined ? {} : { title }),
    },
  });
  if (!wait) {
    if (options.json) printJson({ report_id: id, ...asked });
    else print(id);
    return;
  }
  await written(client, id);
  await show(id, options);
}

async function written(client: SondeClient, id: string): Promise<void> {
  for (;;) {
    const { status, done, domains } = await client.call(showing, { params: { report_id: id } });
    const line = process.stderr.isTTY === true;
    if (line) process.stderr.write(`\r\u001b[K${status}, ${done} of ${domains} domains`);
    if (status !== 'queued' && status !== 'running') {
      if (line) process.stderr.write('\r\u001b[K');
      return;
    }
    await delay(lookEvery);
  }
}

async function show(id: string, { format = 'text', output, ...options }: ShowOptions): Promise<void> {
  const client = connect(options);
  const params = { report_id: id };
  if (format === 'html' || format === 'csv') {
    put(await client.text(showing, { params, query: { format } }), output);
    return;
  }
  const found = await client.call(showing, { params });
  if (found.status === 'failed') process.exitCode = exitCodes.failed;
  if (format === 'json' || options.json || output !== undefined) put(`${JSON.stringify(found)}\n`, output);
  else printReport(found);
}

function put(text: string, output: string | undefined): void {
  if (output === undefined) print(text);
  else writeFileSync(output, text);
}

async function listReports(options: ApiOptions): Promise<void> {
  const answer = await connect(options).call('GET /api/v2/compliance/reports');
  if (options.json) return printJson(answer);
  const rows = answer.reports.map((one: AnswerOf<'GET /api/v2/compliance/reports'>['reports'][number]) => [
    one.report_id,
    plainText(one.framework),
    one.status,
    `${one.done} of ${one.domains}`,
    shortTime(one.created_at),
    plainText(one.title),
  ]);
  printTable(
    ['report', 'framework', 'state', 'domains', 'asked for', 'title'],
    rows,
    'There are no reports yet.',
  );
}

async function printKey(options: ApiOptions): Promise<void> {
  const key = await connectWithoutKey(options).call('GET /api/v2/compliance/signing-key');
  if (options.json) printJson(key);
  else print(key.public_key);
}

async function verify(file: string, options: ApiOptions & { readonly publicKey?: string }): Promise<void> {
  const pem =
    options.publicKey === undefined
      ? (await connectWithoutKey(options).call('GET /api/v2/compliance/signing-key')).public_key
      : readText(options.publicKey);
  const verdict = verifyFile(file, pem, options.publicKey ?? 'The answer of the collector');
  if (!verdict.valid) process.exitCode = exitCodes.found;
  if (options.json) return printJson(verdict);
  const key = `key ${verdict.key_id}`;
  if (verdict.valid) print(`${file}: digest and signature match (${key}).`);
  else if (verdict.signature_matches)
    print(`${file}: the signature matches (${key}), but the digest does not.`);
  else if (verdict.digest_matches) print(`${file}: the digest matches, but it was not signed with ${key}.`);
  else print(`${file}: the report was changed: neither digest nor signature match (${key}).`);
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`, exitCodes.failed);
  }
}

function readList(file: string): string[] {
  return readText(file)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
