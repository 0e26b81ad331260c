import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '@sonde/shared/system/usage-error.ts';

export type Measurement =
  | { readonly what: 'first'; readonly fetches: boolean }
  | { readonly what: 'paints'; readonly directory: string; readonly times: number }
  | {
      readonly what: 'live' | 'night';
      readonly minutes: number;
      readonly rowsPerSecond: number;
      readonly overview: boolean;
      /** Lines of JSON in place of a table. */
      readonly json: boolean;
    }
  | { readonly what: 'sizes' };

export const helpText = `usage: npm run measure-dashboard -- WHAT [OPTION...]

  first   seconds from npm start in a fresh clone to live queries on the screen
            --modules keep|fetch  packages of this folder, or fetched anew (keep)
  paints  first and largest paint of pages over a great store, with empty caches
            --directory DIR       the store that sonde collector bench api has left
            --times N             openings of each page that count (7)
  live    memory and tasks of the live queries while rows come in, told each minute
            --minutes N           how long (9)
            --rate N              rows a second that are sent (200); the page takes 200 and counts the others
            --json                lines of JSON in place of a table
  night   the same with the overview open beside it, until Ctrl-C or the end (50 rows a second, which are 180,000 an hour)
            --hours N             how long, 24 at most (8); or --minutes N
            --rate N, --json
  sizes   packed bytes of scripts and styles that each page needs

Other answers are lines of JSON. It needs Debian's Chromium.
  --help  this text
`;

/** How a store for `paints` is made. */
const howToMake = (directory: string): string =>
  `Make one: ./sonde collector bench api --rows 20000000 --directory ${directory === '' ? 'DIR' : directory}`;

const usageCode = 64;
const longestMinutes = 24 * 60;

/** Reads the arguments; undefined if help was asked for. Throws a UsageError about arguments that are none. */
export function readOptions(args: readonly string[]): Measurement | undefined {
  const { positionals, values } = parsed(args);
  if (values.help) return undefined;
  const [what, ...others] = positionals;
  if (others.length > 0)
    throw new UsageError(`One measurement at a time, not ${others.join(', ')} too.`, usageCode);
  switch (what) {
    case 'first':
      if (values.modules !== 'keep' && values.modules !== 'fetch') {
        throw new UsageError(`--modules is keep or fetch, not ${values.modules}.`, usageCode);
      }
      return { what, fetches: values.modules === 'fetch' };
    case 'paints':
      return { what, directory: storeAt(values.directory), times: positive('--times', values.times ?? '7') };
    case 'live':
    case 'night':
      return {
        what,
        minutes: minutesOf(what, values),
        rowsPerSecond: positive('--rate', values.rate ?? (what === 'live' ? '200' : '50')),
        overview: what === 'night',
        json: values.json,
      };
    case 'sizes':
      return { what };
    default:
      throw new UsageError(
        what === undefined ? 'What is to be measured?' : `There is no measurement ${what}.`,
        usageCode,
      );
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        directory: { type: 'string', default: '' },
        times: { type: 'string' },
        minutes: { type: 'string' },
        hours: { type: 'string' },
        json: { type: 'boolean', default: false },
        rate: { type: 'string' },
        modules: { type: 'string', default: 'keep' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, usageCode);
    throw error;
  }
}

function minutesOf(what: string, { minutes, hours }: { minutes?: string; hours?: string }): number {
  if (minutes !== undefined && hours !== undefined) {
    throw new UsageError('Either --minutes or --hours is given.', usageCode);
  }
  const wanted =
    minutes === undefined && (hours !== undefined || what === 'night')
      ? positive('--hours', hours ?? '8') * 60
      : positive('--minutes', minutes ?? '9');
  if (wanted <= longestMinutes) return wanted;
  throw new UsageError(`A measurement takes ${longestMinutes / 60} hours at most.`, usageCode);
}

function storeAt(directory: string): string {
  if (directory === '') {
    throw new UsageError(`paints needs --directory, a store with traffic. ${howToMake('')}`, usageCode);
  }
  const missing = ['prepared.json', 'data'].find((name) => !existsSync(join(directory, name)));
  if (missing === undefined) return directory;
  throw new UsageError(
    `${directory} is no store of sonde collector bench api: it has no ${missing}. ${howToMake(directory)}`,
    usageCode,
  );
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value > 0) return value;
  throw new UsageError(`${name} is a whole number above 0, not ${text}.`, usageCode);
}
