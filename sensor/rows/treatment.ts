import type { Treatment } from '@sonde/shared/batch/metadata.ts';
import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { responseCodeName } from '@sonde/shared/dns/response-codes.ts';
import type { FilterOptions, TransactionOptions } from './transaction-options.ts';

/** Describes the pipeline's treatment of rows (filters, sampling, privacy) in the fields of a batch. */
export function treatmentOfRows(options: TransactionOptions): Treatment {
  const { privacy } = options;
  return {
    sampling: options.sampling,
    client_prefix_v4: privacy.clientPrefixV4,
    client_prefix_v6: privacy.clientPrefixV6,
    client_pseudonym: privacy.pseudonymKey !== undefined,
    name_labels: privacy.nameLabels,
    filters: [...filterTexts(options.filters), ...(options.keepRecords ? [] : ['keep_records false'])],
  };
}

function filterTexts(filters: FilterOptions): string[] {
  const lists: [string, readonly string[]][] = [
    ['allow suffix', filters.allowSuffixes],
    ['deny suffix', filters.denySuffixes],
    ['allow type', filters.allowTypes.map(recordTypeName)],
    ['deny type', filters.denyTypes.map(recordTypeName)],
    ['allow rcode', filters.allowResponseCodes.map(responseCodeName)],
    ['deny rcode', filters.denyResponseCodes.map(responseCodeName)],
    ['allow client', filters.allowClients],
    ['deny client', filters.denyClients],
  ];
  const used = lists.filter(([, values]) => values.length > 0);
  // A text is cut at the format's bound: the reader is to know that a filter was in force, the list is the operator's.
  return used.map(([what, values]) => `${what} ${values.join(' ')}`.slice(0, 1_024));
}
