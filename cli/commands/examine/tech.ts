import type { AnswerOf } from '@sonde/client/operation-types.ts';
import { plainText } from '@sonde/shared/text/plain-text.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connectWithoutKey } from '../../api/connect.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printJson, printTable } from '../../print.ts';

type Scan = AnswerOf<'POST /api/tech/scan'>;

/** Creates the command `sonde tech`: it shows the technologies of a site. */
export function techCommand(): Command {
  return addApiOptions(new Command('tech'))
    .description('List the technologies of a web site. A collector visits the site.')
    .argument('<SITE>', 'domain, or http or https URL')
    .action(lookAt);
}

async function lookAt(url: string, options: ApiOptions): Promise<void> {
  const scan = await connectWithoutKey(options).call('POST /api/tech/scan', { body: { url } });
  if (scan.url === null) process.exitCode = exitCodes.failed;
  if (options.json) return printJson(scan);
  tellSite(scan);
  const rows = (scan.technologies ?? []).map((one) => [
    plainText(one.category),
    plainText([one.name, one.version].filter(Boolean).join(' ')),
    `${one.confidence} %`,
    plainText(one.evidence).slice(0, 80),
  ]);
  printTable(['category', 'technology', 'confidence', 'evidence'], rows, 'No technology was recognized.');
  for (const { name, version, vulnerabilities } of scan.technologies ?? []) {
    for (const { id, severity, summary } of vulnerabilities ?? []) {
      const what = `${name} ${version}: ${id} (${severity}) ${summary}`;
      process.stdout.write(`Vulnerable: ${plainText(what).trim()}\n`);
    }
  }
  for (const { technology, change, old_version: old, new_version: now } of scan.changes) {
    const what = change === 'version' ? `${old} is now ${now}` : change;
    process.stdout.write(`Since the last scan: ${plainText(`${technology} ${what}`)}.\n`);
  }
}

function tellSite({ url, status, server_ip: address, ssl_info: certificate, partial, errors }: Scan): void {
  if (url !== null)
    process.stdout.write(`${plainText(url)}, status ${status}, at ${address ?? 'an unknown address'}\n`);
  if (certificate !== null) {
    process.stdout.write(
      `Certificate by ${plainText(certificate.issuer)}, ${certificate.days_until_expiry} days left\n`,
    );
  }
  if (partial) process.stdout.write('Only a part of the page was examined.\n');
  for (const { message } of errors) process.stderr.write(`${plainText(message)}\n`);
}
