import { UsageError } from '@sonde/shared/system/usage-error.ts';
import { Command } from 'commander';
import { type ApiOptions, addApiOptions, connect } from '../api/connect.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumber } from '../numbers.ts';
import { print, printJson } from '../print.ts';
import { createPaint } from '../scan/paint.ts';
import { TopReader } from './read-top.ts';
import { runTop } from './run-top.ts';
import { topFrame } from './top-frame.ts';

interface TopOptions extends ApiOptions {
  readonly once?: true;
  readonly interval: string;
  readonly location?: string;
  readonly ascii?: true;
}

/** Creates the command `sonde top`: it shows the current queries on the network. */
export function topCommand(): Command {
  return addApiOptions(new Command('top'))
    .description(
      'Show the current queries on the network: rates, names, clients, response codes, latency, threats and losses. Keys: q quits, space refreshes.',
    )
    .option('--once', 'print one screen and exit (default if the output is not a terminal)')
    .option('--interval <SECONDS>', 'seconds between two refreshes, at least 2', '10')
    .option('--location <ID>', 'id of a location (default: all locations)')
    .option('--ascii', 'print only ASCII characters (default if the locale is not UTF-8)')
    .action(top);
}

async function top(options: TopOptions): Promise<void> {
  const interval = wholeNumber(options.interval, '--interval');
  if (interval < 2) throw new UsageError('--interval must be at least 2 seconds.', exitCodes.usage);
  const location = options.location === undefined ? undefined : wholeNumber(options.location, '--location');
  const reader = new TopReader(connect(options), location);
  const ascii = options.ascii === true || !isUtf8();
  const paint = createPaint(process.stdout);
  if (options.json || options.once || !process.stdout.isTTY || process.env.TERM === 'dumb') {
    const data = await reader.read();
    if (options.json) return printJson(data);
    const columns = process.stdout.isTTY ? process.stdout.columns : 80;
    const rows = process.stdout.isTTY ? process.stdout.rows : 24;
    print(topFrame(data, new Date(), { columns, rows, ascii, paint }).join('\n'));
    return;
  }
  await runTop(reader, { interval: interval * 1_000, ascii, paint });
}

/** By the first of the variables that is set, as setlocale(3) reads them. */
function isUtf8(): boolean {
  const { LC_ALL, LC_CTYPE, LANG } = process.env;
  return /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '');
}
