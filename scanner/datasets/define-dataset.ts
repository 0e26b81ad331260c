import type { Dataset } from './dataset.ts';

const megabyte = 1_048_576;
const day = 86_400;

type Defaulted =
  | 'isDefault'
  | 'rank'
  | 'credit'
  | 'everySeconds'
  | 'leastSeconds'
  | 'maxBytes'
  | 'maxUnpackedBytes';
type Given = Omit<Dataset, Defaulted | 'urls'> &
  Partial<Pick<Dataset, Defaulted>> & { readonly urls: Dataset['urls'] | string };

/** Declares a dataset: one file, one dataset. What is left out is what most publishers ask for. */
export function defineDataset({ urls, ...dataset }: Given): Dataset {
  return {
    isDefault: false,
    rank: 10,
    credit: null,
    everySeconds: day,
    leastSeconds: day / 24,
    maxBytes: 64 * megabyte,
    maxUnpackedBytes: 4 * (dataset.maxBytes ?? 64 * megabyte),
    urls: typeof urls === 'string' ? () => [urls] : urls,
    ...dataset,
  };
}
