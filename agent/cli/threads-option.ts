import { integer } from '@sonde/shared/settings/setting-types.ts';
import { Option } from 'commander';

/** The option for how many threads decode a file. */
export function threadsOption(): Option {
  return new Option(
    '--threads <N>',
    'number of threads that decode packets; the threads share the flows',
  ).default('1');
}

export function threadsOf(options: { threads?: string }): number {
  return integer(1, 64).parse(options.threads ?? '1');
}
